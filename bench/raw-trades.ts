// Raw trades for benchmarks, in the formats of both platforms: markets with zipf-distributed activity.
// Always the same, except for the times that the caller gives.
import type { Platform, RawTrade } from '../schemas/generated/events.ts'

const firstTradeMs = Date.UTC(2026, 8, 1)
/** Ten million trades in thirty days. */
const msPerTrade = (30 * 86_400_000) / 10_000_000

export interface BenchMarket {
  readonly id: string
  readonly platform: Platform
  readonly nativeId: string
  /** platform_a: token ids, first outcome first. */
  readonly tokens: readonly string[]
}

/** Trade number `number`, with the given time. */
export type MakeTrade = (number: number, timeMs: number) => RawTrade

export function createMarkets(count: number): BenchMarket[] {
  return Array.from({ length: count }, (_, index) => {
    const nativeId = index % 2 === 0 ? `0x${digest(index, 64)}` : `KXBENCH-26SEP-${index}`
    return index % 2 === 0
      ? { id: `pa_${nativeId}`, platform: 'platform_a', nativeId, tokens: toTokens(index) }
      : { id: `pb_${nativeId}`, platform: 'platform_b', nativeId, tokens: [] }
  })
}

/** The n-th market has 1/n of the trades of the first one. */
export function createMakeTrade(markets: readonly BenchMarket[]): MakeTrade {
  const pick = createZipf(markets.length)
  return (number, timeMs) => {
    const market = markets[pick()]
    if (market === undefined) throw new RangeError('there are no markets')
    return market.platform === 'platform_a'
      ? toPlatformATrade(market, number, timeMs)
      : toPlatformBTrade(market, number, timeMs, 1 + (number % 99))
  }
}

/** In order of time, over several days. */
export function* generateRawTrades(options: {
  readonly markets: readonly BenchMarket[]
  readonly trades: number
  readonly blockSize: number
}): Generator<RawTrade[]> {
  const make = createMakeTrade(options.markets)
  for (let first = 0; first < options.trades; first += options.blockSize) {
    const length = Math.min(options.blockSize, options.trades - first)
    yield Array.from({ length }, (_, i) => make(first + i, timeOfTrade(first + i)))
  }
}

/** The market of a trade of generateRawTrades. */
export function timeOfTrade(number: number): number {
  return firstTradeMs + Math.floor(number * msPerTrade)
}

function toPlatformATrade(market: BenchMarket, number: number, timeMs: number): RawTrade {
  const outcomeIndex = number % 3 === 0 ? 1 : 0
  return {
    platform: 'platform_a',
    market_id: market.id,
    url: 'https://data.example/trades?limit=500&takerOnly=true',
    received_at_ms: timeMs + 1_500,
    body: JSON.stringify({
      proxyWallet: `0x${digest(number % 5_000, 40)}`,
      side: number % 2 === 0 ? 'BUY' : 'SELL',
      asset: market.tokens[outcomeIndex],
      conditionId: market.nativeId,
      size: (1 + (number % 9_973)) / 100,
      price: (1 + (number % 997)) / 1_000,
      timestamp: Math.floor(timeMs / 1000),
      title: 'Will the benchmark be run again before the end of the month?',
      slug: 'will-the-benchmark-be-run-again',
      icon: 'https://images.example/icon.png',
      eventSlug: 'benchmarks-of-the-month',
      outcome: outcomeIndex === 0 ? 'Yes' : 'No',
      outcomeIndex,
      name: '',
      pseudonym: 'Quick-Fox',
      bio: '',
      profileImage: '',
      transactionHash: `0x${digest(number, 64)}`,
    }),
    repeat: 0,
    tokens: market.tokens,
    outcomes: ['Yes', 'No'],
    awaits_market: false,
    progress: null,
  }
}

/** `cents`: price of Yes, in 1/100 cent. */
export function toPlatformBTrade(
  market: BenchMarket,
  number: number,
  timeMs: number,
  cents: number,
): RawTrade {
  const id = digest(number, 32)
  return {
    platform: 'platform_b',
    market_id: market.id,
    url: 'https://api.example/trade-api/v2/markets/trades?limit=1000',
    received_at_ms: timeMs + 1_500,
    body: JSON.stringify({
      trade_id: id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
      ticker: market.nativeId,
      count_fp: `${1 + (number % 500)}.00`,
      yes_price_dollars: (cents / 100).toFixed(4),
      no_price_dollars: ((100 - cents) / 100).toFixed(4),
      taker_outcome_side: number % 2 === 0 ? 'yes' : 'no',
      taker_book_side: number % 2 === 0 ? 'bid' : 'ask',
      created_time: new Date(timeMs).toISOString(),
      is_block_trade: false,
    }),
    repeat: 0,
    tokens: [],
    outcomes: ['Yes', 'No'],
    awaits_market: false,
    progress: null,
  }
}

function toTokens(index: number): string[] {
  return ['0x1', '0x2'].map((start) => String(BigInt(start + digest(index, 60))))
}

/** Hexadecimal digits that look random, so that they compress as badly as real ids. */
function digest(number: number, digits: number): string {
  let text = ''
  for (let word = 0; text.length < digits; word += 1) {
    let mixed = Math.imul(number + 1, 0x9e3779b1) ^ Math.imul(word + 1, 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    text += ((mixed ^ (mixed >>> 15)) >>> 0).toString(16).padStart(8, '0')
  }
  return text.slice(0, digits)
}

/** Picks indexes with a Zipf distribution: index n with a probability proportional to 1/n. */
export function createZipf(count: number): () => number {
  const sums: number[] = []
  let sum = 0
  for (let rank = 1; rank <= count; rank += 1) sums.push((sum += 1 / rank))
  let state = 42
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const target = (state / 4_294_967_296) * sum
    let [low, high] = [0, count - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? sum) < target) low = middle + 1
      else high = middle
    }
    return low
  }
}
