// The value ranges of the store's columns. A record with a value out of range is refused before the insert,
// because ClickHouse rejects a whole insert if one row has such a value. The projector refuses records for
// the tables, and the api refuses the same records when it reads them from the log.
import type { Audit, Book, PriceLevel } from '../../schemas/generated/events.ts'
import type { Market } from './market.ts'
import type { Trade } from './trade.ts'

/** Reason why a record was refused; also a label of a metric. */
export type Refusal = 'time_out_of_range' | 'decimal_out_of_range' | 'index_out_of_range'

/**
 * Start of the year 2100; later times are out of range. Candles store times as 32-bit seconds (until 2106),
 * and versions of trades overflow in 2109.
 */
const endOfTimeMs = 4_102_444_800_000

export function isTimeInRange(timeMs: number): boolean {
  return Number.isInteger(timeMs) && timeMs >= 0 && timeMs < endOfTimeMs
}

const decimal = /^-?(\d+)(?:\.\d+)?$/

/** Whether a Decimal column with `wholeDigits` digits before the decimal point can store the number. */
export function isDecimal(text: string, wholeDigits: number): boolean {
  const whole = decimal.exec(text)?.[1]
  return whole !== undefined && whole.length <= wholeDigits
}

/** Returns why the tables trades and wallet_activity cannot store the trade, or null if they can. */
export function tradeRefusal(trade: Trade): Refusal | null {
  if (!isTimeInRange(trade.timestamp_ms) || !isTimeInRange(trade.received_at_ms))
    return 'time_out_of_range'
  if (!isDecimal(trade.price, 1) || !isDecimal(trade.outcome_price, 1))
    return 'decimal_out_of_range'
  if (!isDecimal(trade.size, 12)) return 'decimal_out_of_range'
  if (trade.outcome_index < 0 || trade.outcome_index > 255) return 'index_out_of_range'
  return null
}

/** Returns why the tables books and quotes cannot store the book, or null if they can. */
export function bookRefusal(book: Book): Refusal | null {
  if (!isTimeInRange(book.timestamp_ms) || !isTimeInRange(book.received_at_ms))
    return 'time_out_of_range'
  return book.bids.every(isStorableLevel) && book.asks.every(isStorableLevel)
    ? null
    : 'decimal_out_of_range'
}

function isStorableLevel({ price, size }: PriceLevel): boolean {
  return isDecimal(price, 1) && isDecimal(size, 12)
}

/** Returns why the table markets cannot store the market, or null if it can. */
export function marketRefusal(market: Market): Refusal | null {
  if (!isTimeInRange(market.received_at_ms)) return 'time_out_of_range'
  const prices = [
    market.best_bid,
    market.best_ask,
    ...market.outcomes.map((outcome) => outcome.listed_price),
  ]
  const amounts = [market.volume_24h, market.volume_total, market.open_interest]
  const isStorableDecimal = (wholeDigits: number) => (text: string | null) =>
    text === null || isDecimal(text, wholeDigits)
  return prices.every(isStorableDecimal(1)) && amounts.every(isStorableDecimal(20))
    ? null
    : 'decimal_out_of_range'
}

/** Returns why the audit cannot be stored in the table `audits`, or null if it can. */
export function auditRefusal(audit: Audit): Refusal | null {
  const { stated, held, difference, audited_until_ms: until, audited_at_ms: at } = audit
  if (!isTimeInRange(until) || !isTimeInRange(at)) return 'time_out_of_range'
  return [stated, held, difference].every((amount) => isDecimal(amount, 20))
    ? null
    : 'decimal_out_of_range'
}
