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
  first: TradeOrder
  last: TradeOrder
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

interface TradeOrder {
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
/** A trade's version is computed from this time minus the time of receipt, as in 001_trades.sql. */
const versionEndMs = 4_398_046_511_104

export function startMinute(trade: Trade, offset: number): MinuteTrades {
  return { ids: new Set([trade.id]), hasRepeats: false, candle: candleOfTrade(trade, offset) }
}

export function addTradeToMinute(into: MinuteTrades, trade: Trade, offset: number): void {
  if (into.ids.has(trade.id)) into.hasRepeats = true
  else into.ids.add(trade.id)
  mergeCandles(into.candle, candleOfTrade(trade, offset))
}

/** Adds the trades of `from`, which belong to the same market and minute. */
export function mergeMinutes(into: MinuteTrades, from: MinuteTrades): void {
  into.hasRepeats ||= from.hasRepeats || haveCommonIds(into, from)
  for (const id of from.ids) into.ids.add(id)
  mergeCandles(into.candle, from.candle)
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

export function mergeCandles(into: Candle, from: Candle): void {
  if (isBefore(from.first, into.first)) {
    into.first = from.first
    into.open = from.open
  }
  if (isBefore(into.last, from.last)) {
    into.last = from.last
    into.close = from.close
  }
  if (from.high > into.high) into.high = from.high
  if (from.low < into.low) into.low = from.low
  into.volume += from.volume
  into.notional += from.notional
  into.outcomeNotional += from.outcomeNotional
  into.trades += from.trades
  into.version += from.version
}

/** Compares the ids by their bytes, as ClickHouse does. */
function isBefore(a: TradeOrder, b: TradeOrder): boolean {
  if (a.ms !== b.ms) return a.ms < b.ms
  return Buffer.compare(Buffer.from(a.id), Buffer.from(b.id)) < 0
}
