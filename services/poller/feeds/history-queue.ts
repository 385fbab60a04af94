// Decides whose history is fetched next: that of the most traded markets first. The queue follows the
// changes of markets, so its cost depends on what changes and not on how many markets there are.
import { createKeyedQueue } from '../../lib/run/keyed-queue.ts'
import type { MarketsMemory, MarketState } from '../checkpoints.ts'

/** Markets without trades in their history need no request; this many of them are published in one append. */
const marketsPerAppend = 500

export interface HistoryQueue {
  /** Returns markets that have no trades before the tape. */
  takeEmpty(): string[]
  /**
   * Returns the most traded of the other markets, at most `size`. A market for which `isAlone` returns
   * true is returned without others.
   */
  takeTraded(size: number, isAlone: (id: string) => boolean): string[]
  /**
   * Puts back the markets that were taken and whose history is still not complete. Until then they are not
   * returned again. Returns their number.
   */
  putBack(): number
}

/** `endMs`: where every history ends, see HistoryFeedOptions. */
export function createHistoryQueue(
  memory: Pick<MarketsMemory, 'markets' | 'histories' | 'changedMarkets'>,
  endMs: number,
): HistoryQueue {
  const empty = new Set<string>()
  const traded = createKeyedQueue<string>()
  const taken = new Set<string>()

  function isPending(id: string, market: MarketState): boolean {
    return market.nativeId !== '' && (memory.histories.get(id)?.untilMs ?? 0) < endMs
  }

  function isEmpty({ createdMs, neverTraded, listedMs }: MarketState): boolean {
    return (createdMs !== null && createdMs >= endMs) || (neverTraded && listedMs >= endMs)
  }

  /** Gives the market its place. */
  function place(id: string): void {
    if (taken.has(id)) return
    const market = memory.markets.get(id)
    const isKept = market !== undefined && isPending(id, market)
    if (isKept && isEmpty(market)) {
      empty.add(id)
      traded.delete(id)
    } else {
      empty.delete(id)
      if (isKept) traded.set(id, -(market.volume24h * 10 + market.volumeTotal))
      else traded.delete(id)
    }
  }

  function takeUpChanges(): void {
    const { changedMarkets } = memory
    for (const id of changedMarkets) place(id)
    changedMarkets.clear()
  }

  memory.changedMarkets.clear()
  for (const id of memory.markets.keys()) place(id)

  return {
    takeEmpty() {
      takeUpChanges()
      const ids: string[] = []
      for (const id of empty) {
        if (ids.length === marketsPerAppend) break
        empty.delete(id)
        taken.add(id)
        ids.push(id)
      }
      return ids
    },

    takeTraded(size, isAlone) {
      takeUpChanges()
      const ids: string[] = []
      while (ids.length < size) {
        const first = traded.first()
        if (first === undefined) break
        const isLast = isAlone(first.key)
        if (isLast && ids.length > 0) break
        traded.delete(first.key)
        taken.add(first.key)
        ids.push(first.key)
        if (isLast) break
      }
      return ids
    },

    putBack() {
      const ids = [...taken]
      taken.clear()
      for (const id of ids) place(id)
      return ids.filter((id) => traded.has(id) || empty.has(id)).length
    },
  }
}
