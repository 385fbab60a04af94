// ETag: identifies a body, so that a client which has it already is not sent it again.
import { hash } from 'node:crypto'
import type { Content } from './response.ts'

/** Weak, because the transferred bytes depend on the compression. */
export function etagOf({ body, tag = tagOf(body) }: Pick<Content, 'body' | 'tag'>): string {
  return `W/"${tag}"`
}

export function tagOf(body: string | Buffer): string {
  return hash('sha1', body, 'base64url')
}

/**
 * Whether If-None-Match contains the ETag. Not ctx.fresh, which returns false for Cache-Control:
 * no-cache, a header that fetch() sends together with If-None-Match.
 */
export function matchesEtag(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false
  const opaque = (text: string): string => text.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some((one) => one.trim() === '*' || opaque(one) === opaque(etag))
}
