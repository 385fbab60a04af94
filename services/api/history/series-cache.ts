// The trades, or the quotes, of some markets, in memory. This file loads segments from the store, and patches
// them with the records of the log.
import type { LogRecord } from '../../lib/log/port.ts'
import type { RowsAroundTimeRequest, SearchedInterval } from '../queries/history-rows.ts'
import type { HistoryRow } from './row.ts'
import { Segment } from './segment.ts'
import type { Series } from './series.ts'
import { createSeriesMap } from './series-map.ts'
import type { Sieve } from '../../lib/run/sieve.ts'
import type { PinnedTail, TopicTail } from './tail.ts'

type SeriesRowsRequest = Omit<RowsAroundTimeRequest, 'kind'>

interface RowsOfInterval extends SearchedInterval {
  /** In any order. */
  readonly rows: readonly HistoryRow[]
}

export interface SeriesCacheOptions {
  readonly tail: TopicTail
  readonly sieve: Sieve
  readonly partitionOf: (marketId: string) => number
  /** How many rows a load reads before a time, and how many after it. */
  readonly rowsPerLoad: number
  /** Reads rows from the store; null if the store has lost rows since its positions were read. */
  readonly readRows: (request: SeriesRowsRequest) => Promise<RowsOfInterval | null>
  /** Converts a record of the topic to a row; returns null if the tables leave this record out. */
  readonly toRow: (record: LogRecord) => HistoryRow | null
}

export interface SeriesCache {
  get(marketId: string): Series<Segment> | undefined
  /** Adds a row that was read from the log to the segment that covers its time, if that segment is in memory. */
  insertRow(marketId: string, row: HistoryRow): void
  /**
   * Loads a segment that contains the time, with the ids of its rows if `needsRowIds`. Resolves with false if the
   * segment cannot be in memory now; the caller must then answer from the store. Rejects if the store fails.
   */
  load(marketId: string, ms: number, needsRowIds: boolean): Promise<boolean>
  clear(): void
  loadCount(): number
}

export function createSeriesCache(options: SeriesCacheOptions): SeriesCache {
  const { tail, sieve, partitionOf, rowsPerLoad, readRows, toRow } = options
  const maxSegmentRows = 2 * rowsPerLoad
  const allSeries = createSeriesMap<Segment>({ tail, sieve, partitionOf })
  let loads = 0

  /**
   * Makes a segment of the rows that were read. Returns null if the limit may have cut off some of the rows at
   * `atMs`.
   */
  function toSegment(
    series: Series<Segment>,
    { atMs, limit }: SeriesRowsRequest,
    { rows, ...searched }: RowsOfInterval,
  ): Segment | null {
    const older = rows.filter((row) => row.ms <= atMs)
    const newer = rows.filter((row) => row.ms > atMs)
    // the limit may have cut off some rows of the oldest time and of the newest time that were read, so the segment
    // leaves out these two times
    const fromMs =
      older.length < limit
        ? searched.fromMs
        : older.reduce((min, row) => Math.min(min, row.ms), Infinity)
    const untilMs =
      newer.length < limit
        ? searched.untilMs
        : newer.reduce((max, row) => Math.max(max, row.ms), -Infinity) - 1
    const gap = series.unloadedIntervalAround(atMs)
    const interval = {
      fromMs: Math.max(fromMs, gap.fromMs),
      untilMs: Math.min(untilMs, gap.untilMs),
    }
    if (interval.fromMs >= atMs) return null
    const within = rows.filter((row) => isRowInInterval(interval, row))
    const segment = new Segment(interval.fromMs, interval.untilMs, within.length + 16)
    for (const row of within.toSorted((a, b) => a.ms - b.ms)) segment.put(row)
    return segment
  }

  async function loadSegment(
    series: Series<Segment>,
    pinnedTail: PinnedTail,
    request: SeriesRowsRequest,
    needsRowIds: boolean,
  ): Promise<boolean> {
    loads += 1
    const found = await readRows(request)
    if (found === null || !pinnedTail.isValid()) return false
    const covering = series.partCovering(request.atMs)
    // while the rows were read, another load may have added a segment that covers this time
    if (covering && !(needsRowIds && covering.lacksIds)) return true
    if (covering) drop(covering)
    const segment = toSegment(series, request, found)
    if (!segment)
      return loadSegment(series, pinnedTail, { ...request, limit: 4 * request.limit }, needsRowIds)
    // this loop and add() run in one turn of the event loop, so that no record of the log arrives between them
    for (const record of pinnedTail.recordsOf(series.marketId)) {
      const row = toRow(record)
      if (row && isRowInInterval(segment, row)) segment.put(row)
    }
    // the newest segment keeps its ids, because new rows are added to it
    if (!needsRowIds && segment.untilMs !== Infinity) segment.dropIdsAndVersions()
    allSeries.add(series.marketId, series, segment)
    return true
  }

  /** Removes a segment from memory. A request that needs its rows loads them again. */
  function drop(segment: Segment): void {
    sieve.remove(segment)
    segment.onEvicted()
  }

  return {
    get: (marketId) => allSeries.get(marketId),
    insertRow(marketId, row) {
      const series = allSeries.get(marketId)
      const segment = series?.partCovering(row.ms)
      if (!series || !segment) return
      if (segment.lacksIds) return drop(segment)
      segment.put(row)
      const newer = segment.size > maxSegmentRows ? segment.split(maxSegmentRows) : null
      if (newer) allSeries.add(marketId, series, newer)
      sieve.resize(segment)
    },
    load: (marketId, ms, needsRowIds) =>
      allSeries.load(
        marketId,
        marketId,
        (series, pinnedTail) =>
          loadSegment(series, pinnedTail, { marketId, atMs: ms, limit: rowsPerLoad }, needsRowIds),
        ms,
      ),
    clear: () => allSeries.clear(),
    loadCount: () => loads,
  }
}

function isRowInInterval(
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
  row: HistoryRow,
): boolean {
  return row.ms > fromMs && row.ms <= untilMs
}
