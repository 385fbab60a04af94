// Error responses of the Data interface, and the check of the parameter `user`.
import type { RouteResponse } from '../server/routes.ts'

export const badRequest = (error: string): RouteResponse => ({ status: 400, body: { error } })

/** null: the address is valid. */
export function userErrorOf(user: string): RouteResponse | null {
  if (user === '') return badRequest("required query param 'user' not provided")
  return /^0x[0-9a-f]{40}$/.test(user) ? null : badRequest('invalid user address')
}
