// The markets that wait to be looked up, with the trades that wait for them.
import { createKeyedQueue } from '../../lib/run/keyed-queue.ts'
import type { TradeRow } from '../../platforms/source.ts'
import type { NewRow } from '../windows/published-rows.ts'

/** How many markets are looked up with one call. */
const marketsPerLookup = 50

interface WaitingMarket {
  /** How many trades of the market have been appended since it was put into the queue. */
  trades: number
  /** The trades that will be appended again with the facts about the market, by body and repeat. */
  readonly awaiting: Map<string, NewRow<TradeRow>>
}

export interface WaitingMarkets {
  size(): number
  has(nativeId: string): boolean
  /**
   * Adds a market with this number of trades. If the market waits already and `trades` is omitted, the market is put
   * back into the queue with the number of trades that it had.
   */
  add(nativeId: string, trades?: number): void
  /**
   * Adds the market of an appended trade. `isAppendedAgain`: the trade will be appended again with the facts
   * about the market.
   */
  addTrade(trade: NewRow<TradeRow>, isAppendedAgain: boolean): void
  /** To be called when a market has become known without a look-up. */
  noteMarketKnown(nativeId: string): void
  /** The markets that have become known without a look-up. */
  marketsKnownWithoutLookUp(): readonly string[]
  /**
   * Removes the most traded markets from the queue, and returns those to request with one look-up. Markets that are
   * known by now are not returned here but by `marketsKnownWithoutLookUp`.
   */
  takeUnknownMarkets(isKnownMarket: (nativeId: string) => boolean): string[]
  /** Removes the markets. Returns the trades that waited for them. */
  remove(nativeIds: readonly string[]): NewRow<TradeRow>[]
}

export function createWaitingMarkets(): WaitingMarkets {
  const waiting = new Map<string, WaitingMarket>()
  /** The markets of `waiting` that are still to be looked up, the most traded first. */
  const queue = createKeyedQueue()
  const found = new Set<string>()

  const tradeCountOf = (nativeId: string): number => waiting.get(nativeId)?.trades ?? 0

  function enqueue(nativeId: string, trades: number): WaitingMarket {
    const entry = waiting.get(nativeId) ?? { trades, awaiting: new Map() }
    entry.trades = trades
    waiting.set(nativeId, entry)
    queue.set(nativeId, -trades)
    return entry
  }

  return {
    size: () => waiting.size,
    has: (nativeId) => waiting.has(nativeId),
    add: (nativeId, trades = tradeCountOf(nativeId)) => void enqueue(nativeId, trades),
    addTrade(trade, isAppendedAgain) {
      const { row, repeat } = trade
      const entry = enqueue(row.marketNativeId, tradeCountOf(row.marketNativeId) + 1)
      if (isAppendedAgain) entry.awaiting.set(rowKey(row.body, repeat), trade)
    },
    noteMarketKnown(nativeId) {
      if (waiting.has(nativeId)) found.add(nativeId)
    },
    marketsKnownWithoutLookUp: () => [...found],
    takeUnknownMarkets(isKnownMarket) {
      const nativeIds: string[] = []
      for (let next = queue.first(); next !== undefined; next = queue.first()) {
        if (nativeIds.length === marketsPerLookup) break
        queue.delete(next.key)
        if (isKnownMarket(next.key)) found.add(next.key)
        else nativeIds.push(next.key)
      }
      return nativeIds
    },
    remove(nativeIds) {
      const trades = nativeIds.flatMap((nativeId) => [
        ...(waiting.get(nativeId)?.awaiting.values() ?? []),
      ])
      for (const nativeId of nativeIds)
        for (const each of [waiting, queue, found]) each.delete(nativeId)
      return trades
    },
  }
}

export const rowKey = (body: string, repeat: number): string => `${repeat} ${body}`
