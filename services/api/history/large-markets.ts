// Which markets have very many rows, and how long a time around a requested one has enough of them for a segment.
// So a statement for several markets (queries/closest-rows.ts) need not read all rows of such a market.
import { allTime, type RowsAroundTime, type SearchedInterval } from '../queries/history-rows.ts'
import type { HistoryRow } from './row.ts'

export interface LargeMarkets {
  /** Whether it is known how often the market is traded. */
  isSized(marketId: string): boolean
  /** `msPerTrade`: mean time between two trades of a large market; null if the market is not large. */
  noteSize(marketId: string, msPerTrade: number | null): void
  /**
   * Returns the interval to be searched: all time if the market is not known to have many rows of the kind. Null: it has,
   * and it is not known how long the interval has to be.
   */
  intervalAround(around: RowsAroundTime): SearchedInterval | null
  /** Remembers that the market has many rows of the kind, with the interval that the rows found need. */
  note(
    around: RowsAroundTime,
    found: SearchedInterval & { readonly rows: readonly HistoryRow[] },
  ): void
}

/** When this many markets are known, all are forgotten. Finding out again costs a small statement. */
const maxMarkets = 100_000
/** The interval has this many times the wanted rows if trades are as frequent as they were. */
const margin = 2
/** If an interval had less than this fraction of the wanted rows, the next one is `wider` times as long. */
const tooFew = 1 / 4
const wider = 4
const minMs = 1_000

/**
 * `now`: Unix milliseconds. An interval that reaches it has no end, so that it has all newer rows, too. `rowsPerSide`: the
 * wanted rows before, and after, the requested time.
 */
export function createLargeMarkets(now: () => number, rowsPerSide: number): LargeMarkets {
  /** The sized markets. */
  const sized = new Set<string>()
  /** By kind and market: how long the interval is, before and after the requested time; null: not known. */
  const lengths = new Map<string, number | null>()
  const keyOf = (kind: string, marketId: string): string => `${kind} ${marketId}`

  function setLength(key: string, lengthMs: number | null): void {
    if (lengths.size >= maxMarkets) lengths.clear()
    lengths.set(key, lengthMs === null ? null : Math.max(minMs, Math.ceil(lengthMs)))
  }

  return {
    isSized: (marketId) => sized.has(marketId),
    noteSize(marketId, msPerTrade) {
      if (sized.size >= maxMarkets) sized.clear()
      sized.add(marketId)
      if (msPerTrade !== null)
        setLength(keyOf('trades', marketId), margin * rowsPerSide * msPerTrade)
    },
    intervalAround({ kind, marketId, atMs }) {
      const lengthMs = lengths.get(keyOf(kind, marketId))
      if (lengthMs === undefined) return allTime
      if (lengthMs === null) return null
      const untilMs = atMs + lengthMs
      return { fromMs: atMs - lengthMs, untilMs: untilMs >= now() ? Infinity : untilMs }
    },
    note({ kind, marketId, atMs }, { rows, fromMs }) {
      const key = keyOf(kind, marketId)
      const isOlder = ({ ms }: HistoryRow): boolean => ms <= atMs
      const sides = [rows.filter(isOlder), rows.filter((row) => !isOlder(row))]
      const full = sides.find((side) => side.length >= rowsPerSide)
      if (full) setLength(key, margin * spanMsOf(full))
      else if (fromMs === -Infinity) setLength(key, null)
      else if ((sides[0]?.length ?? 0) < tooFew * rowsPerSide)
        setLength(key, wider * (atMs - fromMs))
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
