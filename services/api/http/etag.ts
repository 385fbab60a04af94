// ETags. An ETag identifies a body, so that a client that has the body already does not receive it again.
import { hash } from 'node:crypto'
import { isInParts, type Body } from './response.ts'

export function etagValueOf(body: Body): string {
  return hash('sha1', isInParts(body) ? Buffer.concat(body) : body, 'base64url')
}

/**
 * Whether the header If-None-Match contains the ETag. Koa's ctx.fresh is not used, because it returns false for
 * Cache-Control: no-cache, a header that fetch() sends together with If-None-Match.
 */
export function matchesEtag(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false
  const withoutWeakPrefix = (text: string): string => text.trim().replace(/^W\//, '')
  return ifNoneMatch
    .split(',')
    .some((one) => one.trim() === '*' || withoutWeakPrefix(one) === withoutWeakPrefix(etag))
}
