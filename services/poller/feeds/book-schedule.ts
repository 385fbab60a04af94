// Decides which order books are requested next. Books of the most traded markets are requested most often,
// and when not all can be requested in time, the others wait.
import { createTimeQueue, type QueuedItem, type TimeQueue } from '../../lib/run/time-queue.ts'
import type { MarketState } from '../checkpoints.ts'
import type { PollerTuning } from '../tuning.ts'

export interface BookSchedule {
  /**
   * Ranks the markets by volume and sets the interval of each. `part` is the fraction of all markets of
   * the platform that these markets make up. The same fraction of the most traded markets is expected
   * among them.
   */
  rank(markets: readonly (readonly [string, MarketState])[], part: number, nowMs: number): void
  isRankDue(nowMs: number): boolean
  /**
   * Returns markets whose book is due, the most traded class first, within a class the longest overdue. They
   * are not returned again before `done` is called for them. Takes O(log n) for each.
   */
  take(nowMs: number, limit: number): string[]
  /** Records that the book was requested. It is due again after the market's interval. */
  done(id: string, nowMs: number): void
  /**
   * Returns the time of the oldest request for a book of the most traded class; null if one of these was never
   * requested. Ignores books that are being requested.
   */
  topAsOfMs(): number | null
}

/** Markets whose books are requested at the same interval. */
interface Class {
  readonly intervalMs: number
  /** Markets of this class have places below this in the ranking. */
  readonly untilPlace: number
  /** By the time at which the book is due. */
  readonly queue: TimeQueue<Entry>
}

interface Entry {
  readonly id: string
  class: Class
  /** The place in the queue of the class; null while the market is taken. */
  queued: QueuedItem<Entry> | null
}

/** How often the ranks are computed again, because volumes change. */
const rankMs = 15_000

export function createBookSchedule(tuning: PollerTuning): BookSchedule {
  const createClass = (intervalMs: number, untilPlace: number): Class => ({
    intervalMs,
    untilPlace,
    queue: createTimeQueue(),
  })
  const others = createClass(tuning.bookTailMs, Infinity)
  const top = createClass(tuning.bookTopMs, tuning.bookTopCount)
  const classes = [top, createClass(tuning.bookMiddleMs, tuning.bookMiddleCount), others]
  let entries = new Map<string, Entry>()
  let rankedAtMs = -Infinity

  function add(entry: Entry, dueMs: number): void {
    entry.queued = entry.class.queue.add(dueMs, entry)
  }

  function remove(entry: Entry): void {
    if (entry.queued !== null) entry.class.queue.remove(entry.queued)
    entry.queued = null
  }

  /** Moves an entry to another class. The book is not due later than the interval of that class says. */
  function move(entry: Entry, to: Class, nowMs: number): void {
    const dueMs = Math.min(entry.queued?.atMs ?? nowMs, nowMs + to.intervalMs)
    remove(entry)
    entry.class = to
    add(entry, dueMs)
  }

  return {
    rank(markets, part, nowMs) {
      const open = markets.filter(([, market]) => market.hasBook && market.nativeId !== '')
      open.sort(([, a], [, b]) => b.volume24h - a.volume24h)
      const ranked = new Map<string, Entry>()
      for (const [place, [id]] of open.entries()) {
        const own = classes.find(({ untilPlace }) => place < untilPlace * part) ?? others
        const entry = entries.get(id) ?? { id, class: own, queued: null }
        if (entry.class !== own) move(entry, own, nowMs)
        else if (entry.queued === null) add(entry, 0)
        ranked.set(id, entry)
      }
      for (const [id, entry] of entries) if (!ranked.has(id)) remove(entry)
      entries = ranked
      rankedAtMs = nowMs
    },
    isRankDue: (nowMs) => nowMs - rankedAtMs >= rankMs,
    take(nowMs, limit) {
      const taken: string[] = []
      for (const { queue } of classes) {
        for (let next = queue.first(); taken.length < limit; next = queue.first()) {
          if (next === undefined || next.atMs > nowMs) break
          remove(next.item)
          taken.push(next.item.id)
        }
      }
      return taken
    },
    topAsOfMs() {
      const first = top.queue.first()
      return first === undefined || first.atMs === 0 ? null : first.atMs - top.intervalMs
    },
    done(id, nowMs) {
      const entry = entries.get(id)
      if (entry === undefined) return
      remove(entry)
      add(entry, nowMs + entry.class.intervalMs)
    },
  }
}
