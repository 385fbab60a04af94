// The operator command `revoke-developer`, which revokes an account. Only the running service may change
// accounts, so the command asks it through the admin port. This file contains both the command and the
// endpoint of the admin port.
import { askAdmin, type AdminCommand } from './ask-admin.ts'

export const revokeDeveloperPath = '/developers/revoke'

/**
 * Revokes an account. `email` is as the operator typed it. Resolves with null if no account has this email.
 */
type RevokeDeveloper = (email: string, reason: string) => Promise<{ readonly id: string } | null>

/** Creates the endpoint of the admin port. The request body is `{email, reason}`. */
export function createRevokeCommand(revoke: RevokeDeveloper): AdminCommand {
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

/** Runs the command. Resolves with the developer's id. Rejects with a message that says what to do. */
export async function askToRevoke(
  adminUrl: string,
  request: { readonly email: string; readonly reason: string },
): Promise<string> {
  const { id } = await askAdmin<{ id: string }>(adminUrl, revokeDeveloperPath, request, 'id')
  return id
}
