// The series of one market: its segments in the order of time. Segments do not overlap; there may be gaps
// between them, which are in the store only.
import type { Segment } from './segment.ts'

export class Series {
  readonly marketId: string
  /** The load under way: one at a time, so that segments do not overlap. Resolves with false if it failed. */
  loading: Promise<boolean> | null = null
  private segments: Segment[] = []

  constructor(marketId: string) {
    this.marketId = marketId
  }

  get isEmpty(): boolean {
    return this.segments.length === 0
  }

  covering(ms: number): Segment | null {
    const segment = this.segments[this.firstEndingAtOrAfter(ms)]
    return segment !== undefined && segment.fromMs < ms ? segment : null
  }

  /** The gap around a time that no segment covers: (fromMs, untilMs]. */
  gapAround(ms: number): { readonly fromMs: number; readonly untilMs: number } {
    const index = this.firstEndingAtOrAfter(ms)
    return {
      fromMs: this.segments[index - 1]?.untilMs ?? -Infinity,
      untilMs: this.segments[index]?.fromMs ?? Infinity,
    }
  }

  add(segment: Segment): void {
    this.segments.splice(this.firstEndingAtOrAfter(segment.untilMs), 0, segment)
  }

  remove(segment: Segment): void {
    const index = this.segments.indexOf(segment)
    if (index >= 0) this.segments.splice(index, 1)
  }

  private firstEndingAtOrAfter(ms: number): number {
    let [low, high] = [0, this.segments.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.segments[middle] as Segment).untilMs < ms) low = middle + 1
      else high = middle
    }
    return low
  }
}

type Visit = (segment: Segment, index: number) => boolean

/** The rows at or before `ms` (with `beforeId`: before (ms, beforeId)) and after `afterMs`. */
export interface PastRange {
  readonly ms: number
  readonly beforeId: string | null
  readonly afterMs: number
}

/**
 * Calls `visit` with the rows of the range, newest first, until it returns false or there are no more. Returns
 * null, or a time that is not in memory and must be loaded first.
 */
export function walkBack(
  series: Series | undefined,
  { ms, beforeId, afterMs }: PastRange,
  visit: Visit,
): number | null {
  for (let at = ms; at > afterMs;) {
    const segment = series?.covering(at)
    if (!segment) return at
    segment.isUsed = true
    for (let i = segment.rank(ms, beforeId) - 1; i >= 0; i -= 1)
      if (segment.timeAt(i) <= afterMs || !visit(segment, i)) return null
    at = segment.fromMs
  }
  return null
}

/** The same for the rows after the time, oldest first. */
export function walkForward(series: Series | undefined, ms: number, visit: Visit): number | null {
  for (let at = ms; at < Infinity;) {
    const segment = series?.covering(at)
    if (!segment) return at
    segment.isUsed = true
    for (let i = segment.rank(ms); i < segment.size; i += 1) if (!visit(segment, i)) return null
    at = segment.untilMs + 1
  }
  return null
}
