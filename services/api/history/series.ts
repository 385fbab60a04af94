// A series: the trades, the quotes, or the candles of one interval, of one market, as far as they are in
// memory. It consists of parts in the order of time, which do not overlap. The rows between two parts are
// only in the store.
import { findFirstIndex } from '../../lib/run/binary-search.ts'
import type { Segment } from './segment.ts'
import type { CacheItem } from '../../lib/run/sieve.ts'

/** A part has all rows or candles of its series in the interval (fromMs, untilMs], Unix milliseconds. */
export interface SeriesPart extends CacheItem {
  readonly fromMs: number
  readonly untilMs: number
  /** The part calls this function when its memory has grown, because rows were rendered. The cache sets it. */
  onResized: () => void
}

export interface SeriesLoad {
  /**
   * The time around which rows are loaded, Unix milliseconds. Loads around different times may run at the same time.
   * Null: no other load of the series may run at the same time.
   */
  readonly atMs: number | null
  /** Resolves with false if the load failed. */
  readonly isLoaded: Promise<boolean>
}

/** How many loads of a series may run at the same time. */
const maxLoads = 8
/** A request waits for a running load if the time of the load differs from its own by less than this. */
const sharedLoadMs = 60_000

const distanceOf = (load: SeriesLoad, atMs: number | null): number =>
  load.atMs === null || atMs === null ? 0 : Math.abs(load.atMs - atMs)

export class Series<Part extends SeriesPart> {
  readonly marketId: string
  /** The loads of this series that are under way. */
  readonly loads = new Set<SeriesLoad>()
  private parts: Part[] = []

  constructor(marketId: string) {
    this.marketId = marketId
  }

  get isEmpty(): boolean {
    return this.parts.length === 0
  }

  /**
   * Decides whether a request may start a load. If so, returns null. Otherwise returns the running load that the
   * request must wait for. `atMs` is the time around which the request needs rows. If `atMs` is null, the load may
   * not run at the same time as another load of the series.
   */
  loadToWaitFor(atMs: number | null): SeriesLoad | null {
    const [nearest] = [...this.loads].toSorted((a, b) => distanceOf(a, atMs) - distanceOf(b, atMs))
    if (nearest === undefined) return null
    // the first load of a small market reads all of its rows
    const mayLoadSameRows = this.isEmpty || distanceOf(nearest, atMs) < sharedLoadMs
    return mayLoadSameRows || this.loads.size >= maxLoads ? nearest : null
  }

  partCovering(ms: number): Part | null {
    const part = this.parts[this.indexOfPartEndingAtOrAfter(ms)]
    return part !== undefined && part.fromMs < ms ? part : null
  }

  /** Returns the interval (fromMs, untilMs] around a time that no part covers. */
  unloadedIntervalAround(ms: number): { readonly fromMs: number; readonly untilMs: number } {
    const index = this.indexOfPartEndingAtOrAfter(ms)
    return {
      fromMs: this.parts[index - 1]?.untilMs ?? -Infinity,
      untilMs: this.parts[index]?.fromMs ?? Infinity,
    }
  }

  add(part: Part): void {
    this.parts.splice(this.indexOfPartEndingAtOrAfter(part.untilMs), 0, part)
  }

  remove(part: Part): void {
    const index = this.parts.indexOf(part)
    if (index >= 0) this.parts.splice(index, 1)
  }

  private indexOfPartEndingAtOrAfter(ms: number): number {
    return findFirstIndex(0, this.parts.length, (i) => (this.parts[i] as Part).untilMs >= ms)
  }
}

type VisitRow = (segment: Segment, index: number) => boolean

/**
 * Calls `visit` with the rows at or before `ms` and after `afterMs`, newest first, until it returns false or there are
 * no more rows. Returns null. If rows are not in memory, stops before them and returns a time around which rows must be
 * loaded.
 */
export function walkRowsBack(
  series: Series<Segment> | undefined,
  ms: number,
  afterMs: number,
  visit: VisitRow,
): number | null {
  for (let at = ms; at > afterMs;) {
    const segment = series?.partCovering(at)
    if (!segment) return at
    segment.isUsed = true
    for (let i = segment.countUpTo(ms) - 1; i >= 0; i -= 1)
      if (segment.timeAt(i) <= afterMs || !visit(segment, i)) return null
    at = segment.fromMs
  }
  return null
}

/** Like walkRowsBack, but calls `visit` with the rows after `ms`, oldest first. */
export function walkRowsForward(
  series: Series<Segment> | undefined,
  ms: number,
  visit: VisitRow,
): number | null {
  for (let at = ms; at < Infinity;) {
    const segment = series?.partCovering(at)
    if (!segment) return at
    segment.isUsed = true
    for (let i = segment.countUpTo(ms); i < segment.size; i += 1)
      if (!visit(segment, i)) return null
    at = segment.untilMs + 1
  }
  return null
}
