// Decides which order books are requested next: books of the most traded markets are requested most
// often.
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
  /** Markets whose book is due, the longest overdue first. */
  due(nowMs: number, limit: number): string[]
  /** Records that the book was requested. It is due again after the market's interval. */
  done(id: string, nowMs: number): void
}

/** How often the ranks are computed again, because volumes change. */
const rankMs = 15_000

export function createBookSchedule(tuning: PollerTuning): BookSchedule {
  const dueAtMs = new Map<string, number>()
  let intervals = new Map<string, number>()
  let rankedAtMs = -Infinity

  return {
    rank(markets, part, nowMs) {
      const open = markets.filter(([, market]) => market.hasBook && market.nativeId !== '')
      open.sort(([, a], [, b]) => b.volume24h - a.volume24h)
      intervals = new Map(
        open.map(([id], place) => [
          id,
          place < tuning.bookTopCount * part
            ? tuning.bookTopMs
            : place < tuning.bookMiddleCount * part
              ? tuning.bookMiddleMs
              : tuning.bookTailMs,
        ]),
      )
      for (const id of dueAtMs.keys()) if (!intervals.has(id)) dueAtMs.delete(id)
      rankedAtMs = nowMs
    },
    isRankDue: (nowMs) => nowMs - rankedAtMs >= rankMs,
    due(nowMs, limit) {
      return [...intervals.keys()]
        .map((id) => ({ id, atMs: dueAtMs.get(id) ?? 0 }))
        .filter(({ atMs }) => atMs <= nowMs)
        .toSorted((a, b) => a.atMs - b.atMs)
        .slice(0, limit)
        .map(({ id }) => id)
    },
    done(id, nowMs) {
      const interval = intervals.get(id)
      if (interval !== undefined) dueAtMs.set(id, nowMs + interval)
    },
  }
}
