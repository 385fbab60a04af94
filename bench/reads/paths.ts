// The requests of ../reads.ts: for each endpoint several requests that differ in market and time.
import { eventSlugOf, words } from '../listed-markets.ts'
import { createZipf, timeOfTrade, type BenchMarket } from '../raw-trades.ts'

export interface Question {
  readonly name: string
  readonly paths: readonly string[]
}

const pathsPerQuestion = 200
const dayS = 86_400

/** `zipf`: in proportion to the trades of a market. `uniform`: each market equally often. */
export type MarketChoice = 'zipf' | 'uniform'

/** `earlierS`: how much longer than the trades of the pipeline the questions reach back. */
export function createQuestions(
  markets: readonly BenchMarket[],
  trades: number,
  choice: MarketChoice,
  earlierS = 0,
): Question[] {
  const pick = choice === 'zipf' ? createZipf(markets.length) : createUniform(markets.length)
  // most markets have trades from this time on
  const firstS = Math.ceil(timeOfTrade(trades / 5) / 1000) - earlierS
  const lastS = Math.floor(timeOfTrade(trades) / 1000)
  const many = (name: string, toPath: (market: string, atS: number, number: number) => string) => ({
    name,
    paths: Array.from({ length: pathsPerQuestion }, (_, number) => {
      // steps that are coprime to the length, so that the walk visits every element
      const atS = firstS + ((number * 7_919 * 60) % Math.max(1, lastS - firstS))
      return toPath(`/v1/markets/${markets[pick()]?.id}`, atS, number)
    }),
  })
  return [
    many('markets, 20 by volume', (_m, _t, i) => `/v1/markets?limit=20&offset=${i}`),
    many(
      'markets/search',
      (_m, _t, i) => `/v1/markets/search?q=benchmark%20${words[i % words.length]}`,
    ),
    many('a market', (market) => market),
    many('price, now', (market) => `${market}/price`),
    many('price, past', (market, atS) => `${market}/price?at_time=${atS}`),
    many('trades, newest 100', (market) => `${market}/trades?limit=100`),
    many('orderbook', (market) => `${market}/orderbook`),
    many(
      'candles, 1m, a day',
      (market, atS) =>
        `${market}/candles?interval=1m&start_ts=${atS}&end_ts=${atS + dayS}&limit=1000`,
    ),
    many(
      'candles, 1h, 30 days',
      (market) => `${market}/candles?interval=1h&start_ts=${firstS}&end_ts=${lastS}&limit=1000`,
    ),
    many(
      'candles, 1d, all',
      (market) => `${market}/candles?interval=1d&start_ts=${firstS}&end_ts=${lastS}&limit=1000`,
    ),
    many('events', (_m, _t, i) => `/v1/events?limit=20&offset=${i % 100}`),
    many('matching-markets', (_m, _t, i) => `/v1/matching-markets?limit=50&offset=${i % 100}`),
    many('an event', (_m, _t, i) => `/v1/events/${eventSlugOf(i)}`),
  ]
}

/** Visits all markets in steps that are coprime to their number. */
function createUniform(count: number): () => number {
  let number = 0
  return () => (number++ * 787) % count
}
