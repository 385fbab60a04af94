// Decides which order books are requested next. Books of the most traded markets are always requested on
// time. The other markets share the remaining requests in proportion to how often their books should be
// requested: if that is too often for the rate limit, all their intervals become longer by the same factor.
import type { MarketState, MarketSummary } from '../checkpoints.ts'
import type { ReadonlyStates } from '../states.ts'
import type { PollerTuning } from '../tuning.ts'
import { canBeRanked, rankMarkets, type BookPollingInterval } from './book-ranking.ts'
import { createBookQueues } from './book-queues.ts'
import { createScheduledMarkets } from './scheduled-markets.ts'

export interface BookSchedule {
  /**
   * Ranks the markets and derives how often the book of each is requested (see rankMarkets). Each
   * step of the generator handles one market. No other function may be called between two steps.
   */
  rank(
    markets: readonly ReadonlyStates<MarketState, MarketSummary>[],
    marketFraction: number,
    nowMs: number,
  ): Generator<void, void>
  isRankingDue(nowMs: number): boolean
  /**
   * Returns markets whose book is due, the most traded ones first. They are not returned again before `noteRequested`
   * is called for them. Takes O(log n) for each.
   */
  takeDueMarkets(nowMs: number, limit: number): string[]
  /** Records that the book was requested. It is due again after the market's interval. */
  noteRequested(id: string, nowMs: number): void
  /**
   * To be called when the result of `isStreamed` has changed for the market. `isDue`: whether its book is to
   * be requested at once.
   */
  reschedule(id: string, isDue: boolean): void
  /** Returns the interval that the last ranking gave to a market; null if the market has no book. */
  pollingIntervalOf(id: string): BookPollingInterval | null
  /**
   * Returns the time as of which the books of all most traded markets are known: the earliest of the times at which
   * these books were last requested. null if one of them was never requested. Ignores books that are being requested;
   * books that are known from the stream count as requested now.
   */
  topBooksAsOfMs(nowMs: number): number | null
}

/**
 * How often the ranks are computed again, because volumes change. One computation takes about 0.2 s of processor time for
 * 196,000 markets.
 */
const rankMs = 30_000
/**
 * A market changes its place in the queue only if its interval changes by more than this factor.
 */
const minChange = 1.25

/**
 * `isStreamed` returns whether the book of a market is known from a stream, so that it is requested only to check
 * the stream.
 */
export function createBookSchedule(
  tuning: PollerTuning,
  isStreamed: (id: string) => boolean = () => false,
): BookSchedule {
  const scheduled = createScheduledMarkets()
  const queues = createBookQueues(scheduled, tuning, isStreamed)
  let ranking = 0
  let rankedAtMs = -Infinity

  function setPollingInterval(market: number, interval: BookPollingInterval): void {
    const { isTop, intervalMs } = scheduled.intervalOf(market)
    const factor = intervalMs / interval.intervalMs
    if (isTop === interval.isTop && factor < minChange && factor > 1 / minChange) return
    scheduled.setInterval(market, interval)
    // A market that is due keeps its place if its interval has become longer.
    const isPlaceKept = queues.isDue(market) && factor < 1 && !interval.isTop
    if (!queues.isTaken(market) && !isPlaceKept) queues.enqueue(market)
  }

  function addMarket(id: string, interval: BookPollingInterval): number {
    const market = scheduled.add(id, interval)
    queues.enqueue(market)
    return market
  }

  return {
    *rank(markets, marketFraction, nowMs) {
      const intervalOf = rankMarkets(markets, marketFraction, tuning)
      ranking += 1
      for (const some of markets)
        for (const [id, state] of some) {
          yield
          if (!canBeRanked(state)) continue
          const interval = intervalOf(state)
          const market = scheduled.get(id)
          if (market !== undefined) setPollingInterval(market, interval)
          scheduled.rankings.set(market ?? addMarket(id, interval), ranking)
        }
      for (let market = 0; market < scheduled.size(); market += 1) {
        yield
        if (scheduled.idOf(market) === '' || scheduled.rankings.get(market) === ranking) continue
        queues.remove(market)
        scheduled.remove(market)
      }
      rankedAtMs = nowMs
    },
    isRankingDue: (nowMs) => nowMs - rankedAtMs >= rankMs,
    takeDueMarkets: (nowMs, limit) => queues.takeDueMarkets(nowMs, limit).map(scheduled.idOf),
    noteRequested(id, nowMs) {
      const market = scheduled.get(id)
      if (market === undefined) return
      scheduled.setRequestedMs(market, nowMs)
      queues.enqueue(market)
    },
    reschedule(id, isDue) {
      const market = scheduled.get(id)
      if (market === undefined) return
      if (isDue) scheduled.setRequestedMs(market, null)
      if (!queues.isTaken(market)) queues.enqueue(market)
    },
    pollingIntervalOf(id) {
      const market = scheduled.get(id)
      return market === undefined ? null : scheduled.intervalOf(market)
    },
    topBooksAsOfMs(nowMs) {
      const nextMs = queues.nextTopMs() ?? (scheduled.count() === 0 ? 0 : nowMs + tuning.bookTopMs)
      return nextMs === 0 ? null : nextMs - tuning.bookTopMs
    },
  }
}
