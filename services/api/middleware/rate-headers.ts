// Every answer carries RateLimit-*: until a request is counted for somebody, what a client finds that
// has asked nothing yet.
import type { Middleware } from 'koa'
import { toRateHeaders, type Limit } from '../limits.ts'

export function rateHeaders(limit: Limit): Middleware {
  const unused = toRateHeaders(limit.unused)
  return async (ctx, next) => {
    await next()
    if (!ctx.res.hasHeader('RateLimit-Limit')) ctx.set(unused)
  }
}
