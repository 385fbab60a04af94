// platform_a: CLOB books of the first outcome's token; the other token's book is its mirror.
import { elementTexts } from '../upstream/json-slices.ts'
import type { TokenBucket } from '../upstream/token-bucket.ts'
import { UpstreamError } from '../upstream/upstream-error.ts'
import type { Upstream, UpstreamAnswer } from '../upstream/upstream.ts'
import { toFields, toText } from './fields.ts'
import type { BookAnswer, BookTarget } from './source.ts'

export function createPlatformABooks(
  clob: Upstream,
  buckets: { readonly book: TokenBucket; readonly books: TokenBucket },
) {
  function toBook(target: BookTarget, body: string, answer: UpstreamAnswer): BookAnswer {
    const book = toFields(JSON.parse(body))
    const stamp = `${toText(book['timestamp'])}/${toText(book['hash'])}`
    return {
      id: target.id,
      body,
      url: answer.url,
      receivedAtMs: answer.receivedAtMs,
      stamp: stamp === '/' ? null : stamp,
    }
  }

  async function batch(targets: readonly BookTarget[], signal: AbortSignal): Promise<BookAnswer[]> {
    const byToken = new Map(targets.map((target) => [target.tokens[0] ?? '', target]))
    const answer = await clob.ask(
      {
        route: '/books',
        path: '/books',
        post: JSON.stringify([...byToken.keys()].map((token) => ({ token_id: token }))),
        bucket: buckets.books,
        isExpected: Array.isArray,
      },
      signal,
    )
    return elementTexts(answer.text).flatMap((body) => {
      const target = byToken.get(toText(toFields(JSON.parse(body))['asset_id']))
      return target ? [toBook(target, body, answer)] : []
    })
  }

  async function single(target: BookTarget, signal: AbortSignal): Promise<BookAnswer[]> {
    try {
      const answer = await clob.ask(
        {
          route: '/book',
          path: '/book',
          query: [['token_id', target.tokens[0] ?? '']],
          bucket: buckets.book,
          isExpected: (value) => 'bids' in toFields(value),
        },
        signal,
      )
      return [toBook(target, answer.text, answer)]
    } catch (error) {
      // "No orderbook exists for the requested token id".
      if (error instanceof UpstreamError && error.kind === 'refused') return []
      throw error
    }
  }

  return async function books(
    targets: readonly BookTarget[],
    signal: AbortSignal,
  ): Promise<readonly BookAnswer[]> {
    try {
      return await batch(targets, signal)
    } catch (error) {
      if (!(error instanceof UpstreamError && error.kind === 'refused')) throw error
    }
    // One token that it does not know is enough for the platform to refuse them all.
    const found: BookAnswer[] = []
    for (const target of targets) found.push(...(await single(target, signal)))
    return found
  }
}
