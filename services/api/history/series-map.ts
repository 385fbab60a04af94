// The series of one kind (trades, quotes or candles) that are in memory, by key. Their parts are loaded from the store.
// Requests that probably need the same part share one load.
import { Series, type SeriesPart } from './series.ts'
import type { Sieve } from '../../lib/run/sieve.ts'
import type { PinnedTail, TopicTail } from './tail.ts'

export interface SeriesMap<Part extends SeriesPart> {
  get(key: string): Series<Part> | undefined
  /** Whether the market has at least one series in memory. */
  hasMarket(marketId: string): boolean
  add(key: string, series: Series<Part>, part: Part): void
  /**
   * Calls `read`, which adds a part to the series. If `Series.loadToWaitFor` returns a load, waits for that load
   * instead. Resolves with false if the part cannot be in memory now; the caller must then answer from the store.
   * Rejects if the store fails. `atMs`: the time around which the part is loaded; omitted if no other part of the
   * series may be loaded at the same time.
   */
  load(
    key: string,
    marketId: string,
    read: (series: Series<Part>, pinnedTail: PinnedTail) => Promise<boolean>,
    atMs?: number,
  ): Promise<boolean>
  clear(): void
}

export function createSeriesMap<Part extends SeriesPart>({
  tail,
  sieve,
  partitionOf,
}: {
  readonly tail: TopicTail
  readonly sieve: Sieve
  readonly partitionOf: (marketId: string) => number
}): SeriesMap<Part> {
  const allSeries = new Map<string, Series<Part>>()
  /** The number of series by market id. */
  const seriesCountByMarket = new Map<string, number>()

  function adjustSeriesCount(marketId: string, change: 1 | -1): void {
    const next = (seriesCountByMarket.get(marketId) ?? 0) + change
    if (next > 0) seriesCountByMarket.set(marketId, next)
    else seriesCountByMarket.delete(marketId)
  }

  function removeIfUnused(key: string, series: Series<Part>): void {
    if (!series.isEmpty || series.loads.size > 0 || allSeries.get(key) !== series) return
    allSeries.delete(key)
    adjustSeriesCount(series.marketId, -1)
  }

  function getOrCreateSeries(key: string, marketId: string): Series<Part> {
    const known = allSeries.get(key)
    if (known) return known
    const series = new Series<Part>(marketId)
    allSeries.set(key, series)
    adjustSeriesCount(marketId, 1)
    return series
  }

  async function readWithPinnedTail(
    series: Series<Part>,
    read: (series: Series<Part>, pinnedTail: PinnedTail) => Promise<boolean>,
  ): Promise<boolean> {
    // the tail (the records that the store may lack) is pinned before the statement is sent, so that it has every
    // record whose row the statement does not see
    const pinnedTail = tail.pin(partitionOf(series.marketId))
    if (!pinnedTail) return false
    try {
      return await read(series, pinnedTail)
    } finally {
      pinnedTail.release()
    }
  }

  return {
    get: (key) => allSeries.get(key),
    hasMarket: (marketId) => seriesCountByMarket.has(marketId),
    add(key, series, part) {
      part.onEvicted = () => {
        series.remove(part)
        removeIfUnused(key, series)
      }
      part.onResized = () => sieve.resize(part)
      series.add(part)
      sieve.add(part)
    },
    async load(key, marketId, read, atMs) {
      const series = getOrCreateSeries(key, marketId)
      const underWay = series.loadToWaitFor(atMs ?? null)
      if (underWay) return underWay.isLoaded
      const isLoaded = readWithPinnedTail(series, read).finally(() => {
        series.loads.delete(load)
        removeIfUnused(key, series)
      })
      const load = { atMs: atMs ?? null, isLoaded }
      series.loads.add(load)
      return isLoaded
    },
    clear() {
      allSeries.clear()
      seriesCountByMarket.clear()
    },
  }
}
