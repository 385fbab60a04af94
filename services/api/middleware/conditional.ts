// An ETag on every good answer, and 304 without a body for a client that already has it.
import { createHash } from 'node:crypto'
import type { Middleware } from 'koa'

export function conditional(): Middleware {
  return async (ctx, next) => {
    await next()
    const body: unknown = ctx.body
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return
    if (ctx.status !== 200 || (typeof body !== 'string' && !Buffer.isBuffer(body))) return
    // weak: the bytes on the wire depend on the compression
    const etag = `W/"${createHash('sha1').update(body).digest('base64url')}"`
    ctx.set('ETag', etag)
    if (isNamed(etag, ctx.get('If-None-Match'))) {
      ctx.status = 304
      ctx.body = null
    }
  }
}

/** Not ctx.fresh: that heeds Cache-Control: no-cache, which fetch() sends along with If-None-Match. */
function isNamed(etag: string, ifNoneMatch: string): boolean {
  const opaque = (tag: string): string => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag))
}
