// X-Request-Id, which every response and the log lines have.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const validId = /^[\w.:/+=-]{1,128}$/

/** The id that the client sent if it is valid, else a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && validId.test(given) ? given : randomUUID()
}
