// Fetches trades from before the back-fill, for the markets for which clients have asked for them, and decides which
// market of the task is next. These markets are fetched before the back-fill of other markets.
import type { MarketTaskStates } from '../checkpoints.ts'
import type { RequestedHistories } from '../history-requests.ts'
import { UpstreamError } from '../../platforms/upstream/upstream-error.ts'
import type { HistoryFeed } from './history-feed.ts'

export interface RequestedHistory {
  /**
   * Returns the market to fetch next, or null if there is none. `isBusy` returns whether a market
   * cannot be fetched now.
   */
  next(isBusy: (id: string) => boolean): string | null
  /** Fetches the earlier trades of a market whose back-fill is complete. */
  fetch(id: string): Promise<void>
}

export function createRequestedHistory(options: {
  readonly feed: HistoryFeed
  readonly memory: MarketTaskStates
  readonly requests: RequestedHistories
  /** After this many failed attempts, the earlier part of the history becomes a gap. */
  readonly maxAttempts: number
}): RequestedHistory {
  const { feed, memory, requests, maxAttempts } = options
  const failures = new Map<string, number>()

  /**
   * A retired market without a complete history is not fetched yet: revive-requested.ts first publishes it
   * again.
   */
  function isHistoryComplete(id: string): boolean {
    if (memory.histories.has(id)) return feed.coverageOf(id).fromMs === 0
    // no retired market is in `markets`, and reading `retired` takes longer
    if (memory.markets.has(id)) return false
    const retired = memory.retired.get(id)
    return retired !== undefined && retired.historyFromMs === undefined
  }

  return {
    next(isBusy) {
      for (const id of requests.ids()) {
        if (isHistoryComplete(id)) requests.markComplete(id)
        else if ((memory.markets.get(id)?.nativeId ?? '') !== '' && !isBusy(id)) return id
      }
      return null
    },

    async fetch(id) {
      try {
        await feed.readEarlier(id)
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error
      }
      // Even without an error the coverage may be incomplete, if the responses had no `Date` header.
      const isComplete = feed.coverageOf(id).fromMs === 0
      const failed = isComplete ? 0 : (failures.get(id) ?? 0) + 1
      if (failed >= maxAttempts) await feed.giveUpEarlier(id)
      if (failed > 0 && failed < maxAttempts) failures.set(id, failed)
      else failures.delete(id)
    },
  }
}
