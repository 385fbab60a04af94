// Comparisons of /v1 with the simulator's data, as lists of differences; an empty list is a pass.
import type { Candle, Trade } from '../../schemas/generated/api.ts'
import { candleGrids, type CandleInterval } from '../../services/domain/candle.ts'
import type { TrueMarket } from '../../simulator/truth.ts'
import {
  expectedBook,
  expectedCandles,
  expectedTrades,
  idOf,
  quotedPrice,
  tradeAt,
  type ExpectedTrade,
} from './expected.ts'
import type { TradeList, V1 } from './v1.ts'
import type { World } from './world.ts'

/**
 * So long can a book of platform_b have been on its way when it was received: simulator, service and tests may share a
 * process on a busy machine.
 */
const longestOnItsWayMs = 10_000

function fieldsOf(trade: ExpectedTrade | Trade): string {
  const { id, native_trade_id: native, price, size, side, timestamp_ms: ms } = trade
  return JSON.stringify([ms, id, native, price, size, side])
}

/**
 * Trades before the watermark that are missing, and trades that never happened. `fromMs`: the list does
 * not reach further back. `mayBeMissing`: of which trades nobody can know yet that they are missing.
 */
export function faultsOfTrades(
  expected: readonly ExpectedTrade[],
  { completeUntilMs, gaps, trades }: TradeList,
  fromMs = 0,
  mayBeMissing: (trade: ExpectedTrade) => boolean = () => false,
): string[] {
  const real = new Set(expected.map(fieldsOf))
  const served = new Set(trades.map(fieldsOf))
  const faults: string[] = []
  if (!(completeUntilMs >= 0)) faults.push('no X-Data-Complete-Until')
  if (served.size !== trades.length) faults.push('a trade is served twice')
  for (const fields of served) if (!real.has(fields)) faults.push(`never was: ${fields}`)
  for (const trade of expected) {
    const { timestamp_ms: ms } = trade
    if (ms < fromMs || ms >= completeUntilMs || isInGap(gaps, ms)) continue
    if (!served.has(fieldsOf(trade)) && !mayBeMissing(trade))
      faults.push(`missing: ${fieldsOf(trade)}`)
  }
  for (const [i, trade] of trades.entries()) {
    const newer = trades[i - 1]
    if (newer && !isOlder(trade, newer)) faults.push(`out of order: ${trade.id}`)
  }
  return faults
}

function isOlder(trade: Trade, newer: Trade): boolean {
  return (
    trade.timestamp_ms < newer.timestamp_ms ||
    (trade.timestamp_ms === newer.timestamp_ms && trade.id < newer.id)
  )
}

/** `gaps` as in X-Data-Gaps. */
function isInGap(gaps: string | null, ms: number): boolean {
  return (gaps ?? '').split(', ').some((gap) => {
    const [from = NaN, until = NaN] = (gap.split(';')[0] ?? '').split('-').map(Number)
    return ms >= from && ms < until
  })
}

/** The api computes all others from the rows of these two. */
export const storedIntervals: readonly CandleInterval[] = ['1m', '1h']

/** Candles while the world stands still. `trades`: all that the api has of the market, oldest first. */
export async function faultsOfCandles(
  v1: V1,
  id: string,
  trades: readonly ExpectedTrade[],
  intervals: readonly CandleInterval[],
): Promise<string[]> {
  const faults: string[] = []
  const { completeUntilMs } = await v1.ok(`${v1.pathOf(id)}/trades?limit=1`)
  for (const interval of intervals) {
    const candles = await v1.candles(id, interval)
    const { stepS } = candleGrids[interval]
    const wanted = expectedCandles(trades, interval).map((candle) =>
      fieldsOfCandle({ ...candle, is_final: (candle.start_ts + stepS) * 1000 <= completeUntilMs }),
    )
    const got = candles.map(fieldsOfCandle)
    const place = got.findIndex((fields, i) => fields !== wanted[i])
    if (place >= 0 || got.length !== wanted.length) {
      const at = place >= 0 ? place : got.length
      faults.push(`${id} ${interval} ${at}: ${got[at]} instead of ${wanted[at]}`)
    }
  }
  return faults
}

function fieldsOfCandle(candle: Candle): string {
  return JSON.stringify(Object.entries(candle).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * The price at an instant: the newest trade, or a quote that was seen after it; from the resolution on, the
 * payout.
 */
export async function faultsOfPrice(
  v1: V1,
  world: World,
  market: TrueMarket,
  atS: number,
): Promise<{ readonly source: string; readonly faults: string[] }> {
  const id = idOf(market)
  const { status, body } = await v1.get<{
    readonly price: number
    readonly source: string
    readonly timestamp_ms: number
    readonly at_time: number
    readonly market_id: string
    readonly platform: string
  }>(`${v1.pathOf(id)}/price?at_time=${atS}`)
  const trade = tradeAt(expectedTrades(world.truth, market), atS * 1000)
  const inResponse = `${id} at ${atS}: ${JSON.stringify(body)}, last trade ${trade ? fieldsOf(trade) : 'none'}`
  if (status === 404) return { source: 'none', faults: trade ? [inResponse] : [] }
  if (status !== 200 || body.market_id !== id || body.at_time !== atS)
    return { source: '', faults: [inResponse] }
  const { source, price, timestamp_ms: ms } = body
  const isSettlement =
    market.resolvedS !== null && ms === market.resolvedS * 1000 && price === market.payout
  const isRight =
    source === 'settlement'
      ? isSettlement && ms <= atS * 1000
      : source === 'trade'
        ? trade !== null && ms === trade.timestamp_ms && price === trade.price
        : ms <= atS * 1000 &&
          ms > (trade?.timestamp_ms ?? -1) &&
          wasQuoted(price, world, market, ms)
  return { source, faults: isRight ? [] : [inResponse] }
}

/** platform_b's books have no time of their own: what was sent a little before may be meant. */
function wasQuoted(price: number, { truth, now }: World, market: TrueMarket, ms: number): boolean {
  const slackMs = market.platform === 'platform_b' ? longestOnItsWayMs : 0
  for (let at = ms; at >= ms - slackMs; at -= 50)
    if (quotedPrice(truth, market.nativeId, Math.min(at, now())) === price) return true
  return false
}

/** The book that stands now, if there is one; the world's clock must have been stopped for a while. */
export async function faultsOfBook(v1: V1, world: World, market: TrueMarket): Promise<string[]> {
  const expected = expectedBook(world.truth, market.nativeId, world.now())
  if (expected === null) return []
  const id = idOf(market)
  const book = await v1.orderBook(id)
  if (book === null) return [`${id}: no book`]
  const numbers = (levels: readonly { price: number; size: number }[]) =>
    levels.map(({ price, size }) => [price, size])
  const faults: string[] = []
  for (const side of ['bids', 'asks'] as const) {
    const [got, want] = [JSON.stringify(numbers(book[side])), JSON.stringify(expected[side])]
    if (got !== want) faults.push(`${id} ${side}: ${got} instead of ${want}`)
  }
  return faults
}
