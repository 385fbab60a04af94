// A row of the history of a market: a trade or a quote, in the same form, with the values that the tables have.
import type { Decimal } from '../../domain/money.ts'
import type { Side } from '../../domain/trade.ts'

export interface HistoryRow {
  /** Unix milliseconds: the time of the trade or quote. */
  readonly ms: number
  /** Id of the trade; empty for a quote. A market has one row for each (time, id). */
  readonly id: string
  /** Price of the trade, or bid of the quote. */
  readonly first: Decimal
  /** Size of the trade, or ask of the quote. */
  readonly second: Decimal
  /** For a trade: toTradeFlags(). For a quote: 1 if it is usable (domain/quote.ts), else 0. */
  readonly flags: number
  /** For a trade: when it was received, in Unix milliseconds. For a quote: 0. */
  readonly receivedMs: number
  /** Offset in its topic. */
  readonly position: number
}

/** Returns the flags of a trade: the lowest bit is the side, the higher bits are the index of the outcome. */
export const toTradeFlags = (side: Side, outcomeIndex: number): number =>
  2 * outcomeIndex + (side === 'sell' ? 1 : 0)

export const sideOf = (flags: number): Side => (flags % 2 === 1 ? 'sell' : 'buy')

export const outcomeIndexOf = (flags: number): number => flags >> 1

const surrogate = /[\ud800-\udfff]/

/** Compares ids as the tables do: by their bytes in UTF-8. JavaScript itself compares UTF-16 code units. */
export function compareIds(one: string, other: string): number {
  if (one === other) return 0
  if (surrogate.test(one) || surrogate.test(other))
    return Buffer.compare(Buffer.from(one), Buffer.from(other))
  return one < other ? -1 : 1
}
