// The series of one kind that are in memory, by key. Parts are loaded from the store, once for all requests that
// wait for them.
import { Series, type SeriesPart } from './series.ts'
import type { Sieve } from './sieve.ts'
import type { Hold, Tail } from './tail.ts'

export interface SeriesMap<Part extends SeriesPart> {
  get(key: string): Series<Part> | undefined
  add(key: string, series: Series<Part>, part: Part): void
  /**
   * Calls `read`, which adds a part, unless a load of this series is under way: then waits for that one. Resolves
   * with false if the memory cannot have the part now, and the question must be answered from the store. Rejects
   * if the store fails.
   */
  load(
    key: string,
    marketId: string,
    read: (series: Series<Part>, hold: Hold) => Promise<boolean>,
  ): Promise<boolean>
  clear(): void
}

export function createSeriesMap<Part extends SeriesPart>({
  tail,
  sieve,
  partitionOf,
}: {
  readonly tail: Tail
  readonly sieve: Sieve
  readonly partitionOf: (marketId: string) => number
}): SeriesMap<Part> {
  const allSeries = new Map<string, Series<Part>>()

  function removeIfUnused(key: string, series: Series<Part>): void {
    if (series.isEmpty && !series.loading && allSeries.get(key) === series) allSeries.delete(key)
  }

  async function loadHeld(
    series: Series<Part>,
    read: (series: Series<Part>, hold: Hold) => Promise<boolean>,
  ): Promise<boolean> {
    // before the statement is sent: what the rows lack must be in the tail
    const hold = tail.hold(partitionOf(series.marketId))
    if (!hold) return false
    try {
      return await read(series, hold)
    } finally {
      hold.release()
    }
  }

  return {
    get: (key) => allSeries.get(key),
    add(key, series, part) {
      part.onEvicted = () => {
        series.remove(part)
        removeIfUnused(key, series)
      }
      series.add(part)
      sieve.add(part)
    },
    async load(key, marketId, read) {
      const series = allSeries.get(key) ?? new Series<Part>(marketId)
      allSeries.set(key, series)
      series.loading ??= loadHeld(series, read).finally(() => {
        series.loading = null
        removeIfUnused(key, series)
      })
      return series.loading
    },
    clear: () => allSeries.clear(),
  }
}
