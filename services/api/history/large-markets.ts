// Remembers which markets have very many rows and, for each of them, how long an interval around a requested time
// must be to have enough rows for a segment. A statement for several markets (queries/closest-rows.ts) then reads
// only this interval instead of all rows of such a market.
import {
  allTime,
  type RowsAroundTimeRequest,
  type SearchedInterval,
} from '../queries/history-rows.ts'
import type { HistoryRow } from './row.ts'

export interface LargeMarkets {
  /** Whether it is known how often the market is traded. */
  isFrequencyKnown(marketId: string): boolean
  /** `msPerTrade`: mean time between two trades of a large market; null if the market is not large. */
  rememberFrequency(marketId: string, msPerTrade: number | null): void
  /**
   * Returns the interval to be searched: all time unless the market is known to have many rows of the requested kind
   * (trades or quotes). Returns null if it has many rows, but the necessary length of the interval is not known.
   */
  intervalAround(request: RowsAroundTimeRequest): SearchedInterval | null
  /**
   * Remembers that the market has many rows of the requested kind (trades or quotes), and derives the length of its
   * interval from the rows that were found.
   */
  rememberFoundRows(
    request: RowsAroundTimeRequest,
    found: SearchedInterval & { readonly rows: readonly HistoryRow[] },
  ): void
}

/** When this many markets are remembered, all are removed. Learning about one again costs a small statement. */
const maxMarkets = 100_000
/** The length of an interval is chosen so that it probably has this many times the wanted number of rows. */
const rowFactor = 2
/** If an interval had less than this fraction of the wanted rows, its length is multiplied by `wideningFactor`. */
const minRowFraction = 1 / 4
const wideningFactor = 4
const minIntervalMs = 1_000

/**
 * `now`: Unix milliseconds. An interval that reaches the current time has no end, so that it has all newer rows, too.
 * `rowsPerSide`: the wanted number of rows on each side of the requested time.
 */
export function createLargeMarkets(now: () => number, rowsPerSide: number): LargeMarkets {
  /** The markets for which it is known how often they are traded. */
  const withKnownFrequency = new Set<string>()
  /**
   * By kind (trades or quotes) and market: the length of the interval on each side of the requested time, in
   * milliseconds; null: not known.
   */
  const lengths = new Map<string, number | null>()
  const keyOf = (kind: string, marketId: string): string => `${kind} ${marketId}`

  function forgetIfTooMany(): void {
    if (Math.max(lengths.size, withKnownFrequency.size) < maxMarkets) return
    lengths.clear()
    withKnownFrequency.clear()
  }

  function setLength(key: string, lengthMs: number | null): void {
    lengths.set(key, lengthMs === null ? null : Math.max(minIntervalMs, Math.ceil(lengthMs)))
  }

  return {
    isFrequencyKnown: (marketId) => withKnownFrequency.has(marketId),
    rememberFrequency(marketId, msPerTrade) {
      forgetIfTooMany()
      withKnownFrequency.add(marketId)
      if (msPerTrade !== null)
        setLength(keyOf('trades', marketId), rowFactor * rowsPerSide * msPerTrade)
    },
    intervalAround({ kind, marketId, atMs }) {
      const lengthMs = lengths.get(keyOf(kind, marketId))
      if (lengthMs === undefined) return allTime
      if (lengthMs === null) return null
      const untilMs = atMs + lengthMs
      return { fromMs: atMs - lengthMs, untilMs: untilMs >= now() ? Infinity : untilMs }
    },
    rememberFoundRows({ kind, marketId, atMs }, { rows, fromMs }) {
      forgetIfTooMany()
      const key = keyOf(kind, marketId)
      const isOlder = ({ ms }: HistoryRow): boolean => ms <= atMs
      const sides = [rows.filter(isOlder), rows.filter((row) => !isOlder(row))]
      const full = sides.find((side) => side.length >= rowsPerSide)
      if (full) setLength(key, rowFactor * spanMsOf(full))
      else if (fromMs === -Infinity) setLength(key, null)
      else if ((sides[0]?.length ?? 0) < minRowFraction * rowsPerSide)
        setLength(key, wideningFactor * (atMs - fromMs))
    },
  }
}

function spanMsOf(rows: readonly HistoryRow[]): number {
  const [oldest, newest] = rows.reduce(
    ([min, max], { ms }) => [Math.min(min, ms), Math.max(max, ms)],
    [Infinity, -Infinity],
  )
  return newest - oldest
}
