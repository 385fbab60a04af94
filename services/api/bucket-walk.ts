// Reads the buckets of one or several series of values, one window of time after the other, until enough results are
// found. The windows become longer, and time without observations is skipped, so that neither a market with millions
// of quotes is read as a whole, nor one with few quotes bucket by bucket.
import { bucketEndS, bucketStartS, candleGrids, type CandleInterval } from '../domain/candle.ts'
import type { CandleRange } from './candle-series.ts'
import type { BucketValues, BucketValuesRequest, Observation } from './queries/bucket-values.ts'

type WindowRequest = Omit<BucketValuesRequest, 'source'>

export interface BucketWalk<
  Result,
  Series extends readonly BucketValues[] = readonly BucketValues[],
> {
  readonly interval: CandleInterval
  readonly range: CandleRange
  /** The results to find; more than these may be returned. */
  readonly count: number
  /** Whether to begin at the start of the range or at its end. */
  readonly keep: 'oldest' | 'newest'
  /** Returns the buckets of each series. */
  readonly read: (window: WindowRequest) => Promise<Series>
  /**
   * The results of a window, oldest first. A result must depend on a bucket with an observation of some series, and on
   * a value of each series.
   */
  readonly toResults: (series: Series, window: CandleRange) => readonly Result[]
}

type Direction = Pick<BucketWalk<unknown>, 'interval' | 'count' | 'keep'>

/** Returns the results, oldest first. */
export async function walkBuckets<Result, const Series extends readonly BucketValues[]>(
  walk: BucketWalk<Result, Series>,
): Promise<readonly Result[]> {
  const { interval, range, count, keep, read, toResults } = walk
  const found: (readonly Result[])[] = []
  let total = 0
  let left = range
  let lengthS = count * candleGrids[interval].stepS
  while (left.fromS < left.toS && total < count) {
    const window = firstPart(left, lengthS, keep)
    const series = await read({ interval, ...window, limit: count, keep })
    const known = completePart(walk, window, series)
    const results = toResults(series, known)
    found.push(results)
    total += results.length
    left = keep === 'oldest' ? { ...left, fromS: known.toS } : { ...left, toS: known.fromS }
    if (!isSame(known, window)) continue
    left = keep === 'oldest' ? skipForward(walk, left, series) : skipBack(walk, left, series)
    lengthS *= 4
  }
  return (keep === 'oldest' ? found : found.toReversed()).flat()
}

/** The part of the range that comes first in the direction of the walk. */
function firstPart(
  { fromS, toS }: CandleRange,
  lengthS: number,
  keep: 'oldest' | 'newest',
): CandleRange {
  return keep === 'oldest'
    ? { fromS, toS: Math.min(toS, fromS + lengthS) }
    : { fromS: Math.max(fromS, toS - lengthS), toS }
}

/** The part of the window of which no series lacks a bucket because of the limit. */
function completePart(
  { interval, count, keep }: Direction,
  { fromS, toS }: CandleRange,
  series: readonly BucketValues[],
): CandleRange {
  const full = series.flatMap(({ buckets }) => (buckets.length < count ? [] : [buckets]))
  if (keep === 'newest')
    return { fromS: Math.max(fromS, ...full.map((buckets) => buckets[0]?.startS ?? fromS)), toS }
  const ends = full.map((buckets) => bucketEndS(interval, buckets.at(-1)?.startS ?? toS))
  return { fromS, toS: Math.min(toS, ...ends) }
}

const isSame = (one: CandleRange, other: CandleRange): boolean =>
  one.fromS === other.fromS && one.toS === other.toS

/** Skips the time without an observation, and that before each series has one. */
function skipForward(
  { interval }: Direction,
  { fromS, toS }: CandleRange,
  series: readonly BucketValues[],
): CandleRange {
  const nextMs = ({ afterMs }: BucketValues): number => afterMs ?? Infinity
  const withoutValue = series.filter(
    ({ buckets, before }) => buckets.length === 0 && (before?.value ?? null) === null,
  )
  const ms = Math.max(Math.min(...series.map(nextMs)), ...withoutValue.map(nextMs))
  if (ms === Infinity) return { fromS: toS, toS }
  return { fromS: Math.max(fromS, bucketStartS(interval, Math.floor(ms / 1000))), toS }
}

/** The same in the other direction. Before the first observation of a series there are no results. */
function skipBack(
  { interval }: Direction,
  { fromS, toS }: CandleRange,
  series: readonly BucketValues[],
): CandleRange {
  const befores = series.flatMap(({ before }) => before ?? [])
  if (befores.length < series.length) return { fromS, toS: fromS }
  const msOf = ({ ms }: Observation): number => ms
  const withoutValue = befores.filter(({ value }) => value === null)
  const ms = Math.min(Math.max(...befores.map(msOf)), ...withoutValue.map(msOf))
  return { fromS, toS: Math.min(toS, bucketEndS(interval, Math.floor(ms / 1000))) }
}
