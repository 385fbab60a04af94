// Middleware: adds RateLimit headers to the response of a request that no rate limit counted. The
// headers show the limits as if nothing had been used.
import type { Middleware } from 'koa'
import { toRateHeaders, type Limit } from '../limits.ts'

export function rateHeaders(limit: Limit): Middleware {
  const initialHeaders = toRateHeaders(limit.initialStates)
  return async (ctx, next) => {
    await next()
    if (!ctx.res.hasHeader('RateLimit-Limit')) ctx.set(initialHeaders)
  }
}
