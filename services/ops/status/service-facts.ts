// What a running service says about itself, for `ops status`: made from /metrics and /health/ready of its admin port.
// With PROCESSES=roles, this port answers for all processes, and each sample has the label `process`.
import { labelValues, maxOf, samplesOf, sumOf, type Sample } from './samples.ts'

export interface RequestClassFacts {
  readonly class: string
  /** Requests a second that the rate limits reserve for the class now. */
  readonly allowed_per_second: number
  /** This and the next two fields: mean number of requests a second over the last `ServiceFacts.counted_over_ms`. */
  readonly wanted_per_second: number
  readonly sent_per_second: number
  /** Requests that were sent and that the platform refused with status 429. */
  readonly refused_per_second: number
  /** Requests that wait now. */
  readonly waiting: number
  /** The time as of which the data of the class is current; null: not known, or the class has no such time. */
  readonly current_as_of_ms: number | null
}

export interface PlatformFacts {
  readonly platform: string
  /** Whether the process reads the tape of the platform; only one of several pollers does. */
  readonly polls_tape: boolean
  /** Watermark of the tape; null: the process knows none. */
  readonly complete_until_ms: number | null
  /**
   * How far the clock of the platform is ahead of the clock of the poller's machine; null: the poller has not compared
   * the clocks.
   */
  readonly clock_difference_ms: number | null
  readonly histories: { readonly done: number; readonly missing: number }
  readonly requests: readonly RequestClassFacts[]
  /** The missing settings because of which the platform's live stream is not followed. */
  readonly stream_lacks: readonly string[]
  /** Requests since the start that were not answered as expected, by outcome. */
  readonly errors: readonly { readonly outcome: string; readonly requests: number }[]
}

export interface DiskFacts {
  readonly free_bytes: number
  readonly total_bytes: number
  /** How fast the free space shrinks; negative: it grows; null: in the first hour after the start. */
  readonly fill_bytes_per_second: number | null
  /** Time until the disk is full; null: never at this rate, or not known. */
  readonly full_in_ms: number | null
}

export interface ServiceFacts {
  /** The roles of the process at the admin port, or of its child processes. */
  readonly roles: readonly string[]
  /** For each part of the service: null if it is ready, else the problem. */
  readonly parts: Readonly<Record<string, string | null>>
  /** Parts that have stopped permanently. */
  readonly stopped: readonly string[]
  /** Start of the process that has run for the shortest time. */
  readonly started_at_ms: number | null
  readonly counted_over_ms: number
  readonly platforms: readonly PlatformFacts[]
  /** null: the process keeps no data on a disk of its own. */
  readonly disk: DiskFacts | null
  /** Topics in which retention keeps records that exceed its limits, because a consumer group has not read them. */
  readonly held_back: readonly { readonly topic: string; readonly records: number }[]
}

export interface MetricsReading {
  readonly atMs: number
  readonly samples: readonly Sample[]
}

/**
 * Rates are computed from the increase of counters since the reading `previous`; null: since the start of the process.
 */
export function toServiceFacts(
  { atMs, samples }: MetricsReading,
  previous: MetricsReading | null,
  parts: ServiceFacts['parts'],
): ServiceFacts {
  const startedAtS = maxOf(samples, 'process_start_time_seconds')
  const startedAtMs = startedAtS === null ? null : startedAtS * 1000
  // counters begin at 0 again after a restart, so a reading from before the restart is not used
  const base = previous !== null && previous.atMs > (startedAtMs ?? 0) ? previous : null
  const countedOverMs = Math.max(1, atMs - (base?.atMs ?? startedAtMs ?? atMs))
  const rateOf: RateOf = (name, labels) =>
    ((sumOf(samples, name, labels) - (base ? sumOf(base.samples, name, labels) : 0)) * 1000) /
    countedOverMs
  return {
    roles: labelValues(samples, 'oddslog_role', 'role'),
    parts,
    stopped: samplesOf(samples, 'oddslog_fatal')
      .filter(({ value }) => value > 0)
      .map(({ labels }) => labels['part'] ?? ''),
    started_at_ms: startedAtMs,
    counted_over_ms: countedOverMs,
    platforms: platformsIn(samples).map((platform) => toPlatformFacts(platform, samples, rateOf)),
    disk: toDiskFacts(samples),
    held_back: samplesOf(samples, 'oddslog_retention_held_back_records')
      .filter(({ value }) => value > 0)
      .map(({ labels, value }) => ({ topic: labels['topic'] ?? '', records: value })),
  }
}

type RateOf = (name: string, labels: Sample['labels']) => number

/**
 * Returns the platforms of two metrics: a platform with a poller has requests, and a platform whose tape was read has a
 * watermark.
 */
function platformsIn(samples: readonly Sample[]): readonly string[] {
  const names = ['oddslog_poller_requests_wanted_total', 'oddslog_tape_complete_until_seconds']
  return [...new Set(names.flatMap((name) => labelValues(samples, name, 'platform')))].sort()
}

function toPlatformFacts(
  platform: string,
  samples: readonly Sample[],
  rateOf: RateOf,
): PlatformFacts {
  const of = { platform }
  const completeUntilS = maxOf(samples, 'oddslog_tape_complete_until_seconds', of)
  const clockDifferenceS = maxOf(samples, 'oddslog_platform_clock_difference_seconds', of)
  const requests = 'oddslog_poller_requests_total'
  const wanted = 'oddslog_poller_requests_wanted_total'
  const classes = new Set([
    ...labelValues(samples, 'oddslog_poller_requests_reserved_per_second', 'class', of),
    ...labelValues(samples, wanted, 'class', of),
  ])
  return {
    platform,
    polls_tape: sumOf(samples, wanted, { ...of, class: 'tape' }) > 0,
    complete_until_ms: completeUntilS === null ? null : completeUntilS * 1000,
    clock_difference_ms: clockDifferenceS === null ? null : clockDifferenceS * 1000,
    histories: {
      done: sumOf(samples, 'oddslog_backfill_markets', { ...of, state: 'done' }),
      missing: sumOf(samples, 'oddslog_backfill_markets', { ...of, state: 'missing' }),
    },
    requests: [...classes].map((name) => toRequestClassFacts(name, of, samples, rateOf)),
    stream_lacks: labelValues(samples, 'oddslog_poller_anomalies_total', 'reason', {
      ...of,
      kind: 'no_stream',
    }),
    errors: labelValues(samples, requests, 'outcome', of)
      .filter((outcome) => outcome !== 'ok')
      .map((outcome) => ({ outcome, requests: sumOf(samples, requests, { ...of, outcome }) })),
  }
}

function toRequestClassFacts(
  name: string,
  platform: { readonly platform: string },
  samples: readonly Sample[],
  rateOf: RateOf,
): RequestClassFacts {
  const of = { ...platform, class: name }
  const asOfS = maxOf(samples, 'oddslog_poller_fresh_as_of_seconds', of)
  return {
    class: name,
    allowed_per_second: sumOf(samples, 'oddslog_poller_requests_reserved_per_second', of),
    wanted_per_second: rateOf('oddslog_poller_requests_wanted_total', of),
    sent_per_second: rateOf('oddslog_poller_requests_total', of),
    refused_per_second: rateOf('oddslog_poller_requests_total', { ...of, outcome: '429' }),
    waiting: sumOf(samples, 'oddslog_poller_requests_waiting', of),
    current_as_of_ms: asOfS === null ? null : asOfS * 1000,
  }
}

/** Processes of one machine report the same disk, so any of their samples will do. */
export function toDiskFacts(samples: readonly Sample[]): DiskFacts | null {
  const free = maxOf(samples, 'oddslog_disk_bytes', { state: 'free' })
  const total = maxOf(samples, 'oddslog_disk_bytes', { state: 'total' })
  if (free === null || total === null) return null
  const fill = maxOf(samples, 'oddslog_disk_fill_bytes_per_second')
  return {
    free_bytes: free,
    total_bytes: total,
    fill_bytes_per_second: fill,
    full_in_ms: fill !== null && fill > 0 ? (free / fill) * 1000 : null,
  }
}
