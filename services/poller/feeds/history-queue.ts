// Decides which histories are fetched next: those of the most traded markets come first. The queue follows the changes
// of markets, so its cost depends on what changes and not on how many markets there are.
import { createKeyedQueue } from '../../lib/run/keyed-queue.ts'
import type { MarketTaskStates, MarketState } from '../checkpoints.ts'
import { mayBeForgotten } from '../retired-markets.ts'

/** How many markets without trades in their history are published in one append. Their histories need no request. */
const marketsPerAppend = 500

export interface HistoryQueue {
  /**
   * Returns the markets whose histories may be in the log, because the poller may have forgotten them. Until
   * `markHistoriesRestored` is called for them, the other functions do not return them.
   */
  marketsWithHistoryToRestore(): string[]
  awaitsRestore(id: string): boolean
  /** To be called when the histories of these markets were restored, or are not in the log. */
  markHistoriesRestored(ids: readonly string[]): void
  /** Takes and returns markets that have no trades before the tape. The caller releases them. */
  takeUntradedMarkets(): string[]
  /**
   * Takes and returns the most traded markets that may have trades before the tape, at most `size`: the first market,
   * and the markets after it until `canFetchTogether` returns false for one.
   */
  takeMostTradedMarkets(
    size: number,
    canFetchTogether: (first: string, id: string) => boolean,
  ): string[]
  /** Takes one market, if it is in the queue. */
  takeMarket(id: string): void
  /** Forgets those of the taken markets whose history is complete. */
  releaseCompleteMarkets(ids: readonly string[]): void
  /**
   * Puts the markets that takeMostTradedMarkets() and takeMarket() have taken, and whose history is still not complete, back
   * into the queue. Returns their number.
   */
  putBackIncompleteMarkets(): number
}

/** `endMs`: where every history ends, see HistoryFeedOptions. */
export function createHistoryQueue(
  memory: Pick<MarketTaskStates, 'markets' | 'histories' | 'changedMarkets' | 'retired'>,
  endMs: number,
): HistoryQueue {
  const empty = new Set<string>()
  const traded = createKeyedQueue()
  /** The markets that takeMostTradedMarkets() and takeMarket() have taken. */
  const taken = new Set<string>()
  /** The markets that takeUntradedMarkets() has returned. */
  const takenUntraded = new Set<string>()
  const former = new Set<string>()
  /** Markets whose history is not complete, and was already restored from the log or is not in it. */
  const unread = new Set<string>()

  function isHistoryPending(id: string, market: MarketState): boolean {
    return market.nativeId !== '' && (memory.histories.get(id)?.untilMs ?? 0) < endMs
  }

  function hasEmptyHistory({ createdMs, neverTraded, listedMs }: MarketState): boolean {
    return (createdMs !== null && createdMs >= endMs) || (neverTraded && listedMs >= endMs)
  }

  function mayHaveHistoryInLog(id: string, market: MarketState): boolean {
    const isKnown = memory.histories.has(id) || unread.has(id)
    return !isKnown && mayBeForgotten(market, memory.retired)
  }

  /** Moves the market to the set or queue to which it belongs now. */
  function placeInQueue(id: string): void {
    if (taken.has(id) || takenUntraded.has(id)) return
    const market = memory.markets.get(id)
    for (const each of [former, empty, traded]) each.delete(id)
    if (!market || !isHistoryPending(id, market)) unread.delete(id)
    else if (mayHaveHistoryInLog(id, market)) former.add(id)
    else if (hasEmptyHistory(market)) empty.add(id)
    else traded.set(id, -(market.volume24h * 10 + market.volumeTotal))
  }

  function applyChanges(): void {
    const { changedMarkets } = memory
    for (const id of changedMarkets) placeInQueue(id)
    changedMarkets.clear()
  }

  memory.changedMarkets.clear()
  for (const id of memory.markets.keys()) placeInQueue(id)

  return {
    marketsWithHistoryToRestore() {
      applyChanges()
      return [...former]
    },

    awaitsRestore(id) {
      applyChanges()
      return former.has(id)
    },

    markHistoriesRestored(ids) {
      for (const id of ids) {
        unread.add(id)
        placeInQueue(id)
      }
    },

    takeUntradedMarkets() {
      applyChanges()
      const ids: string[] = []
      for (const id of empty) {
        if (ids.length === marketsPerAppend) break
        empty.delete(id)
        takenUntraded.add(id)
        ids.push(id)
      }
      return ids
    },

    takeMostTradedMarkets(size, canFetchTogether) {
      applyChanges()
      const ids: string[] = []
      while (ids.length < size) {
        const next = traded.first()?.key
        if (next === undefined || (ids[0] !== undefined && !canFetchTogether(ids[0], next))) break
        traded.delete(next)
        taken.add(next)
        ids.push(next)
      }
      return ids
    },

    takeMarket(id) {
      applyChanges()
      if (!traded.has(id)) return
      traded.delete(id)
      taken.add(id)
    },

    releaseCompleteMarkets(ids) {
      for (const id of ids) {
        const market = memory.markets.get(id)
        if (market && isHistoryPending(id, market)) continue
        for (const each of [taken, takenUntraded]) each.delete(id)
        placeInQueue(id)
      }
    },

    putBackIncompleteMarkets() {
      const ids = [...taken]
      taken.clear()
      for (const id of ids) placeInQueue(id)
      return ids.filter((id) => traded.has(id) || empty.has(id)).length
    },
  }
}
