// Middleware: adds X-Request-Id to every response: the client's own if it is valid, else a new one.
// Log lines contain it.
import { randomUUID } from 'node:crypto'
import type { Middleware } from 'koa'

const validId = /^[\w.:/+=-]{1,128}$/

export function requestId(): Middleware {
  return async (ctx, next) => {
    const given = ctx.get('X-Request-Id')
    const id = validId.test(given) ? given : randomUUID()
    ctx.state['requestId'] = id
    ctx.set('X-Request-Id', id)
    await next()
  }
}
