// Quotes: the best bid and ask for the first outcome of a market.
import type { Decimal } from './money.ts'
import { addDecimals, compareDecimals, multiplyDecimals, subtractDecimals } from './money.ts'
import { complementOf } from './price.ts'

/**
 * Decimals from 0 to 1, in dollars per contract. A bid of 0 or an ask of 1 stands for an empty side.
 * The bid exceeds the ask in a crossed book.
 */
export type Quote = { readonly bid: Decimal; readonly ask: Decimal }

/**
 * Maximum spread of a usable quote: the middle of a wider one is not a meaningful price. The column
 * `usable` of the table `quotes` repeats the rule.
 */
const maxQuoteSpread: Decimal = '0.1'

/** `bid` and `ask`: null or undefined if the side is empty. */
export function toQuote(bid: Decimal | null | undefined, ask: Decimal | null | undefined): Quote {
  return { bid: bid ?? '0', ask: ask ?? '1' }
}

/** The quote for the other of two outcomes. */
export function invertQuote({ bid, ask }: Quote): Quote {
  return { bid: complementOf(ask), ask: complementOf(bid) }
}

export function midPrice({ bid, ask }: Quote): Decimal {
  return multiplyDecimals(addDecimals(bid, ask), '0.5')
}

/** Negative if the book is crossed. */
export function spreadOf({ bid, ask }: Quote): Decimal {
  return subtractDecimals(ask, bid)
}

/**
 * Whether the quote is usable by the rule of the column `usable`. Unlike usableMidPrice, also accepts prices
 * outside 0 to 1.
 */
export function isUsableQuote(quote: Quote): boolean {
  return (
    compareDecimals(quote.bid, '0') > 0 &&
    compareDecimals(quote.ask, '0') > 0 &&
    compareDecimals(quote.ask, '1') < 0 &&
    compareDecimals(spreadOf(quote), maxQuoteSpread) <= 0
  )
}

/** The mid price, or null if a side is empty or the spread exceeds maxQuoteSpread. */
export function usableMidPrice(quote: Quote): Decimal | null {
  if (quote.bid === '0' || quote.ask === '1') return null
  return compareDecimals(spreadOf(quote), maxQuoteSpread) <= 0 ? midPrice(quote) : null
}
