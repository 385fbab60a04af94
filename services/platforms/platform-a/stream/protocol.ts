// platform_a: the stream of order books and trades (the market channel of the CLOB API). It needs no key. The
// platform neither acknowledges commands nor numbers its messages, so lost messages are detected only by
// comparing books with requested ones.
import { toBook } from '../mapper/book.ts'
import { readSides } from '../../streams/requested-book.ts'
import type { StreamProtocol } from '../../streams/protocol.ts'
import type { BookTarget } from '../../source.ts'
import { createMessageReader } from './messages.ts'

/** The platform closes the connection if one message contains more tokens. */
const tokensPerMessage = 100

export function createPlatformAStream(url: string): StreamProtocol {
  return {
    url,
    ping: { text: 'PING', everyMs: 10_000 },
    // 300 tokens: each market has two. With more than 500 tokens on a connection, the first books
    // of some are missing.
    maxMarketsPerConnection: 150,
    // The first message contains the books of all tokens of the connection.
    maxMessageBytes: 16 * 1024 * 1024,
    headers: () => Promise.resolve({}),

    createSession(send) {
      const targets = new Map<string, BookTarget>()
      let isFirst = true

      function subscribe(tokens: readonly string[]): void {
        for (const ids of chunksOf(tokens, tokensPerMessage)) {
          const kind = isFirst
            ? { type: 'market', initial_dump: true, level: 2 }
            : { operation: 'subscribe' }
          isFirst = false
          send(JSON.stringify({ ...kind, assets_ids: ids, custom_feature_enabled: true }))
        }
      }

      function unsubscribe(tokens: readonly string[]): void {
        for (const ids of chunksOf(tokens, tokensPerMessage))
          send(JSON.stringify({ operation: 'unsubscribe', assets_ids: ids }))
      }

      return {
        start: () => undefined,
        subscribe(addedTargets) {
          for (const target of addedTargets) targets.set(target.nativeId, target)
          subscribe(tokensOf(addedTargets))
        },
        unsubscribe(removedTargets) {
          for (const { nativeId } of removedTargets) targets.delete(nativeId)
          unsubscribe(tokensOf(removedTargets))
        },
        requestSnapshots(subscribedTargets) {
          // The platform sends no snapshot for a token that is subscribed already.
          unsubscribe(tokensOf(subscribedTargets))
          subscribe(tokensOf(subscribedTargets))
        },
        read: createMessageReader((nativeId) => targets.get(nativeId) ?? null),
      }
    },

    sidesOf: (book) => readSides(toBook, book),
    toBody: ({ nativeId, tokens: [token] }, { bids, asks }, atMs) =>
      JSON.stringify({
        market: nativeId,
        asset_id: token,
        ...(atMs === null ? {} : { timestamp: String(atMs) }),
        bids,
        asks,
      }),
  }
}

function tokensOf(targets: readonly BookTarget[]): string[] {
  return targets.flatMap(({ tokens }) => tokens)
}

function chunksOf<T>(list: readonly T[], length: number): T[][] {
  const chunks: T[][] = []
  for (let at = 0; at < list.length; at += length) chunks.push(list.slice(at, at + length))
  return chunks
}
