// Decides which order books are requested next. Books of the most traded markets are requested most often,
// and when not all can be requested in time, the others wait.
import { createTimeQueue, type QueuedItem, type TimeQueue } from '../../lib/run/time-queue.ts'
import type { MarketState } from '../checkpoints.ts'
import type { PollerTuning } from '../tuning.ts'

export interface BookSchedule {
  /**
   * Ranks the markets by volume and sets the interval of each. `part` is the fraction of all markets of
   * the platform that these markets make up. The same fraction of the most traded markets is expected
   * among them. Takes O(n log n) for the volumes alone, and O(n) for the markets.
   */
  rank(markets: readonly ReadonlyMap<string, MarketState>[], part: number, nowMs: number): void
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
  /** The last ranking that contained the market. */
  ranking: number
}

/** Which markets belong to a class or to one before it: those with more volume, and some with the same. */
interface Bound {
  readonly class: Class
  readonly volume: number
  /** How many more markets with just this volume belong to it. */
  places: number
}

/** How often the ranks are computed again, because volumes change. */
const rankMs = 15_000

const isRanked = ({ hasBook, nativeId }: MarketState): boolean => hasBook && nativeId !== ''

/** `volumes` are ascending. */
function toBound(volumes: Float64Array, own: Class, places: number): Bound {
  const volume = volumes[volumes.length - places] ?? -Infinity
  const larger = volumes.length - 1 - volumes.lastIndexOf(volume)
  return { class: own, volume, places: places - larger }
}

export function createBookSchedule(tuning: PollerTuning): BookSchedule {
  const createClass = (intervalMs: number, untilPlace: number): Class => ({
    intervalMs,
    untilPlace,
    queue: createTimeQueue(),
  })
  const others = createClass(tuning.bookTailMs, Infinity)
  const top = createClass(tuning.bookTopMs, tuning.bookTopCount)
  const middle = createClass(tuning.bookMiddleMs, tuning.bookMiddleCount)
  const classes = [top, middle, others]
  const entries = new Map<string, Entry>()
  let ranking = 0
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
      const volumes: number[] = []
      for (const some of markets)
        for (const market of some.values()) if (isRanked(market)) volumes.push(market.volume24h)
      const ascending = Float64Array.from(volumes).sort()
      const bounds = [middle, top].map((one) =>
        toBound(ascending, one, Math.ceil(one.untilPlace * part)),
      )
      const classOf = (volume: number): Class => {
        let own = others
        for (const bound of bounds)
          if (volume > bound.volume || (volume === bound.volume && bound.places-- > 0))
            own = bound.class
        return own
      }
      ranking += 1
      for (const some of markets)
        for (const [id, market] of some) {
          if (!isRanked(market)) continue
          const own = classOf(market.volume24h)
          const entry = entries.get(id) ?? { id, class: own, queued: null, ranking }
          entry.ranking = ranking
          if (entry.class !== own) move(entry, own, nowMs)
          else if (entry.queued === null) add(entry, 0)
          entries.set(id, entry)
        }
      for (const entry of entries.values()) {
        if (entry.ranking === ranking) continue
        remove(entry)
        entries.delete(entry.id)
      }
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
