// How the Data interface refuses a question, and the one thing it asks of a wallet's name.
import type { Answer } from '../server/routes.ts'

export const bad = (error: string): Answer => ({ status: 400, body: { error } })

/** null: fine. */
export function wrongUser(user: string): Answer | null {
  if (user === '') return bad("required query param 'user' not provided")
  return /^0x[0-9a-f]{40}$/.test(user) ? null : bad('invalid user address')
}
