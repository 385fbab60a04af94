// Client of the admin port of the running service, for operator commands. The admin port is an HTTP port for
// metrics and commands.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { CommandFailure } from './command-failure.ts'
import { toListSchema } from './list-schema.ts'

/** Handles a POST request to a path of the admin port. `body` is the parsed JSON body. */
export type AdminCommand = (body: unknown) => Promise<{ status: number; body: unknown }>

/** How long the service may take to answer a GET request. */
export const readTimeoutMs = 15_000
/**
 * How long the service may take to answer a command. A process that forwards commands to its child processes waits for
 * a shorter time.
 */
const commandTimeoutMs = 300_000

const text = { type: 'string' } as const
const count = { type: 'integer', minimum: 0 } as const

/**
 * Whether the fields that this client reads have the types that the admin port gives them. Another program may listen
 * on the port, and its answers may have fields with the same names. No field is required, because each answer of the
 * admin port has only some of these fields.
 */
const isAdminAnswer = new Ajv2020().compile<Readonly<Record<string, unknown>>>({
  type: 'object',
  properties: {
    detail: text,
    parts: { type: 'object', additionalProperties: text },
    id: text,
    snapshot: text,
    row: { type: 'object', nullable: true },
    candle: { type: 'object', nullable: true },
    groups: toListSchema({
      name: text,
      rows: count,
      hash: { type: 'string', pattern: '^[0-9a-f]{16}$' },
    }),
    results: toListSchema({
      place: text,
      result: text,
      detail: text,
      emitted: toListSchema({ topic: text }),
    }),
    corrections: toListSchema({ offset: count, result: text, detail: text }),
    questions: { type: 'array', items: text },
    reasons: toListSchema({ dimension: text, verdict: text, evidence: text }),
    tables: toListSchema({ table: text, rows: count, bytes: count }),
    audits: toListSchema({ platform: text, status: text, unit: text, markets: count }),
    feeds: toListSchema({ platform: text, histories: count, with_gaps: count }),
    rebuild: {
      type: 'object',
      required: ['step', 'refusal', 'failure', 'records', 'total', 'differences', 'removable'],
      properties: {
        records: count,
        total: count,
        removable: {
          type: 'object',
          required: ['tables', 'bytes'],
          properties: { tables: { type: 'array', items: text }, bytes: count },
        },
      },
    },
  },
  dependentRequired: { tables: ['audits', 'feeds'], reasons: ['questions'], row: ['candle'] },
})

/** Returns the JSON of the response; an empty object if the response does not come from the admin port. */
async function readAnswer(response: Response): Promise<Readonly<Record<string, unknown>>> {
  const answer: unknown = await response.json().catch(() => null)
  return isAdminAnswer(answer) ? answer : {}
}

const wrongPortError = (adminUrl: string, { status }: Response): Error =>
  new Error(`${adminUrl} is not the admin port: it answered ${status}`)

/** Reads `/metrics`. Rejects with a message for the operator. */
export async function readMetrics(adminUrl: string): Promise<string> {
  const response = await explainConnectionErrors(
    adminUrl,
    fetch(adminUrl + '/metrics', readOptions()),
  )
  const metrics = await response.text()
  if (!response.ok || !/oddslog_(role|ready)/.test(metrics))
    throw wrongPortError(adminUrl, response)
  return metrics
}

/**
 * Reads `/health/ready`. Resolves with null for each part that is ready, else with the problem. Rejects with a
 * message for the operator.
 */
export async function readReadiness(
  adminUrl: string,
): Promise<Readonly<Record<string, string | null>>> {
  const response = await explainConnectionErrors(
    adminUrl,
    fetch(adminUrl + '/health/ready', readOptions()),
  )
  const { parts } = (await readAnswer(response)) as { parts?: Readonly<Record<string, string>> }
  if (parts === undefined) throw wrongPortError(adminUrl, response)
  return Object.fromEntries(
    Object.entries(parts).map(([part, state]) => [part, state === 'ok' ? null : state]),
  )
}

const readOptions = (): RequestInit => ({ signal: AbortSignal.timeout(readTimeoutMs) })

function explainConnectionErrors(adminUrl: string, response: Promise<Response>): Promise<Response> {
  return response.catch((error: unknown) => {
    // a process listens on the port, but the process is stopped or far too busy
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
 * Posts `request` to the admin port and resolves with the response body if it contains `field`. Rejects with a message
 * for the operator: with NoService if no service runs, with CommandFailure if another process is using the command
 * (status 409), with another error if the service refuses the request or another program listens on the port.
 */
export async function askAdmin<Answer extends object>(
  adminUrl: string,
  path: string,
  request: object,
  field: keyof Answer & string,
  timeoutMs = commandTimeoutMs,
): Promise<Answer> {
  const response = await explainConnectionErrors(
    adminUrl,
    fetch(adminUrl + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(timeoutMs),
    }),
  )
  const answer = await readAnswer(response)
  const { detail, [field]: found } = answer as { detail?: string } & Partial<Answer>
  if (response.status === 404 && detail?.startsWith('unknown path'))
    throw new Error(`the process at ${adminUrl} does not run the role that answers ${path}`)
  if (found === undefined)
    throw detail === undefined
      ? wrongPortError(adminUrl, response)
      : response.status === 409
        ? new CommandFailure('refused', detail)
        : new Error(detail)
  return answer as Answer
}
