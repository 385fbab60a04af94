// The trades that the projector has received for one market and minute, and the candle of these trades with the
// values that the SQL of tables/candles.ts would compute. Values are scaled integers: prices with 18 decimals,
// sizes with 6.
import type { Trade } from '../domain/trade.ts'
import { createDecimalScaler } from '../domain/scaled-decimals.ts'

/**
 * The values of a candle, to which trades can be added. `open` and `close` are the prices of the first and the
 * last trade by (time, id).
 */
export interface Candle {
  first: TradeSortKey
  last: TradeSortKey
  open: bigint
  close: bigint
  high: bigint
  low: bigint
  volume: bigint
  notional: bigint
  outcomeNotional: bigint
  trades: number
  version: bigint
}

interface TradeSortKey {
  readonly ms: number
  readonly id: string
}

export interface MinuteTrades {
  readonly ids: Set<string>
  /**
   * Whether the id of a trade occurred in several records. Then `candle` counts the trade twice and cannot be
   * used.
   */
  hasRepeats: boolean
  readonly candle: Candle
}

const priceDigits = 18
const sizeDigits = 6
const one = 10n ** BigInt(priceDigits)
const toPrice = createDecimalScaler(38, priceDigits)
const toSize = createDecimalScaler(38, sizeDigits)
/**
 * The version of a trade contains this time minus the time of receipt, as in 001_trades.sql, so the record that was
 * received first wins.
 */
const versionEndMs = 4_398_046_511_104

export function createMinuteTrades(trade: Trade, offset: number): MinuteTrades {
  return { ids: new Set([trade.id]), hasRepeats: false, candle: candleOfTrade(trade, offset) }
}

export function addTradeToMinute(target: MinuteTrades, trade: Trade, offset: number): void {
  if (target.ids.has(trade.id)) target.hasRepeats = true
  else target.ids.add(trade.id)
  mergeCandles(target.candle, candleOfTrade(trade, offset))
}

/** Adds the trades of `from` to `target`. Both belong to the same market and minute. */
export function mergeMinutes(target: MinuteTrades, from: MinuteTrades): void {
  target.hasRepeats ||= from.hasRepeats || haveCommonIds(target, from)
  for (const id of from.ids) target.ids.add(id)
  mergeCandles(target.candle, from.candle)
}

export function haveCommonIds(a: MinuteTrades, b: MinuteTrades): boolean {
  for (const id of b.ids) if (a.ids.has(id)) return true
  return false
}

function candleOfTrade(trade: Trade, offset: number): Candle {
  const order = { ms: trade.timestamp_ms, id: trade.id }
  const price = BigInt(toPrice(trade.price) ?? 0)
  const size = BigInt(toSize(trade.size) ?? 0)
  const notional = price * size
  return {
    first: order,
    last: order,
    open: price,
    close: price,
    high: price,
    low: price,
    volume: size,
    notional,
    outcomeNotional: trade.outcome_index === 0 ? notional : (one - price) * size,
    trades: 1,
    version: (BigInt(versionEndMs - trade.received_at_ms) << 64n) + BigInt(offset),
  }
}

export function mergeCandles(target: Candle, from: Candle): void {
  if (isBefore(from.first, target.first)) {
    target.first = from.first
    target.open = from.open
  }
  if (isBefore(target.last, from.last)) {
    target.last = from.last
    target.close = from.close
  }
  if (from.high > target.high) target.high = from.high
  if (from.low < target.low) target.low = from.low
  target.volume += from.volume
  target.notional += from.notional
  target.outcomeNotional += from.outcomeNotional
  target.trades += from.trades
  target.version += from.version
}

/** Whether trade `a` comes before trade `b` by (time, id). Ids are compared by their bytes, as ClickHouse does. */
function isBefore(a: TradeSortKey, b: TradeSortKey): boolean {
  if (a.ms !== b.ms) return a.ms < b.ms
  return Buffer.compare(Buffer.from(a.id), Buffer.from(b.id)) < 0
}
