// Reads the time buckets of one or several series of values, one time window after the other, until enough results
// are found. Each window is longer than the last, and time without observations is skipped. So a market with millions
// of quotes is not read as a whole, and a market with few quotes does not need many windows.
import { bucketEndS, bucketStartS, candleGrids, type CandleInterval } from '../domain/candle.ts'
import type { CandleRange } from './candle-series.ts'
import type { BucketValues, BucketValuesRequest, Observation } from './queries/bucket-values.ts'

type WindowRequest = Omit<BucketValuesRequest, 'source'>

export interface BucketWalkOptions<
  Result,
  Series extends readonly BucketValues[] = readonly BucketValues[],
> {
  readonly interval: CandleInterval
  readonly range: CandleRange
  /** Number of results to find. The walk may return more. */
  readonly count: number
  /** `oldest`: the walk begins at the start of the range. `newest`: it begins at the end. */
  readonly keep: 'oldest' | 'newest'
  /** Returns the buckets of each series in a time window. */
  readonly read: (window: WindowRequest) => Promise<Series>
  /**
   * Computes the results of a window, oldest first. A bucket has a result if at least one series has an observation
   * in the bucket, and every series has a value by the end of the bucket.
   */
  readonly toResults: (series: Series, window: CandleRange) => readonly Result[]
}

/** Factor by which the length of the window, and the maximum number of buckets, grow from window to window. */
const growthFactor = 4
/**
 * Maximum number of buckets that are read of a series per window, about a megabyte of text. The walk exceeds it only if
 * more results than this are requested.
 */
const maxBuckets = 5_000

type WalkDirection = Pick<BucketWalkOptions<unknown>, 'interval' | 'keep'>

/** Returns the results, oldest first. */
export async function walkBuckets<Result, const Series extends readonly BucketValues[]>(
  walkOptions: BucketWalkOptions<Result, Series>,
): Promise<readonly Result[]> {
  const { interval, range, count, keep, read, toResults } = walkOptions
  const found: (readonly Result[])[] = []
  let total = 0
  let left = range
  let lengthS = count * candleGrids[interval].stepS
  let limit = count
  while (left.fromS < left.toS && total < count) {
    const window = nextWindow(left, lengthS, keep)
    const series = await read({ interval, ...window, limit, keep })
    const known = toCompletelyReadRange(walkOptions, window, series, limit)
    limit = Math.max(count, Math.min(limit * growthFactor, maxBuckets))
    const results = toResults(series, known)
    found.push(results)
    total += results.length
    left = keep === 'oldest' ? { ...left, fromS: known.toS } : { ...left, toS: known.fromS }
    if (!isSameRange(known, window)) continue
    left =
      keep === 'oldest'
        ? shortenRangeAtStart(walkOptions, left, series)
        : shortenRangeAtEnd(walkOptions, left, series)
    lengthS *= growthFactor
  }
  return (keep === 'oldest' ? found : found.toReversed()).flat()
}

/** Returns the next window: the part of the range that comes first in the direction of the walk. */
function nextWindow(
  { fromS, toS }: CandleRange,
  lengthS: number,
  keep: 'oldest' | 'newest',
): CandleRange {
  return keep === 'oldest'
    ? { fromS, toS: Math.min(toS, fromS + lengthS) }
    : { fromS: Math.max(fromS, toS - lengthS), toS }
}

/**
 * Returns the part of the window that was read completely. If a series returned `limit` buckets, it may have more
 * buckets in the window that were not read.
 */
function toCompletelyReadRange(
  { interval, keep }: WalkDirection,
  { fromS, toS }: CandleRange,
  series: readonly BucketValues[],
  limit: number,
): CandleRange {
  const full = series.flatMap(({ buckets }) => (buckets.length < limit ? [] : [buckets]))
  if (keep === 'newest')
    return { fromS: Math.max(fromS, ...full.map((buckets) => buckets[0]?.startS ?? fromS)), toS }
  const ends = full.map((buckets) => bucketEndS(interval, buckets.at(-1)?.startS ?? toS))
  return { fromS, toS: Math.min(toS, ...ends) }
}

const isSameRange = (one: CandleRange, other: CandleRange): boolean =>
  one.fromS === other.fromS && one.toS === other.toS

/**
 * Moves the start of the range forward, past the time that cannot have results: to the next observation of any
 * series or, if some series have no value yet, to the time when all of them have one.
 */
function shortenRangeAtStart(
  { interval }: WalkDirection,
  { fromS, toS }: CandleRange,
  series: readonly BucketValues[],
): CandleRange {
  const nextObservationMs = ({ afterMs }: BucketValues): number => afterMs ?? Infinity
  const withoutValue = series.filter(
    ({ buckets, before }) => buckets.length === 0 && (before?.value ?? null) === null,
  )
  const ms = Math.max(
    Math.min(...series.map(nextObservationMs)),
    ...withoutValue.map(nextObservationMs),
  )
  if (ms === Infinity) return { fromS: toS, toS }
  return { fromS: Math.max(fromS, bucketStartS(interval, Math.floor(ms / 1000))), toS }
}

/**
 * Moves the end of the range backward, past the time that cannot have results: to the newest earlier observation of any
 * series or, if the newest earlier observation of some series has no value, to the oldest of these. If a series has no
 * earlier observation, no results remain, and the range becomes empty.
 */
function shortenRangeAtEnd(
  { interval }: WalkDirection,
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
