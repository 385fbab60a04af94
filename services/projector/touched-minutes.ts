// The minutes whose candles a set of trades changes ("touched" minutes), and their division into jobs:
// one job is one statement that recomputes candles. Pure functions; tables/candles.ts runs the jobs.

/** By market id and by minute since the epoch: how many records touched the minute. */
export type TouchedMinutes = Map<string, Map<number, number>>

/** Markets and touched minutes to recompute in one statement. All times are minutes since the Unix epoch. */
export interface CandleJob {
  readonly markets: readonly string[]
  /** The touched minutes of each market, in the order of `markets`. */
  readonly minutes: readonly (readonly number[])[]
  readonly fromMinute: number
  /** Exclusive. */
  readonly untilMinute: number
  /** Number of records that touched these minutes. */
  readonly records: number
}

const minuteMs = 60_000
/**
 * If there is a longer gap between touched minutes than this, the minutes before and after it may be recomputed in
 * separate statements.
 */
const minGapMinutes = 60
/**
 * Maximum number of time ranges. Each range takes at least one statement, which costs as much as reading several
 * thousand rows.
 */
const maxRanges = 8
/**
 * Maximum number of markets in one statement. A query parameter of ClickHouse may have 131,072 bytes; a market id has
 * up to 69 bytes, a minute up to 9.
 */
export const maxMarkets = 1_000
const maxPairs = 10_000

/** The minute since the Unix epoch. */
export const minuteOf = (timeMs: number): number => Math.floor(timeMs / minuteMs)

export function touchMinute(
  touchedMinutes: TouchedMinutes,
  marketId: string,
  timeMs: number,
  records: number,
): void {
  const minute = minuteOf(timeMs)
  const minutes = touchedMinutes.get(marketId)
  if (minutes === undefined) touchedMinutes.set(marketId, new Map([[minute, records]]))
  else minutes.set(minute, (minutes.get(minute) ?? 0) + records)
}

/** Divides the minutes into jobs. Every touched minute of every market is in exactly one job. */
export function toCandleJobs(touchedMinutes: TouchedMinutes): CandleJob[] {
  const starts = firstMinutesOfRanges(touchedMinutes)
  const ranges = starts.map((): TouchedMinutes => new Map())
  for (const [marketId, minutes] of touchedMinutes)
    for (const [minute, records] of minutes) {
      const range = ranges[starts.findLastIndex((start) => start <= minute)]
      if (range !== undefined) touchMinute(range, marketId, minute * minuteMs, records)
    }
  return ranges.flatMap(divideIntoJobs)
}

/** Splits a job so that the parameters of one statement can list each pair of market and minute. */
export function splitByPairs(job: CandleJob): CandleJob[] {
  const jobs: CandleJob[] = []
  let part: TouchedMinutes = new Map()
  let pairs = 0
  job.markets.forEach((marketId, index) => {
    for (const minute of job.minutes[index] ?? []) {
      if (pairs === maxPairs) {
        jobs.push(...divideIntoJobs(part))
        part = new Map()
        pairs = 0
      }
      touchMinute(part, marketId, minute * minuteMs, 1)
      pairs += 1
    }
  })
  return [...jobs, ...divideIntoJobs(part)]
}

/**
 * Returns the first minutes of the time ranges, ascending. Ranges are separated at the widest gaps between
 * touched minutes.
 */
function firstMinutesOfRanges(touchedMinutes: TouchedMinutes): number[] {
  const all = new Set<number>()
  for (const minutes of touchedMinutes.values())
    for (const minute of minutes.keys()) all.add(minute)
  const sorted = Uint32Array.from(all).sort()
  const cuts: { start: number; gap: number }[] = []
  sorted.forEach((start, index) => {
    const gap = index === 0 ? Infinity : start - (sorted[index - 1] ?? 0)
    if (gap > minGapMinutes) cuts.push({ start, gap })
  })
  return cuts
    .sort((a, b) => b.gap - a.gap)
    .slice(0, maxRanges)
    .map(({ start }) => start)
    .sort((a, b) => a - b)
}

/**
 * Creates jobs. Markets are taken in the order of their ids, which is the order of the tables, so that a job reads
 * adjacent rows.
 */
function divideIntoJobs(touchedMinutes: TouchedMinutes): CandleJob[] {
  const sorted = [...touchedMinutes].sort(([a], [b]) => (a < b ? -1 : 1))
  const jobs: CandleJob[] = []
  for (let first = 0; first < sorted.length; first += maxMarkets)
    jobs.push(toCandleJob(sorted.slice(first, first + maxMarkets)))
  return jobs
}

function toCandleJob(entries: readonly [string, Map<number, number>][]): CandleJob {
  let fromMinute = Infinity
  let lastMinute = 0
  let total = 0
  for (const [, minutes] of entries)
    for (const [minute, records] of minutes) {
      fromMinute = Math.min(fromMinute, minute)
      lastMinute = Math.max(lastMinute, minute)
      total += records
    }
  return {
    markets: entries.map(([marketId]) => marketId),
    minutes: entries.map(([, minutes]) => [...minutes.keys()]),
    fromMinute,
    untilMinute: lastMinute + 1,
    records: total,
  }
}
