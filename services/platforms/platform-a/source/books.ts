// platform_a: requests the order book of the first outcome's token (CLOB API). The book of the second
// token has the same orders with inverted prices.
import { elementTexts } from '../../upstream/json-slices.ts'
import type { TokenBucket } from '../../upstream/token-bucket.ts'
import { fallbackIfRefused } from '../../upstream/upstream-error.ts'
import type { Upstream, UpstreamResponse } from '../../upstream/upstream.ts'
import { toFields, toText } from '../../json.ts'
import type { PlatformABook } from '../wire/book.ts'
import type { BookBatch, BookTarget, FetchedBook, Source } from '../../source.ts'

export function createPlatformABooks(
  clobApi: Upstream,
  buckets: { readonly book: TokenBucket; readonly books: TokenBucket },
): Pick<Source, 'book' | 'batchBooks'> {
  /** `body` is the JSON text of `book`. */
  function toBook(
    target: BookTarget,
    book: PlatformABook,
    body: string,
    answer: UpstreamResponse,
  ): FetchedBook {
    const stamp = `${toText(book.timestamp)}/${toText(book.hash)}`
    return {
      id: target.id,
      body,
      url: answer.url,
      receivedAtMs: answer.receivedAtMs,
      clockDifferenceMs: answer.clockDifferenceMs,
      stamp: stamp === '/' ? null : stamp,
    }
  }

  async function batch(
    targets: readonly BookTarget[],
    signal: AbortSignal,
  ): Promise<FetchedBook[]> {
    const byToken = new Map(targets.map((target) => [target.tokens[0] ?? '', target]))
    const answer = await clobApi.send(
      {
        route: '/books',
        path: '/books',
        post: JSON.stringify([...byToken.keys()].map((token) => ({ token_id: token }))),
        bucket: buckets.books,
        requestClass: 'books',
        hasExpectedShape: Array.isArray,
      },
      signal,
    )
    const values = answer.value as readonly unknown[]
    return elementTexts(answer.text).flatMap((body, index) => {
      const one: PlatformABook = toFields(values[index])
      const target = byToken.get(toText(one.asset_id))
      return target ? [toBook(target, one, body, answer)] : []
    })
  }

  const book: Source['book'] = (target, _depth, signal) =>
    // The request has no parameter for the number of levels. For an unknown token the platform refuses the request
    // ("No orderbook exists for the requested token id"), and the result is null.
    fallbackIfRefused<FetchedBook | null>(null, async () => {
      const answer = await clobApi.send(
        {
          route: '/book',
          path: '/book',
          query: [['token_id', target.tokens[0] ?? '']],
          bucket: buckets.book,
          requestClass: 'books',
          hasExpectedShape: (value) => 'bids' in toFields(value),
        },
        signal,
      )
      return toBook(target, toFields(answer.value), answer.text, answer)
    })

  return {
    book,
    batchBooks: {
      maxMarkets: 100,
      read: (targets, signal) =>
        // The platform rejects a whole batch if it does not know one of the tokens.
        fallbackIfRefused<BookBatch>({ books: [], missing: targets }, async () => ({
          books: await batch(targets, signal),
          missing: [],
        })),
    },
  }
}
