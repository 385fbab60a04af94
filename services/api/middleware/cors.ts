// Middleware: allows every web page to read /v1. The API never reads cookies.
import type { Middleware } from 'koa'

const requestHeaders =
  'X-API-Key, Content-Type, If-None-Match, X-Request-Id, traceparent, tracestate'
const responseHeaders =
  'ETag, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Request-Id, X-Data-Complete-Until, X-Data-Gaps, X-Ignored-Parameters, X-Next-Cursor, X-Total-Count, X-Wallet-Not-Followed, X-History-Not-Requested'
const daySeconds = 86_400

export function cors(): Middleware {
  return async (ctx, next) => {
    ctx.set('Access-Control-Allow-Origin', '*')
    ctx.set('Access-Control-Expose-Headers', responseHeaders)
    if (ctx.method !== 'OPTIONS' || ctx.get('Access-Control-Request-Method') === '') return next()
    ctx.set('Access-Control-Allow-Methods', 'GET, HEAD')
    ctx.set('Access-Control-Allow-Headers', requestHeaders)
    ctx.set('Access-Control-Max-Age', String(daySeconds))
    ctx.status = 204
  }
}
