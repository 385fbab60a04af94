// How a command asks the service that runs here: over its admin port.

/** What the admin port answers to what was posted to a path. */
export type AdminCommand = (body: unknown) => Promise<{ status: number; body: unknown }>

/**
 * Posts `request`; resolves with the answer if it has `field`. Rejects with what to do: no service
 * runs, it refused, or something else listens there.
 */
export async function askAdmin<Answer extends object>(
  adminUrl: string,
  path: string,
  request: object,
  field: keyof Answer & string,
): Promise<Answer> {
  const response = await fetch(adminUrl + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(request),
  }).catch((error: unknown) => {
    throw new Error(`nothing answers at ${adminUrl}: the service must run, with this ADMIN_PORT`, {
      cause: error,
    })
  })
  // something else may listen there, which answers in its own way
  const answer: unknown = await response.json().catch(() => null)
  const { detail, [field]: found } = (answer ?? {}) as { detail?: string } & Partial<Answer>
  if (found === undefined)
    throw new Error(detail ?? `${adminUrl} is not the admin port: it answered ${response.status}`)
  return answer as Answer
}
