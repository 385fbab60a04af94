// Decides whose history is fetched next: that of the most traded markets first. The queue follows the
// changes of markets, so its cost depends on what changes and not on how many markets there are.
import { createKeyedQueue } from '../../lib/run/keyed-queue.ts'
import type { MarketsMemory, MarketState } from '../checkpoints.ts'
import { mayBeForgotten } from '../retired-markets.ts'

/** Markets without trades in their history need no request; this many of them are published in one append. */
const marketsPerAppend = 500

export interface HistoryQueue {
  /**
   * Returns the markets that may have been forgotten, so that their histories may be in the log. They are not
   * returned by the other functions until `markRestored`.
   */
  former(): string[]
  isFormer(id: string): boolean
  /** The histories of these markets were restored, or are not in the log. */
  markRestored(ids: readonly string[]): void
  /** Returns markets that have no trades before the tape. */
  takeEmpty(): string[]
  /**
   * Returns the most traded of the other markets, at most `size`: the first one, and those after it
   * until `isTogether` returns false for a market.
   */
  takeTraded(size: number, isTogether: (first: string, id: string) => boolean): string[]
  /** Takes this market, if it is in the queue. */
  take(id: string): void
  /**
   * Puts back the markets that were taken and whose history is still not complete. Until then they are not
   * returned again. Returns their number.
   */
  putBack(): number
}

/** `endMs`: where every history ends, see HistoryFeedOptions. */
export function createHistoryQueue(
  memory: Pick<MarketsMemory, 'markets' | 'histories' | 'changedMarkets' | 'retired'>,
  endMs: number,
): HistoryQueue {
  const empty = new Set<string>()
  const traded = createKeyedQueue<string>()
  const taken = new Set<string>()
  const former = new Set<string>()
  /** The pending markets whose histories are not in the log. */
  const unread = new Set<string>()

  function isPending(id: string, market: MarketState): boolean {
    return market.nativeId !== '' && (memory.histories.get(id)?.untilMs ?? 0) < endMs
  }

  function isEmpty({ createdMs, neverTraded, listedMs }: MarketState): boolean {
    return (createdMs !== null && createdMs >= endMs) || (neverTraded && listedMs >= endMs)
  }

  function isToRestore(id: string, market: MarketState): boolean {
    const isKnown = memory.histories.has(id) || unread.has(id)
    return !isKnown && mayBeForgotten(market, memory.retired)
  }

  /** Gives the market its place. */
  function place(id: string): void {
    if (taken.has(id)) return
    const market = memory.markets.get(id)
    for (const each of [former, empty, traded]) each.delete(id)
    if (!market || !isPending(id, market)) unread.delete(id)
    else if (isToRestore(id, market)) former.add(id)
    else if (isEmpty(market)) empty.add(id)
    else traded.set(id, -(market.volume24h * 10 + market.volumeTotal))
  }

  function applyChanges(): void {
    const { changedMarkets } = memory
    for (const id of changedMarkets) place(id)
    changedMarkets.clear()
  }

  memory.changedMarkets.clear()
  for (const id of memory.markets.keys()) place(id)

  return {
    former() {
      applyChanges()
      return [...former]
    },

    isFormer(id) {
      applyChanges()
      return former.has(id)
    },

    markRestored(ids) {
      for (const id of ids) {
        unread.add(id)
        place(id)
      }
    },

    takeEmpty() {
      applyChanges()
      const ids: string[] = []
      for (const id of empty) {
        if (ids.length === marketsPerAppend) break
        empty.delete(id)
        taken.add(id)
        ids.push(id)
      }
      return ids
    },

    takeTraded(size, isTogether) {
      applyChanges()
      const ids: string[] = []
      while (ids.length < size) {
        const next = traded.first()?.key
        if (next === undefined || (ids[0] !== undefined && !isTogether(ids[0], next))) break
        traded.delete(next)
        taken.add(next)
        ids.push(next)
      }
      return ids
    },

    take(id) {
      applyChanges()
      if (!traded.has(id)) return
      traded.delete(id)
      taken.add(id)
    },

    putBack() {
      const ids = [...taken]
      taken.clear()
      for (const id of ids) place(id)
      return ids.filter((id) => traded.has(id) || empty.has(id)).length
    },
  }
}
