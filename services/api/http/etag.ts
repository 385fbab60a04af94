// Middleware: adds an ETag to every 200 response, and responds 304 without a body if the client
// already has it.
import { createHash } from 'node:crypto'
import type { Middleware } from 'koa'

export function conditional(): Middleware {
  return async (ctx, next) => {
    await next()
    const body: unknown = ctx.body
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return
    if (ctx.status !== 200 || (typeof body !== 'string' && !Buffer.isBuffer(body))) return
    // weak, because the transferred bytes depend on the compression
    const etag = `W/"${createHash('sha1').update(body).digest('base64url')}"`
    ctx.set('ETag', etag)
    if (matchesEtag(etag, ctx.get('If-None-Match'))) {
      ctx.status = 304
      ctx.body = null
    }
  }
}

/**
 * Whether If-None-Match contains the ETag. Not ctx.fresh, which returns false for Cache-Control:
 * no-cache, a header that fetch() sends together with If-None-Match.
 */
function matchesEtag(etag: string, ifNoneMatch: string): boolean {
  const opaque = (tag: string): string => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag))
}
