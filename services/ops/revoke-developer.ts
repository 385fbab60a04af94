// Ends an account. The accounts belong to the running service, so the command asks its admin port.
import { askAdmin, type AdminCommand } from './ask-admin.ts'

export const revokeDeveloperPath = '/developers/revoke'

/** Takes the email as the operator wrote it. null: no such account. */
type Revoke = (email: string, reason: string) => Promise<{ readonly id: string } | null>

/** What the admin port does. Takes `{email, reason}`. */
export function createRevokeCommand(revoke: Revoke): AdminCommand {
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
  const { id } = await askAdmin<{ id: string }>(adminUrl, revokeDeveloperPath, request, 'id')
  return id
}
