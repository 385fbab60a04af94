// X-Request-Id: an id that is in every response and in the log lines about its request.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const validId = /^[\w.:/+=-]{1,128}$/

/** Returns the id that the client sent if it is valid, otherwise a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && validId.test(given) ? given : randomUUID()
}
