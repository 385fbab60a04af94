// Ends an account. The accounts belong to the running service, so the command asks its admin port.

export const revokeDeveloperPath = '/developers/revoke'

/** What the admin port answers to what was posted. */
export type RevokeCommand = (body: unknown) => Promise<{ status: number; body: unknown }>

/** Takes the email as the operator wrote it. null: no such account. */
type Revoke = (email: string, reason: string) => Promise<{ readonly id: string } | null>

/** What the admin port does. Takes `{email, reason}`. */
export function createRevokeCommand(revoke: Revoke): RevokeCommand {
  return async (body) => {
    const { email, reason } = (body ?? {}) as { email?: unknown; reason?: unknown }
    if (typeof email !== 'string' || typeof reason !== 'string')
      return { status: 422, body: { detail: 'send {"email": "...", "reason": "..."}' } }
    const developer = await revoke(email, reason)
    return developer
      ? { status: 200, body: { id: developer.id } }
      : { status: 404, body: { detail: `no account has the email ${email}` } }
  }
}

/** Asks the service that runs here; resolves with the id of the developer, rejects with what to do. */
export async function askToRevoke(
  adminUrl: string,
  request: { readonly email: string; readonly reason: string },
): Promise<string> {
  const response = await fetch(adminUrl + revokeDeveloperPath, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(request),
  }).catch((error: unknown) => {
    throw new Error(`nothing answers at ${adminUrl}: the service must run, with this ADMIN_PORT`, {
      cause: error,
    })
  })
  // something else may listen there, which answers in its own way
  const answer = (await response.json().catch(() => ({}))) as { id?: string; detail?: string }
  if (answer.id === undefined)
    throw new Error(
      answer.detail ?? `${adminUrl} is not the admin port: it answered ${response.status}`,
    )
  return answer.id
}
