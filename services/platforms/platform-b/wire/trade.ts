// platform_b: the fields of a trade, in the live and the historical tier.

/**
 * Any field may be missing or of another type; the code that reads a field checks it. Prices and
 * counts have two generations, see amounts.ts.
 */
export interface PlatformBTrade {
  readonly trade_id?: unknown
  readonly ticker?: unknown
  readonly yes_price?: unknown
  readonly yes_price_dollars?: unknown
  readonly no_price?: unknown
  readonly no_price_dollars?: unknown
  /** The price of Yes, in rows of January 2026 only. */
  readonly price?: unknown
  readonly count?: unknown
  readonly count_fp?: unknown
  readonly taker_outcome_side?: unknown
  readonly taker_side?: unknown
  readonly taker_book_side?: unknown
  readonly created_time?: unknown
}
