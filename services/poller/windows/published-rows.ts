// Remembers the rows that are already in the log, for the time windows that are read more than once: the
// overlap before the watermark, and gaps.
import type { FeedGap } from '../../../schemas/generated/events.ts'
import type { TradeIdentity } from '../../platforms/source.ts'
import { isInGap } from './coverage.ts'

/** A row to be published. Rows with the same field values are numbered 0, 1, 2 ... by `repeat`. */
export interface NewRow<Row extends TradeIdentity> {
  readonly row: Row
  readonly repeat: number
}

/**
 * Returns the rows that are not published yet, oldest first. `countOf` returns how many rows with a key
 * are published.
 */
export function selectNewRows<Row extends TradeIdentity>(
  rows: readonly Row[],
  countOf: (key: string) => number,
): NewRow<Row>[] {
  const seen = new Map<string, number>()
  const newRows: NewRow<Row>[] = []
  for (const row of rows) {
    const repeat = seen.get(row.key) ?? 0
    seen.set(row.key, repeat + 1)
    if (repeat >= countOf(row.key)) newRows.push({ row, repeat })
  }
  return newRows.sort((a, b) => (a.row.timeMs ?? 0) - (b.row.timeMs ?? 0))
}

export interface PublishedRow {
  /** How many rows with the same field values are published. */
  readonly count: number
  readonly timeMs: number | null
}

/** A published row with a time. An answer for a window that contains the time must contain the row. */
export interface TimedRow {
  readonly key: string
  readonly count: number
  readonly timeMs: number
}

export interface KnownRows {
  /** The published rows from `fromMs` (included) to `untilMs` (excluded). */
  rowsWithin(fromMs: number, untilMs: number): Iterable<TimedRow>
  /**
   * Returns the time of the newest suitable row before `beforeMs` or, if there is none, of the newest
   * suitable row of all; null if there is none at all.
   */
  newestRowTimeMs(beforeMs: number, isSuitable: (row: TimedRow) => boolean): number | null
  /** Returns the time of a suitable row in the first second with one, from `fromMs` on; null if there is none. */
  oldestRowTimeMs(fromMs: number, isSuitable: (row: TimedRow) => boolean): number | null
}

export interface PublishedRows extends KnownRows {
  /**
   * Returns the rows that are not published yet, oldest first. The caller passes these to `note` when they
   * are durable.
   */
  readonly select: <Row extends TradeIdentity>(rows: readonly Row[]) => NewRow<Row>[]
  note(rows: readonly NewRow<TradeIdentity>[]): void
  /** How many different keys the rows have. */
  readonly size: number
  /** Returns the published rows with the key; undefined if there are none, or they are forgotten. */
  get(key: string): PublishedRow | undefined
  keys(): Iterable<string>
  /** Forgets rows that are older than `beforeMs`, except in gaps and next to them. */
  forgetRowsBefore(beforeMs: number, gaps: readonly FeedGap[]): void
}

/**
 * Rows that are at most this much older or newer than a gap are kept, and at least those of the next second with rows,
 * because the answer that fills the gap must contain them.
 */
const aroundGapMs = 60_000

export function createPublishedRows(): PublishedRows {
  const published = new Map<string, PublishedRow>()
  /** The keys of the rows, by the Unix second of the row. */
  const seconds = new Map<number, Set<string>>()

  const toSecond = (timeMs: number): number => Math.floor(timeMs / 1000)

  function* rowsOfSeconds(wantedSeconds: Iterable<number>): Generator<TimedRow> {
    for (const second of wantedSeconds) {
      for (const key of seconds.get(second) ?? []) {
        const { count = 0, timeMs = null } = published.get(key) ?? {}
        if (timeMs !== null) yield { key, count, timeMs }
      }
    }
  }

  function* rowsWithin(fromMs: number, untilMs: number): Generator<TimedRow> {
    const found = [...seconds.keys()].filter(
      (second) => second >= toSecond(fromMs) && second * 1000 < untilMs,
    )
    for (const row of rowsOfSeconds(found))
      if (row.timeMs >= fromMs && row.timeMs < untilMs) yield row
  }

  /** Returns the last second with rows before each gap, and the first one after it. */
  function secondsNextTo(gaps: readonly FeedGap[]): ReadonlySet<number> {
    const next = new Set<number>()
    for (const gap of gaps) {
      let [before, after] = [-Infinity, Infinity]
      for (const second of seconds.keys())
        if (second * 1000 < gap.from_ms) before = Math.max(before, second)
        else if (second * 1000 >= gap.until_ms) after = Math.min(after, second)
      next.add(before).add(after)
    }
    return next
  }

  return {
    select: (rows) => selectNewRows(rows, (key) => published.get(key)?.count ?? 0),
    note(rows) {
      for (const { row, repeat } of rows) {
        const { key, timeMs } = row
        const count = Math.max(published.get(key)?.count ?? 0, repeat + 1)
        published.set(key, { count, timeMs })
        if (timeMs === null) continue
        const keys = seconds.get(toSecond(timeMs)) ?? new Set()
        seconds.set(toSecond(timeMs), keys.add(key))
      }
    },
    forgetRowsBefore(beforeMs, gaps) {
      const kept = gaps.map((gap) => ({
        ...gap,
        from_ms: gap.from_ms - aroundGapMs,
        until_ms: gap.until_ms + aroundGapMs,
      }))
      const nextToGaps = secondsNextTo(gaps)
      const newestS = [...seconds.keys()].reduce((max, second) => Math.max(max, second), 0)
      for (const [second, keys] of seconds) {
        // The newest rows of a feed are kept, because later answers must contain them.
        if (second >= toSecond(beforeMs) || second === newestS || nextToGaps.has(second)) continue
        for (const key of keys) {
          const timeMs = published.get(key)?.timeMs ?? 0
          if (timeMs >= beforeMs || isInGap(timeMs, kept)) continue
          published.delete(key)
          keys.delete(key)
        }
        if (keys.size === 0) seconds.delete(second)
      }
    },
    get size() {
      return published.size
    },
    get: (key) => published.get(key),
    keys: () => published.keys(),
    rowsWithin,
    newestRowTimeMs(beforeMs, isSuitable) {
      const descending = [...seconds.keys()].toSorted((a, b) => b - a)
      const before = descending.filter((second) => second * 1000 < beforeMs)
      for (const row of rowsOfSeconds([...before, ...descending]))
        if (isSuitable(row)) return row.timeMs
      return null
    },
    oldestRowTimeMs(fromMs, isSuitable) {
      const ascending = [...seconds.keys()].toSorted((a, b) => a - b)
      for (const row of rowsOfSeconds(ascending.filter((second) => second >= toSecond(fromMs))))
        if (row.timeMs >= fromMs && isSuitable(row)) return row.timeMs
      return null
    },
  }
}
