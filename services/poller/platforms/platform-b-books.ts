// platform_b: order books, many at a time where the platform gives them so.
import { elementTexts, memberText } from '../upstream/json-slices.ts'
import type { TokenBucket } from '../upstream/token-bucket.ts'
import { UpstreamError } from '../upstream/upstream-error.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { hasArray, toFields, toText } from './fields.ts'
import type { BookAnswer, BookTarget } from './source.ts'

export function createPlatformBBooks(api: Upstream, bucket: TokenBucket) {
  async function batch(targets: readonly BookTarget[], signal: AbortSignal): Promise<BookAnswer[]> {
    const byTicker = new Map(targets.map((target) => [target.nativeId, target]))
    const answer = await api.ask(
      {
        route: '/markets/orderbooks',
        path: '/markets/orderbooks',
        query: [...byTicker.keys()].map((ticker) => ['tickers', ticker] as const),
        bucket,
        isExpected: hasArray('orderbooks'),
      },
      signal,
    )
    const { url, receivedAtMs } = answer
    return elementTexts(memberText(answer.text, 'orderbooks') ?? '[]').flatMap((body) => {
      const target = byTicker.get(toText(toFields(JSON.parse(body))['ticker']))
      return target ? [{ id: target.id, body, url, receivedAtMs, stamp: null }] : []
    })
  }

  async function single(target: BookTarget, signal: AbortSignal): Promise<BookAnswer[]> {
    try {
      const answer = await api.ask(
        {
          route: '/markets/{ticker}/orderbook',
          path: `/markets/${encodeURIComponent(target.nativeId)}/orderbook`,
          bucket,
          isExpected: (value) => toFields(value) === value,
        },
        signal,
      )
      const { url, receivedAtMs, text } = answer
      return [{ id: target.id, body: text, url, receivedAtMs, stamp: null }]
    } catch (error) {
      if (error instanceof UpstreamError && error.kind === 'refused') return []
      throw error
    }
  }

  return async function books(
    targets: readonly BookTarget[],
    signal: AbortSignal,
  ): Promise<readonly BookAnswer[]> {
    let found: BookAnswer[] = []
    try {
      found = await batch(targets, signal)
    } catch (error) {
      // The batch wants a key of some callers, and older servers do not have it.
      if (!(error instanceof UpstreamError && error.kind === 'refused')) throw error
    }
    const got = new Set(found.map((book) => book.id))
    for (const target of targets) {
      if (!got.has(target.id)) found.push(...(await single(target, signal)))
    }
    return found
  }
}
