// platform_b: the streams of order books, trades and changes of markets. Every connection needs a key.
import { complementOf } from '../../../domain/price.ts'
import { toBook } from '../mapper/book.ts'
import { readSides } from '../../streams/requested-book.ts'
import type { StreamDeps, StreamProtocol } from '../../streams/protocol.ts'
import { createPlatformBSession } from './session.ts'

export function createPlatformBStream(
  url: string,
  { signer, platformNowMs }: StreamDeps,
): StreamProtocol {
  return {
    url,
    ping: null,
    // One connection is enough for the markets that are followed by default. The platform would accept 500,000.
    maxMarketsPerConnection: 100_000,
    maxMessageBytes: 64 * 1024 * 1024,
    async headers() {
      const { pathname: path } = new URL(url)
      return signer === null ? {} : signer.sign({ method: 'GET', path, atMs: platformNowMs() })
    },
    createSession: createPlatformBSession,
    sidesOf: (book) => readSides(toBook, book),
    toBody: ({ nativeId }, { bids, asks }) =>
      JSON.stringify({
        ticker: nativeId,
        orderbook_fp: {
          yes_dollars: bids.map(({ price, size }) => [price, size]),
          no_dollars: asks.map(({ price, size }) => [complementOf(price), size]),
        },
      }),
  }
}
