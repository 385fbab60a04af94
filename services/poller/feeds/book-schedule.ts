// Which order books are due: the most traded markets most often.
import type { MarketState } from '../checkpoints.ts'
import type { PollerTuning } from '../tuning.ts'

export interface BookSchedule {
  /**
   * These are the markets now. `part`: how much of all markets they are, for so many of the most
   * traded ones are among them.
   */
  rank(markets: readonly (readonly [string, MarketState])[], part: number, nowMs: number): void
  isRankDue(nowMs: number): boolean
  /** Markets whose book is due, the longest overdue first. */
  due(nowMs: number, most: number): string[]
  /** The book was asked for; it is due again after the market's interval. */
  done(id: string, nowMs: number): void
}

/** Ranks are made anew after so long. */
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
    due(nowMs, most) {
      return [...intervals.keys()]
        .map((id) => ({ id, atMs: dueAtMs.get(id) ?? 0 }))
        .filter(({ atMs }) => atMs <= nowMs)
        .toSorted((a, b) => a.atMs - b.atMs)
        .slice(0, most)
        .map(({ id }) => id)
    },
    done(id, nowMs) {
      const interval = intervals.get(id)
      if (interval !== undefined) dueAtMs.set(id, nowMs + interval)
    },
  }
}
