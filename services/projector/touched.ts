// Which candles a number of trades touched, and in which statements they are best recomputed. Pure.

/** Market id -> minute since the epoch -> how many records touched it. */
export type TouchedMinutes = Map<string, Map<number, number>>

/** Some markets and the minutes of each, all within one stretch of time. Minutes since the epoch. */
export interface CandleJob {
  readonly markets: readonly string[]
  /** The minutes of each market, parallel to `markets`. */
  readonly minutes: readonly (readonly number[])[]
  readonly fromMinute: number
  /** Excluded. */
  readonly untilMinute: number
  /** Records that touched these minutes. */
  readonly records: number
}

const minuteMs = 60_000
/** Two touched minutes further apart than this may go into two statements. */
const gapMinutes = 60
/** A statement costs as much as some thousand rows, so scattered minutes share one. */
const maxStretches = 8
/** Parameters of a statement: a server takes 131,072 bytes each; a condition id has 69, a minute 9. */
const maxMarkets = 1_000
const maxPairs = 10_000

export function touch(
  touched: TouchedMinutes,
  marketId: string,
  timeMs: number,
  records: number,
): void {
  const minute = Math.floor(timeMs / minuteMs)
  const minutes = touched.get(marketId)
  if (minutes === undefined) touched.set(marketId, new Map([[minute, records]]))
  else minutes.set(minute, (minutes.get(minute) ?? 0) + records)
}

export function mergeTouched(into: TouchedMinutes, from: TouchedMinutes): void {
  for (const [marketId, minutes] of from)
    for (const [minute, records] of minutes) touch(into, marketId, minute * minuteMs, records)
}

/** Every touched minute of every market in exactly one job. */
export function toCandleJobs(touched: TouchedMinutes): CandleJob[] {
  const starts = startsOfStretches(touched)
  const stretches = starts.map((): TouchedMinutes => new Map())
  for (const [marketId, minutes] of touched)
    for (const [minute, records] of minutes) {
      const stretch = stretches[starts.findLastIndex((start) => start <= minute)]
      if (stretch !== undefined) touch(stretch, marketId, minute * minuteMs, records)
    }
  return stretches.flatMap(toJobs)
}

/** The same minutes in jobs that are small enough to name each of them. */
export function splitByPairs(job: CandleJob): CandleJob[] {
  const jobs: CandleJob[] = []
  let part: TouchedMinutes = new Map()
  let pairs = 0
  job.markets.forEach((marketId, index) => {
    for (const minute of job.minutes[index] ?? []) {
      if (pairs === maxPairs) {
        jobs.push(...toJobs(part))
        part = new Map()
        pairs = 0
      }
      touch(part, marketId, minute * minuteMs, 1)
      pairs += 1
    }
  })
  return [...jobs, ...toJobs(part)]
}

/** First minutes of the stretches, ascending: cut at the widest gaps. */
function startsOfStretches(touched: TouchedMinutes): number[] {
  const all = new Set<number>()
  for (const minutes of touched.values()) for (const minute of minutes.keys()) all.add(minute)
  const sorted = Uint32Array.from(all).sort()
  const cuts: { start: number; gap: number }[] = []
  sorted.forEach((start, index) => {
    const gap = index === 0 ? Infinity : start - (sorted[index - 1] ?? 0)
    if (gap > gapMinutes) cuts.push({ start, gap })
  })
  return cuts
    .sort((a, b) => b.gap - a.gap)
    .slice(0, maxStretches)
    .map(({ start }) => start)
    .sort((a, b) => a - b)
}

/** Neighbours in the tables' order share a job. */
function toJobs(touched: TouchedMinutes): CandleJob[] {
  const sorted = [...touched].sort(([a], [b]) => (a < b ? -1 : 1))
  const jobs: CandleJob[] = []
  for (let first = 0; first < sorted.length; first += maxMarkets)
    jobs.push(toJob(sorted.slice(first, first + maxMarkets)))
  return jobs
}

function toJob(entries: readonly [string, Map<number, number>][]): CandleJob {
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
