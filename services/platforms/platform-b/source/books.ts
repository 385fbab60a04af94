// platform_b: requests order books, in batches if the platform allows it.
import type { TokenBucket } from '../../upstream/token-bucket.ts'
import { fallbackIfRefused, isRefusedError } from '../../upstream/upstream-error.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import { toFields, toText } from '../../json.ts'
import { requestListPage } from '../../lists.ts'
import type { PlatformBBook } from '../wire/book.ts'
import type { FetchedBook, BookTarget, Source } from '../../source.ts'

/** The largest `depth` that the platform accepts. */
const maxDepth = 100

export function createPlatformBBooks(
  api: Upstream,
  bucket: TokenBucket,
): Pick<Source, 'book' | 'batchBooks'> {
  async function batch(
    targets: readonly BookTarget[],
    signal: AbortSignal,
  ): Promise<FetchedBook[]> {
    const byTicker = new Map(targets.map((target) => [target.nativeId, target]))
    const query = [...byTicker.keys()].map((ticker) => ['tickers', ticker] as const)
    const { texts, values, url, receivedAtMs, clockDifferenceMs } = await requestListPage(
      api,
      { path: '/markets/orderbooks', name: 'orderbooks', query, bucket, requestClass: 'books' },
      signal,
    )
    return texts.flatMap((body, index) => {
      const { ticker }: PlatformBBook = toFields(values[index])
      const target = byTicker.get(toText(ticker))
      return target
        ? [
            {
              id: target.id,
              body,
              url: urlOf(url, target),
              receivedAtMs,
              clockDifferenceMs,
              stamp: null,
            },
          ]
        : []
    })
  }

  const book: Source['book'] = (target, depth, signal) =>
    fallbackIfRefused<FetchedBook | null>(null, async () => {
      const answer = await api.send(
        {
          route: '/markets/{ticker}/orderbook',
          path: `/markets/${encodeURIComponent(target.nativeId)}/orderbook`,
          query: depth > 0 && depth <= maxDepth ? [['depth', String(depth)]] : [],
          bucket,
          requestClass: 'books',
          hasExpectedShape: (value) => toFields(value) === value,
        },
        signal,
      )
      const { url, receivedAtMs, clockDifferenceMs, text } = answer
      return { id: target.id, body: text, url, receivedAtMs, clockDifferenceMs, stamp: null }
    })

  return {
    book,
    batchBooks: {
      maxMarkets: 100,
      async read(targets, signal) {
        let books: readonly FetchedBook[] = []
        try {
          books = await batch(targets, signal)
        } catch (error) {
          // The platform rejects the batch request for some callers that send no API key, and older
          // servers do not have it. Then books are requested one by one.
          if (!isRefusedError(error)) throw error
        }
        const got = new Set(books.map(({ id }) => id))
        return { books, missing: targets.filter(({ id }) => !got.has(id)) }
      },
    },
  }
}

/**
 * Returns the URL to record with one book of a batch. The URL of the whole batch would be longer than the
 * books.
 */
function urlOf(batchUrl: string, { nativeId }: BookTarget): string {
  return `${batchUrl.slice(0, batchUrl.indexOf('?'))}?tickers=${encodeURIComponent(nativeId)}`
}
