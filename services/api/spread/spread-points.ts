// The points of a spread: the values of two markets at the end of each bucket, and their difference. A value stays in
// force over buckets without observations (docs/decisions/046-quote-candles.md).
import type { CandleRange } from '../candle-series.ts'
import { subtractDecimals, type Decimal } from '../../domain/money.ts'
import { complementOf } from '../../domain/price.ts'
import type { BucketValues, Observation, ValueSource } from '../queries/bucket-values.ts'

export interface SpreadPoint {
  /** Unix seconds. */
  readonly startS: number
  readonly value: Decimal
  readonly otherValue: Decimal
  readonly observedMs: number
  readonly otherObservedMs: number
}

/**
 * Returns the kind of value that must be read for the other market. If the match is inverted, the bid of the other
 * market's second outcome follows from the ask of its first one.
 */
export function sourceOfOtherMarket(source: ValueSource, isInverted: boolean): ValueSource {
  if (!isInverted) return source
  return source === 'bid' ? 'ask' : source === 'ask' ? 'bid' : source
}

/**
 * Returns one point for each bucket in which at least one market has an observation, if both markets have a value at
 * the end of the bucket. `series`: the buckets of the market, then the buckets of the other market.
 */
export function toSpreadPoints(
  series: readonly [BucketValues, BucketValues],
  isInverted: boolean,
  { fromS, toS }: CandleRange,
): readonly SpreadPoint[] {
  const bucketStartsOf = ({ buckets }: BucketValues): readonly number[] =>
    buckets.map(({ startS }) => startS).filter((startS) => startS >= fromS && startS < toS)
  const starts = new Set([...bucketStartsOf(series[0]), ...bucketStartsOf(series[1])])
  const lastOf = createLastObservationFinder(series[0])
  const lastOfOther = createLastObservationFinder(series[1])
  return [...starts]
    .toSorted((a, b) => a - b)
    .flatMap((startS) => {
      const [one, other] = [lastOf(startS), lastOfOther(startS)]
      if (one === null || other === null || one.value === null || other.value === null) return []
      return [
        {
          startS,
          value: one.value,
          otherValue: isInverted ? complementOf(other.value) : other.value,
          observedMs: one.ms,
          otherObservedMs: other.ms,
        },
      ]
    })
}

/**
 * Returns a function that finds the newest observation before the end of a bucket. `startS`: the start of the bucket;
 * it must not decrease from call to call.
 */
function createLastObservationFinder({
  buckets,
  before,
}: BucketValues): (startS: number) => Observation | null {
  let next = 0
  return (startS) => {
    while ((buckets[next]?.startS ?? Infinity) <= startS) next += 1
    if (next > 0) return buckets[next - 1]?.last ?? null
    return buckets.length > 0 ? (buckets[0]?.before ?? null) : before
  }
}

export function toPointJson(point: SpreadPoint, isFinal: boolean): string {
  const { startS, value, otherValue, observedMs, otherObservedMs } = point
  return (
    `{"start_ts":${startS},"value":${value},"other_value":${otherValue},` +
    `"difference":${subtractDecimals(value, otherValue)},"observed_at_ms":${observedMs},` +
    `"other_observed_at_ms":${otherObservedMs},"is_final":${isFinal}}`
  )
}
