// Client of the admin port of the running service, for operator commands. The admin port is an HTTP port for
// metrics and commands.

/** Handles a POST request to a path of the admin port. `body` is the parsed JSON body. */
export type AdminCommand = (body: unknown) => Promise<{ status: number; body: unknown }>

/** How long the service may take to answer a GET request. */
export const readTimeoutMs = 15_000
/** The same for a command. A process that passes commands on gives up earlier. */
const commandTimeoutMs = 300_000

/** Reads `/metrics`. Rejects with a message for the operator. */
export async function readMetrics(adminUrl: string): Promise<string> {
  const response = await reach(adminUrl, fetch(adminUrl + '/metrics', readOptions()))
  if (!response.ok) throw new Error(`${adminUrl}/metrics answered ${response.status}`)
  return response.text()
}

/**
 * Reads `/health/ready`. Resolves with null for each part that is ready, else with the problem. Rejects with a
 * message for the operator.
 */
export async function readReadiness(
  adminUrl: string,
): Promise<Readonly<Record<string, string | null>>> {
  const response = await reach(adminUrl, fetch(adminUrl + '/health/ready', readOptions()))
  const answer: unknown = await response.json().catch(() => null)
  const { parts } = (answer ?? {}) as { parts?: Readonly<Record<string, string>> }
  if (parts === undefined)
    throw new Error(`${adminUrl} is not the admin port: it answered ${response.status}`)
  return Object.fromEntries(
    Object.entries(parts).map(([part, state]) => [part, state === 'ok' ? null : state]),
  )
}

const readOptions = (): RequestInit => ({ signal: AbortSignal.timeout(readTimeoutMs) })

function reach(adminUrl: string, response: Promise<Response>): Promise<Response> {
  return response.catch((error: unknown) => {
    // something listens there, but is stopped or far too busy
    if (error instanceof Error && error.name === 'TimeoutError')
      throw new Error(`${adminUrl} accepts connections, but does not answer`, { cause: error })
    throw new NoService(adminUrl, { cause: error })
  })
}

/** Nothing answers at the admin port. */
export class NoService extends Error {
  constructor(adminUrl: string, options: { readonly cause: unknown }) {
    super(`nothing answers at ${adminUrl}: the service must run, with this ADMIN_PORT`, options)
    this.name = 'NoService'
  }
}

/**
 * Posts `request` to the admin port and resolves with the response body if it contains `field`. Rejects with
 * a message for the operator: with NoService if no service runs, otherwise if the service refuses the request or
 * another program listens on the port.
 */
export async function askAdmin<Answer extends object>(
  adminUrl: string,
  path: string,
  request: object,
  field: keyof Answer & string,
  timeoutMs = commandTimeoutMs,
): Promise<Answer> {
  const response = await reach(
    adminUrl,
    fetch(adminUrl + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(timeoutMs),
    }),
  )
  // if another program listens on this port, its response may not be JSON
  const answer: unknown = await response.json().catch(() => null)
  const { detail, [field]: found } = (answer ?? {}) as { detail?: string } & Partial<Answer>
  if (response.status === 404 && detail?.startsWith('unknown path'))
    throw new Error(`the process at ${adminUrl} does not run the role that answers ${path}`)
  if (found === undefined)
    throw new Error(detail ?? `${adminUrl} is not the admin port: it answered ${response.status}`)
  return answer as Answer
}
