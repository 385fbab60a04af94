// Every answer carries an X-Request-Id: the client's own, if it sent a sane one. The log names it.
import { randomUUID } from 'node:crypto'
import type { Middleware } from 'koa'

const sane = /^[\w.:/+=-]{1,128}$/

export function requestId(): Middleware {
  return async (ctx, next) => {
    const given = ctx.get('X-Request-Id')
    const id = sane.test(given) ? given : randomUUID()
    ctx.state['requestId'] = id
    ctx.set('X-Request-Id', id)
    await next()
  }
}
