// How far the trades of each market are complete, in memory: a little behind the store, so never
// ahead of the rows that a later read finds.
import type { FeedGap, Platform } from '../../../schemas/generated/events.ts'
import type { FeedRow } from '../queries/changed-feeds.ts'

/** What is known to be known about the trades of one market. */
export interface Completeness {
  /** Every trade before this instant is there, but for the gaps. 0: nothing is known. */
  readonly completeUntilMs: number
  /** Oldest first; all of them begin before completeUntilMs. */
  readonly gaps: readonly FeedGap[]
}

export interface FeedCatalog {
  update(rows: readonly FeedRow[]): void
  completenessOf(market: { readonly id: string; readonly platform: Platform }): Completeness
}

interface Claim {
  readonly fromMs: number
  readonly untilMs: number
  readonly gaps: readonly FeedGap[]
  readonly version: number
}

export function createFeedCatalog(partitionOf: (marketId: string) => number): FeedCatalog {
  /** By platform and partition: all markets as they trade. */
  const tapes = new Map<string, Claim>()
  /** By market: what was traded before the tape began. */
  const histories = new Map<string, Claim>()
  const tapeKey = (platform: Platform, partition: number): string => `${platform}/${partition}`

  return {
    update(rows) {
      for (const row of rows) {
        const [claims, key] =
          row.market_id === ''
            ? [tapes, tapeKey(row.platform, row.partition)]
            : [histories, row.market_id]
        const known = claims.get(key)
        if (!known || known.version < row.version) claims.set(key, toClaim(row))
      }
    },
    completenessOf({ id, platform }) {
      const tape = tapes.get(tapeKey(platform, partitionOf(id)))
      const history = histories.get(id)
      if (!history) return { completeUntilMs: 0, gaps: [] }
      const before = historyGaps(history)
      // between the end of the history and the start of the tape nothing is known
      if (!tape || history.untilMs < tape.fromMs) return toCompleteness(history.untilMs, before)
      return toCompleteness(tape.untilMs, [...before, ...tape.gaps])
    },
  }
}

function toClaim(row: FeedRow): Claim {
  return {
    fromMs: row.complete_from_ms,
    untilMs: row.complete_until_ms,
    gaps: JSON.parse(row.gaps) as FeedGap[],
    version: row.version,
  }
}

/** A history that does not reach back to the beginning lacks what was before. */
function historyGaps({ fromMs, gaps }: Claim): readonly FeedGap[] {
  return fromMs > 0 ? [{ from_ms: 0, until_ms: fromMs, reason: 'truncated' }, ...gaps] : gaps
}

function toCompleteness(completeUntilMs: number, gaps: readonly FeedGap[]): Completeness {
  return {
    completeUntilMs,
    gaps: gaps
      .filter((gap) => gap.from_ms < completeUntilMs)
      .toSorted((a, b) => a.from_ms - b.from_ms),
  }
}
