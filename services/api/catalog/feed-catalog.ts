// Keeps the watermarks of the trade feeds in memory (a watermark states until when a feed is
// complete). They are slightly older than those in the store, so a later query sees every row that
// a watermark covers.
import type { FeedGap, Platform } from '../../../schemas/generated/events.ts'
import { offsetOf } from '../../domain/epochs.ts'
import { notFetched } from '../completeness.ts'
import type { FeedRow } from '../queries/changed-feeds.ts'
import { createColumn } from '../../lib/run/column.ts'
import type { MarketNumbers } from '../../lib/run/market-numbers.ts'

/** Until when the trades of one market are complete. */
export interface Completeness {
  /**
   * Every trade before this time is stored, except in the gaps. 0: it is not known whether any trade is
   * missing.
   */
  readonly completeUntilMs: number
  /** Oldest first; all of them begin before completeUntilMs. */
  readonly gaps: readonly FeedGap[]
}

export interface MarketCompleteness {
  readonly completeness: Completeness
  /**
   * The position, in the market's partition of the topic `trades`, of the newest watermark on which `completeness` is
   * based; 0 without one. The watermarks cover only records before this position.
   */
  readonly watermarkPosition: number
}

export interface FeedCatalog {
  /**
   * Applies watermarks of tapes and histories. Ignores the watermark of a market's history (the feed of its older
   * trades) if the market is not in the catalog, because only markets in the catalog have a number (MarketNumbers).
   */
  update(rows: readonly FeedRow[]): void
  /** Removes the watermarks of these markets' histories. Must be called before the markets' numbers are released. */
  removeHistoriesOf(marketIds: readonly string[]): void
  /** Forgets all watermarks whose version is smaller than this. */
  forgetBefore(version: number): void
  /**
   * `storedHistory`: the watermark of the market's history as read from the store, for a market that is not in the
   * catalog.
   */
  completenessOf(
    market: { readonly id: string; readonly platform: Platform },
    storedHistory?: FeedRow,
  ): MarketCompleteness
  /** Returns the newest time until which a tape is complete, in Unix milliseconds; 0 without tapes. */
  newestTapeMs(): number
}

interface Watermark {
  readonly fromMs: number
  readonly untilMs: number
  readonly gaps: readonly FeedGap[]
  readonly version: number
}

export function createFeedCatalog(
  partitionOf: (marketId: string) => number,
  numbers: MarketNumbers,
): FeedCatalog {
  /**
   * The watermarks of tapes, by platform and partition. A tape is the feed of all trades of a
   * platform from the poller's first start on.
   */
  const tapes = new Map<string, Watermark>()
  const histories = createHistories(numbers)
  const tapeKeyOf = (platform: Platform, partition: number): string => `${platform}/${partition}`

  return {
    update(rows) {
      for (const row of rows) {
        if (row.market_id !== '') {
          histories.update(row)
          continue
        }
        const key = tapeKeyOf(row.platform, row.partition)
        const known = tapes.get(key)
        if (!known || known.version < row.version) tapes.set(key, toWatermark(row))
      }
    },
    removeHistoriesOf(marketIds) {
      for (const id of marketIds) histories.delete(id)
    },
    forgetBefore(version) {
      for (const [key, tape] of tapes) if (tape.version < version) tapes.delete(key)
      histories.deleteBefore(version)
    },
    completenessOf({ id, platform }, storedHistory) {
      const tape = tapes.get(tapeKeyOf(platform, partitionOf(id)))
      const history = storedHistory ? toWatermark(storedHistory) : histories.get(id)
      return {
        completeness: combine(tape, history),
        watermarkPosition: Math.max(offsetOf(tape?.version ?? 0), offsetOf(history?.version ?? 0)),
      }
    },
    newestTapeMs() {
      let newestMs = 0
      for (const { untilMs } of tapes.values()) newestMs = Math.max(newestMs, untilMs)
      return newestMs
    },
  }
}

/**
 * The watermarks of histories, in columns by number of the market. A history is the feed of one market's
 * trades before the tape began.
 */
function createHistories(numbers: MarketNumbers) {
  const from = createColumn(Float64Array)
  const until = createColumn(Float64Array)
  /** The version of the watermark plus 1; 0: the market has no watermark. */
  const nextVersion = createColumn(Float64Array)
  /** Most histories have no gaps. */
  const gapsOf = new Map<number, readonly FeedGap[]>()
  return {
    update(row: FeedRow): void {
      const market = numbers.get(row.market_id)
      if (market === undefined || nextVersion.get(market) > row.version) return
      const { fromMs, untilMs, gaps } = toWatermark(row)
      from.set(market, fromMs)
      until.set(market, untilMs)
      nextVersion.set(market, row.version + 1)
      if (gaps.length > 0) gapsOf.set(market, gaps)
      else gapsOf.delete(market)
    },
    delete(id: string): void {
      const market = numbers.get(id)
      if (market === undefined) return
      nextVersion.set(market, 0)
      gapsOf.delete(market)
    },
    deleteBefore(version: number): void {
      for (const [market, next] of nextVersion.values().entries()) {
        if (next === 0 || next > version) continue
        nextVersion.set(market, 0)
        gapsOf.delete(market)
      }
    },
    get(id: string): Watermark | null {
      const market = numbers.get(id)
      if (market === undefined || nextVersion.get(market) === 0) return null
      return {
        fromMs: from.get(market),
        untilMs: until.get(market),
        gaps: gapsOf.get(market) ?? [],
        version: nextVersion.get(market) - 1,
      }
    },
  }
}

function toWatermark(row: FeedRow): Watermark {
  return {
    fromMs: row.complete_from_ms,
    untilMs: row.complete_until_ms,
    gaps: JSON.parse(row.gaps) as FeedGap[],
    version: row.version,
  }
}

/** Returns the completeness that the watermarks of the tape and of the market's history state together. */
function combine(tape: Watermark | undefined, history: Watermark | null): Completeness {
  if (!history) return { completeUntilMs: 0, gaps: [] }
  const gapsOfHistory = historyGapsOf(history)
  // If the tape begins after the end of the history, nothing is known about the time between
  // them.
  if (!tape || history.untilMs < tape.fromMs) return toCompleteness(history.untilMs, gapsOfHistory)
  return toCompleteness(tape.untilMs, [...gapsOfHistory, ...tape.gaps])
}

/**
 * The gaps of a history, including the time before its start, whose trades are fetched when a client asks
 * for them.
 */
function historyGapsOf({ fromMs, gaps }: Watermark): readonly FeedGap[] {
  return fromMs > 0 ? [{ from_ms: 0, until_ms: fromMs, reason: notFetched }, ...gaps] : gaps
}

function toCompleteness(completeUntilMs: number, gaps: readonly FeedGap[]): Completeness {
  return {
    completeUntilMs,
    gaps: gaps
      .filter((gap) => gap.from_ms < completeUntilMs)
      .toSorted((a, b) => a.from_ms - b.from_ms),
  }
}
