// The provisional trades in memory, by market and by confirmation key: bounded in number and age.
import type { Trade } from '../../../schemas/generated/events.ts'
import {
  confirmationKeyOf,
  maxAnnouncementDelayMs,
  maxProvisionalMs,
} from '../../domain/provisional-trade.ts'

/** Maximum number of trades in memory. When there are more, the oldest are removed. */
const maxTrades = 50_000
/**
 * The keys of confirmed and withdrawn trades are kept for this long, because a stream may announce such a trade later
 * or again.
 */
export const endedKeyRetentionMs = 2 * maxAnnouncementDelayMs

export interface AnnouncedTrades {
  /**
   * Adds a trade. Returns false if the trade is in memory already, was confirmed or withdrawn, or is too old.
   */
  add(trade: Trade): boolean
  has(key: string): boolean
  /**
   * Removes the trade with this confirmation key. add() then ignores trades with this key for `endedKeyRetentionMs`.
   */
  end(key: string): void
  withdraw(marketId: string, tradeId: string): void
  forgetEndedKeys(): void
  /** Returns the trades of a market, newest first. */
  of(marketId: string): readonly Trade[]
  /** Returns the receipt time of the earliest trade, in Unix milliseconds; null if there are no trades. */
  oldestReceivedMs(): number | null
}

/** `now` is in Unix milliseconds. */
export function createAnnouncedTrades(now: () => number): AnnouncedTrades {
  /** By confirmation key, in the order in which the trades arrived. */
  const trades = new Map<string, Trade>()
  /** The keys of `trades`, by market. */
  const keysOf = new Map<string, Set<string>>()
  /**
   * The keys of confirmed or withdrawn trades, oldest first, each with the time at which `end` was called, in Unix
   * milliseconds.
   */
  const ended = new Map<string, number>()

  const isExpired = ({ received_at_ms: ms }: Trade): boolean => ms <= now() - maxProvisionalMs

  function remove(key: string): void {
    const { market_id: id = '' } = trades.get(key) ?? {}
    trades.delete(key)
    const ofMarket = keysOf.get(id)
    ofMarket?.delete(key)
    if (ofMarket?.size === 0) keysOf.delete(id)
  }

  function end(key: string): void {
    remove(key)
    for (const [oldKey, atMs] of ended) {
      if (atMs > now() - endedKeyRetentionMs) break
      ended.delete(oldKey)
    }
    ended.delete(key)
    ended.set(key, now())
  }

  return {
    add(trade) {
      const key = confirmationKeyOf(trade)
      if (isExpired(trade) || ended.has(key) || trades.has(key)) return false
      trades.set(key, trade)
      const ofMarket = keysOf.get(trade.market_id) ?? new Set()
      keysOf.set(trade.market_id, ofMarket.add(key))
      for (const [oldKey, old] of trades) {
        if (trades.size <= maxTrades && !isExpired(old)) break
        remove(oldKey)
      }
      return true
    },
    has: (key) => trades.has(key),
    end,
    withdraw(marketId, tradeId) {
      for (const key of keysOf.get(marketId) ?? []) if (trades.get(key)?.id === tradeId) end(key)
    },
    forgetEndedKeys: () => ended.clear(),
    of: (marketId) =>
      [...(keysOf.get(marketId) ?? [])]
        .flatMap((key) => trades.get(key) ?? [])
        .filter((trade) => !isExpired(trade))
        .toSorted((a, b) => b.timestamp_ms - a.timestamp_ms || (a.id < b.id ? 1 : -1)),
    oldestReceivedMs() {
      let oldest: number | null = null
      for (const { received_at_ms: ms } of trades.values())
        if (oldest === null || ms < oldest) oldest = ms
      return oldest
    },
  }
}
