// Measures the memory of the api (services/api/history) with prices at random times of few markets, while many other
// markets are asked for once each, and with one very large market: hits, time to fill, delay, memory. Fails if an
// answer differs from that of the store, or if the memory exceeds its bound.
//   npm run bench:history -- [--cache-mb 256] [--popular 200] [--trades-each 20000] [--scanned 100000]
//     [--large 5000000] [--requests 100000]
//
// The rows are inserted; there is no HTTP. The popular markets are asked for in proportion to 1/rank.
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { toCandleRange } from '../services/api/candle-series.ts'
import { newestSortKey } from '../services/api/cursor.ts'
import type { FollowedHistory } from '../services/api/history/followed-history.ts'
import type { MarketHistory, MarketRef } from '../services/api/history/market-history.ts'
import { createStoredHistory } from '../services/api/history/stored-history.ts'
import { startHistory } from './history.ts'
import { describeMachine, residentMiBOf } from './machine.ts'
import { openPipeline, type Pipeline } from './pipeline.ts'
import { createZipf } from './raw-trades.ts'
import { savePositions } from './saved-positions.ts'
import { percentileOf, tableHead, tableRow } from './statistics.ts'

const { values } = parseArgs({
  options: {
    'cache-mb': { type: 'string', default: '256' },
    popular: { type: 'string', default: '200' },
    'trades-each': { type: 'string', default: '20000' },
    scanned: { type: 'string', default: '100000' },
    large: { type: 'string', default: '5000000' },
    requests: { type: 'string', default: '100000' },
  },
})
const [popular, tradesEach, scanned, large, requests] = [
  values.popular,
  values['trades-each'],
  values.scanned,
  values.large,
  values.requests,
].map(Number) as [number, number, number, number, number]
/** Of each scanned market. */
const scannedTrades = 20
/** The trades of each market are spread over this time. */
const [firstMs, lastMs] = [1_760_000_000_000, 1_762_592_000_000]
const connections = 32
/** Prices at random times of the large market. */
const largeRequests = 2_000
/** Prices that are compared with those of the store, per run. */
const compared = 200
const print = (text: string): void => void process.stdout.write(text)

/** Inserts `trades` trades of each of `count` markets, whose ids are the prefix and a number. */
async function insertTrades({ store }: Pipeline, prefix: string, count: number, trades: number) {
  const marketsPerStatement = Math.max(1, Math.floor(2_000_000 / trades))
  for (let from = 0; from < count; from += marketsPerStatement)
    await store.command(
      `INSERT INTO trades (market_id, ts, id, price, size, side, outcome, received_at_ms, position)
       SELECT concat({prefix:String}, toString({from:UInt64} + intDiv(number, {trades:UInt64}))),
         fromUnixTimestamp64Milli(toInt64({first_ms:Int64} + number % {trades:UInt64} * {every_ms:Float64}), 'UTC'),
         toString(number), 0.01 + number % 98 / 100, 1 + number % 500, 'buy', 0, {last_ms:Int64}, number
       FROM numbers({rows:UInt64})`,
      {
        prefix,
        from,
        trades,
        first_ms: firstMs,
        every_ms: (lastMs - firstMs) / trades,
        last_ms: lastMs,
        rows: Math.min(marketsPerStatement, count - from) * trades,
      },
    )
}

/** Pseudo-random and the same in each run. */
function createTimes(): () => number {
  let state = 7
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return firstMs + Math.floor((state / 4_294_967_296) * (lastMs - firstMs))
  }
}

const toMarketRef = (id: string): MarketRef => ({
  id,
  platform: 'platform_a',
  labels: ['Yes', 'No'],
  watermarkPosition: 0,
})

async function askPrice(history: FollowedHistory, id: string, atMs: number): Promise<void> {
  const price = await history.priceAt(toMarketRef(id), atMs)
  if (price === null) throw new Error(`${id} has no price at ${atMs}`)
}

type Ask = (history: Pick<MarketHistory, 'priceAt' | 'tradesPage' | 'candlePage'>) => unknown

/** Throws unless the memory and the store give the same answer. */
async function expectAnswerOfStore(
  pipeline: Pipeline,
  history: FollowedHistory,
  ask: Ask,
): Promise<void> {
  const [answer, expected] = [await ask(history), await ask(createStoredHistory(pipeline.store))]
  if (!isDeepStrictEqual(answer, expected))
    throw new Error(`${JSON.stringify(answer)} instead of ${JSON.stringify(expected)}`)
}

/** Compares prices at random times of random markets whose ids are the prefix and a number. */
async function comparePrices(
  pipeline: Pipeline,
  history: FollowedHistory,
  prefix: string,
  markets: number,
): Promise<void> {
  const atMs = createTimes()
  for (let number = 0; number < compared; number += 1) {
    const market = toMarketRef(`${prefix}${(number * 7_919) % markets}`)
    const ms = atMs()
    await expectAnswerOfStore(pipeline, history, (one) => one.priceAt(market, ms))
  }
}

/** Throws if the memory has more bytes than allowed. */
function expectBounded(history: FollowedHistory, maxBytes: number): void {
  const { bytes } = history.counts()
  if (bytes > maxBytes) throw new Error(`${bytes} bytes instead of at most ${maxBytes}`)
}

interface Load {
  /** Whether each request for a popular market is followed by one for a market that nobody has asked for. */
  readonly scan: boolean
  /** Bound of the memory. */
  readonly maxBytes: number
}

interface Found {
  /** Share of the requests for popular markets that waited for no statement. */
  readonly hits: number
  readonly p99Ms: number
  readonly perS: number
}

/** Requests prices of the popular markets; the first half warms up. */
async function requestPopular(history: FollowedHistory, { scan, maxBytes }: Load): Promise<Found> {
  const pick = createZipf(popular)
  const atMs = createTimes()
  const latenciesMs: number[] = []
  let [next, waited, startedMs] = [0, 0, 0]
  async function work(): Promise<void> {
    for (let number = next++; number < requests; number = next++) {
      const isMeasured = number >= requests / 2
      if (isMeasured && startedMs === 0) startedMs = performance.now()
      const askedMs = performance.now()
      const answer = history.priceAt(toMarketRef(`pa_popular${pick()}`), atMs())
      const isHit = !(answer instanceof Promise)
      await answer
      if (isMeasured) latenciesMs.push(performance.now() - askedMs)
      if (isMeasured && !isHit) waited += 1
      if (scan) await askPrice(history, `pa_scanned${number % scanned}`, lastMs)
      if (number % 100 === 0) expectBounded(history, maxBytes)
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  return {
    hits: 1 - waited / latenciesMs.length,
    p99Ms: percentileOf(latenciesMs, 0.99),
    perS: latenciesMs.length / ((performance.now() - startedMs) / 1000),
  }
}

async function measurePopular(pipeline: Pipeline): Promise<void> {
  print(
    tableHead([
      'memory, MB',
      'other markets',
      'hits',
      'p99, ms',
      'prices/s',
      'used, MB',
      'evictions',
      'answers of the store, without the log',
    ]),
  )
  for (const cacheMB of values['cache-mb'].split(',').map(Number))
    for (const scan of [false, true]) {
      const history = await startHistory(pipeline, cacheMB * 1e6)
      const { hits, p99Ms, perS } = await requestPopular(history, { scan, maxBytes: cacheMB * 1e6 })
      const { bytes, evictions, fallbacks } = history.counts()
      await comparePrices(pipeline, history, 'pa_popular', popular)
      if (scan) await comparePrices(pipeline, history, 'pa_scanned', scanned)
      await history.stop()
      print(
        tableRow([
          cacheMB,
          scan ? 'one request each, in turns' : 'none',
          `${(hits * 100).toFixed(1)}%`,
          p99Ms.toFixed(1),
          perS.toFixed(0),
          (bytes / 1e6).toFixed(0),
          evictions,
          fallbacks,
        ]),
      )
    }
}

/** Inserts the candles of the large market, from its trades. */
async function insertCandles({ store }: Pipeline): Promise<void> {
  for (const [table, bucket, toStart] of [
    ['candles_1m', 'minute', 'toStartOfMinute'],
    ['candles_1h', 'hour', 'toStartOfHour'],
  ] as const)
    await store.command(
      `INSERT INTO ${table} (market_id, ${bucket}, open, high, low, close, volume, notional, outcome_notional,
         trade_count, version)
       SELECT market_id, ${toStart}(ts) AS start, argMin(price, (ts, id)), max(price), min(price),
         argMax(price, (ts, id)), sum(size), sum(price * size), sum(price * size), count(), sum(version)
       FROM trades WHERE market_id = {market:String} GROUP BY market_id, start`,
      { market: largeMarket.id },
    )
}

const largeMarket = toMarketRef('pa_large0')
const middleMs = (firstMs + lastMs) / 2
const allCandles = (interval: '1m' | '1h') => ({
  interval,
  ...toCandleRange(interval, 0, lastMs / 1000 + 1),
  limit: 5_000,
  keep: 'newest' as const,
  completeness: { completeUntilMs: lastMs, gaps: [] },
})

const largeQuestions: readonly (readonly [name: string, ask: Ask])[] = [
  ['price, newest', (history) => history.priceAt(largeMarket, lastMs)],
  ['price, past', (history) => history.priceAt(largeMarket, middleMs)],
  [
    'trades, newest 500',
    (history) =>
      textsOf(history.tradesPage(largeMarket, { after: newestSortKey, fromMs: 0, limit: 500 })),
  ],
  [
    'trades, past 500',
    (history) =>
      textsOf(history.tradesPage(largeMarket, { after: [middleMs, ''], fromMs: 0, limit: 500 })),
  ],
  [
    'candles, 1m, newest 5,000',
    (history) => textsOf(history.candlePage(largeMarket, allCandles('1m'))),
  ],
  ['candles, 1h, all', (history) => textsOf(history.candlePage(largeMarket, allCandles('1h')))],
]

async function textsOf(
  page: ReturnType<MarketHistory['tradesPage']> | ReturnType<MarketHistory['candlePage']>,
): Promise<readonly string[]> {
  const found = await page
  return ('trades' in found ? found.trades : found.rows).texts()
}

async function timeMs(work: () => unknown): Promise<number> {
  const startedMs = performance.now()
  await work()
  return performance.now() - startedMs
}

/** The first request of each question about the large market, the same again, and the store's time for it. */
async function measureLargeQuestions(pipeline: Pipeline, history: FollowedHistory): Promise<void> {
  print(tableHead(['one very large market', 'first request, ms', 'second, ms', 'store, ms']))
  const stored = createStoredHistory(pipeline.store)
  for (const [name, ask] of largeQuestions) {
    // the first time, the engine reads files that are in its caches afterwards
    await ask(stored)
    const storeMs = await timeMs(() => ask(stored))
    const times = [await timeMs(() => ask(history)), await timeMs(() => ask(history)), storeMs]
    print(tableRow([name, ...times.map((ms) => ms.toFixed(2))]))
    await expectAnswerOfStore(pipeline, history, ask)
  }
}

/** Requests prices at times all over the large market. */
async function measureLarge(pipeline: Pipeline): Promise<void> {
  const limitBytes = 256e6
  const history = await startHistory(pipeline, limitBytes)
  await measureLargeQuestions(pipeline, history)
  const atMs = createTimes()
  const latenciesMs: number[] = []
  const startedMs = performance.now()
  let fullMs: number | null = null
  let next = 0
  async function work(): Promise<void> {
    for (let number = next++; number < Math.min(requests, largeRequests); number = next++) {
      const ms = atMs()
      latenciesMs.push(await timeMs(() => askPrice(history, largeMarket.id, ms)))
      expectBounded(history, limitBytes)
      if (history.counts().evictions > 0) fullMs ??= performance.now() - startedMs
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  const tookMs = performance.now() - startedMs
  const { bytes, loads, hits, fallbacks } = history.counts()
  await comparePrices(pipeline, history, 'pa_large', 1)
  await history.stop()
  print(
    `${latenciesMs.length} prices at random times in ${(tookMs / 1000).toFixed(1)} s: ` +
      `p50 ${percentileOf(latenciesMs, 0.5).toFixed(1)}, p99 ${percentileOf(latenciesMs, 0.99).toFixed(1)} ms; ` +
      `${hits} without a load, ${loads} loads, ${fallbacks} answers of the store, ${(bytes / 1e6).toFixed(0)} of 256 MB; ` +
      `${fullMs === null ? 'the memory was not filled' : `full after ${(fullMs / 1000).toFixed(1)} s`}; ` +
      `process ${residentMiBOf(process.pid).own.toFixed(0)} MiB\n`,
  )
}

const directory = await mkdtemp(join(tmpdir(), 'oddslog-bench-'))
try {
  print(
    `${describeMachine()}${popular} markets of ${tradesEach} trades, ${scanned} of ${scannedTrades}, one of ${large}\n`,
  )
  const pipeline = await openPipeline(directory)
  await insertTrades(pipeline, 'pa_popular', popular, tradesEach)
  await insertTrades(pipeline, 'pa_scanned', scanned, scannedTrades)
  await insertTrades(pipeline, 'pa_large', 1, large)
  await insertCandles(pipeline)
  await savePositions(pipeline)
  await measurePopular(pipeline)
  await measureLarge(pipeline)
  print(
    `load average: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}\n`,
  )
  await pipeline.close()
} finally {
  await rm(directory, { recursive: true, force: true, maxRetries: 5 })
}
