// A market in the unified model. The mappers of the platforms create it; records, tables and /v1
// share it.
import type * as events from '../../schemas/generated/events.ts'

/**
 * A market as of one response of its platform.
 *
 * - `outcomes` has at least two entries. `best_bid`, `best_ask` and all prices of its trades, books and
 *   candles are prices of the first one: decimals from 0 to 1, in dollars per contract.
 * - `listed_price` of an outcome is the platform's price, or the payout once the market is resolved.
 * - Volumes and open interest are decimals in the platform's unit: dollars, or contracts of one dollar.
 * - `created_at`, `close_time` and `resolved_at` are Unix seconds, `received_at_ms` Unix milliseconds.
 */
export type Market = events.Market

/** `closed`: trading has ended, and the result is not final. `resolved`: the result is final. */
export type MarketStatus = events.MarketStatus

export type MarketOutcome = events.MarketOutcome

/** A market may have trades up to this long before its creation time as the platform states it. */
export const maxTradedBeforeCreationMs = 86_400_000
