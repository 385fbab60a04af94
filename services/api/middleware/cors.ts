// Any page may read /v1: it is public data, and no cookie is ever looked at.
import type { Middleware } from 'koa'

const requestHeaders = 'X-API-Key, X-Request-Id, If-None-Match'
const answerHeaders =
  'ETag, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Request-Id, X-Data-Complete-Until, X-Data-Gaps'
const daySeconds = 86_400

export function cors(): Middleware {
  return async (ctx, next) => {
    ctx.set('Access-Control-Allow-Origin', '*')
    ctx.set('Access-Control-Expose-Headers', answerHeaders)
    if (ctx.method !== 'OPTIONS' || ctx.get('Access-Control-Request-Method') === '') return next()
    ctx.set('Access-Control-Allow-Methods', 'GET, HEAD')
    ctx.set('Access-Control-Allow-Headers', requestHeaders)
    ctx.set('Access-Control-Max-Age', String(daySeconds))
    ctx.status = 204
  }
}
