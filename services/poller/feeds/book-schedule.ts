// Decides which order books are requested next. Books of the most traded markets are always requested on
// time. The other markets share the remaining requests in proportion to how often their books should be
// requested: if that is too often for the rate limit, all their intervals become longer by the same factor.
import { createTimeQueue, type QueuedItem, type TimeQueue } from '../../lib/run/time-queue.ts'
import type { MarketState } from '../checkpoints.ts'
import type { ReadonlyStates } from '../states.ts'
import type { PollerTuning } from '../tuning.ts'
import { canBeRanked, rankMarkets, type BookPollingInterval } from './book-ranking.ts'

export interface BookSchedule {
  /**
   * Ranks the markets and derives how often the book of each is requested (see rankMarkets). Each
   * step of the generator handles one market. No other function may be called between two steps.
   */
  rank(
    markets: readonly ReadonlyStates<MarketState>[],
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

interface Entry {
  readonly id: string
  interval: BookPollingInterval
  /** When the book was last requested; null if never. */
  askedMs: number | null
  /** The virtual time of fair queueing (see `due`) at which the market was last taken from its queue. */
  tag: number
  /** The market's place in one of the queues; null while its book is being requested. */
  queued: QueuedItem<Entry> | null
  queue: TimeQueue<Entry>
  /** The number of the last ranking that contained the market. */
  ranking: number
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
 * For the first request of its book, a market is placed in the queue as if its interval were this many times
 * shorter.
 */
const firstRequestFactor = 10

/**
 * `isStreamed` returns whether the book of a market is known from a stream, so that it is requested only to check
 * the stream.
 */
export function createBookSchedule(
  tuning: PollerTuning,
  isStreamed: (id: string) => boolean = () => false,
): BookSchedule {
  /** The most traded markets that are not streamed, by the time at which their book is due. */
  const top = createTimeQueue<Entry>()
  /** The markets that are not in `top` and whose book is not due, by the time at which it becomes due. */
  const waiting = createTimeQueue<Entry>()
  /**
   * The markets that are not in `top` and whose book is due, by virtual time, as in Self-Clocked Fair Queueing (S. J.
   * Golestani, INFOCOM 1994). The virtual time of a market is its interval plus its previous virtual time (`tag`) or,
   * if that is later, the current virtual time. The current virtual time is that of the last market taken. So it stops
   * while no book is due, and passes more slowly than real time when not all due books can be requested.
   */
  const due = createTimeQueue<Entry>()
  const entries = new Map<string, Entry>()
  let virtualMs = 0
  let ranking = 0
  let rankedAtMs = -Infinity

  function enqueue(entry: Entry): void {
    remove(entry)
    const { id, askedMs } = entry
    const { isTop, intervalMs } = entry.interval
    const isChecked = isStreamed(id)
    const pauseMs = isChecked ? Math.max(intervalMs, tuning.streamCheckMs) : intervalMs
    entry.queue = isTop && !isChecked ? top : waiting
    entry.queued = entry.queue.add(askedMs === null ? 0 : askedMs + pauseMs, entry)
  }

  function moveDueMarkets(nowMs: number): void {
    for (let next = waiting.first(); next && next.atMs <= nowMs; next = waiting.first()) {
      const { item: entry } = next
      remove(entry)
      const { tag, askedMs, interval } = entry
      const stepMs = interval.intervalMs / (askedMs === null ? firstRequestFactor : 1)
      entry.queue = due
      entry.queued = due.add(Math.max(tag, virtualMs) + stepMs, entry)
    }
  }

  function setPollingInterval(entry: Entry, interval: BookPollingInterval): void {
    const { isTop, intervalMs } = entry.interval
    const factor = intervalMs / interval.intervalMs
    if (isTop === interval.isTop && factor < minChange && factor > 1 / minChange) return
    entry.interval = interval
    // A market that is due keeps its place if its interval has become longer.
    const isKept = entry.queued === null || (entry.queue === due && factor < 1 && !interval.isTop)
    if (!isKept) enqueue(entry)
  }

  function addMarket(id: string, interval: BookPollingInterval): Entry {
    const entry = { id, interval, askedMs: null, tag: 0, queued: null, queue: waiting, ranking }
    entries.set(id, entry)
    enqueue(entry)
    return entry
  }

  return {
    *rank(markets, marketFraction, nowMs) {
      const intervalOf = rankMarkets(markets, marketFraction, tuning)
      ranking += 1
      for (const some of markets)
        for (const [id, market] of some) {
          yield
          if (!canBeRanked(market)) continue
          const interval = intervalOf(market)
          const entry = entries.get(id)
          if (entry) setPollingInterval(entry, interval)
          ;(entry ?? addMarket(id, interval)).ranking = ranking
        }
      for (const entry of entries.values()) {
        yield
        if (entry.ranking === ranking) continue
        remove(entry)
        entries.delete(entry.id)
      }
      rankedAtMs = nowMs
    },
    isRankingDue: (nowMs) => nowMs - rankedAtMs >= rankMs,
    takeDueMarkets(nowMs, limit) {
      const taken: string[] = []
      const takeDueFrom = (queue: TimeQueue<Entry>, untilMs: number): void => {
        for (let next = queue.first(); next && taken.length < limit; next = queue.first()) {
          if (next.atMs > untilMs) break
          if (queue === due) {
            virtualMs = next.atMs
            next.item.tag = virtualMs
          }
          remove(next.item)
          taken.push(next.item.id)
        }
      }
      takeDueFrom(top, nowMs)
      moveDueMarkets(nowMs)
      takeDueFrom(due, Infinity)
      return taken
    },
    noteRequested(id, nowMs) {
      const entry = entries.get(id)
      if (entry) enqueue(Object.assign(entry, { askedMs: nowMs }))
    },
    reschedule(id, isDue) {
      const entry = entries.get(id)
      if (entry && isDue) entry.askedMs = null
      if (entry?.queued) enqueue(entry)
    },
    pollingIntervalOf: (id) => entries.get(id)?.interval ?? null,
    topBooksAsOfMs(nowMs) {
      const { atMs } = top.first() ?? { atMs: entries.size === 0 ? 0 : nowMs + tuning.bookTopMs }
      return atMs === 0 ? null : atMs - tuning.bookTopMs
    },
  }
}

function remove(entry: Entry): void {
  if (entry.queued !== null) entry.queue.remove(entry.queued)
  entry.queued = null
}
