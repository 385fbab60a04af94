// Trades that a stream announced and requests have not confirmed yet
// (docs/decisions/064-provisional-trades.md): how they are recognised, and how long they are valid.
import type { Trade } from '../../schemas/generated/events.ts'
import { hasTransactionIds } from '../platforms/identity.ts'

/**
 * A provisional trade is withdrawn if all trades until this long after its time are known and none of them confirms it.
 */
export const confirmationMs = 300_000
/** A provisional trade is valid for at most this long after it was received. */
export const maxProvisionalMs = 900_000
/**
 * An announcement that arrives later than this after the time of its trade is ignored. Requests find the trade anyway.
 */
export const maxAnnouncementDelayMs = 60_000

/**
 * Whether a trade was so old when a request returned it that no stream will still announce it, as with most trades of
 * histories. Such a trade can only confirm a provisional trade that exists already. The limit leaves minutes for the
 * difference of two clocks.
 */
export function isTooOldToBeAnnounced(
  trade: Pick<Trade, 'timestamp_ms' | 'received_at_ms'>,
): boolean {
  return trade.timestamp_ms < trade.received_at_ms - maxProvisionalMs - maxAnnouncementDelayMs
}

/**
 * Returns what a provisional trade has in common with the trades that confirm it: the platform's trade id or, if trades
 * have only a transaction hash, the market, the hash and the outcome. In the second case several trades can have the
 * same key, and a stream announces them as one trade.
 */
export function confirmationKeyOf(
  trade: Pick<Trade, 'id' | 'market_id' | 'platform' | 'native_trade_id' | 'outcome_index'>,
): string {
  return hasTransactionIds(trade.platform)
    ? `${trade.market_id}/${trade.native_trade_id}/${trade.outcome_index}`
    : trade.id
}
