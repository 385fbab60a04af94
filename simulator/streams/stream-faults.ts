// Faults of the streams that have been observed on the real platforms, injected on request. A hash of the seed
// and of what a fault would apply to decides whether it does, so a run can be repeated from its seed.
import { fraction, hashOf } from '../random.ts'

export type StreamFaultKind =
  /** The handshake gets status 429; 425 with Retry-After; 503. */
  | 'refused'
  | 'restarting'
  | 'unavailable'
  /** The connection is accepted, and nothing is ever sent: neither data nor replies nor pongs. */
  | 'mute'
  /** No data on a connection, or of one market of a connection; replies and pings as ever. */
  | 'silent-connection'
  | 'silent-market'
  /** A frame is not sent. Where frames have sequence numbers, these have no gap. */
  | 'lost-frame'
  /** A frame is not sent, and its sequence number is missing. */
  | 'seq-gap'
  /** A frame is sent after the one that follows it. */
  | 'reordered'
  /** The frame of a trade is sent twice. */
  | 'duplicate-trade'
  /** The first frame after a subscription is not sent. */
  | 'lost-first-frame'
  /** The first array is larger than 1 MiB. */
  | 'oversized-first-array'
  /** A book has a wrong hash. */
  | 'wrong-hash'
  /** The client is treated as one that reads too slowly. */
  | 'slow-consumer'
  /** The tick of a market changes, and its book is not sent until the next trade. */
  | 'tick-size-change'
  /** A trade is followed by one that the platform never lists. */
  | 'withdrawn-trade'
  /** A trade that the platform lists is not sent on any connection. */
  | 'missed-trade'
  /** A frame that no client expects comes first: text, half of an object, an unknown type, another market. */
  | 'odd-frame'

export interface StreamFaultRule {
  readonly kind: StreamFaultKind
  /** Fraction of what the fault may apply to, 0 to 1. */
  readonly probability: number
  /** Only the stream at this path. */
  readonly path?: string
  /** Only in this time range, Unix milliseconds. */
  readonly fromMs?: number
  readonly untilMs?: number
}

export type FaultCounts = Readonly<Partial<Record<StreamFaultKind, number>>>

export interface StreamFaults {
  /** Whether a rule applies to what `key` identifies, on the stream at a path. */
  has(kind: StreamFaultKind, path: string, key: string, nowMs: number): boolean
  /** How often each fault has been injected. */
  counts(): FaultCounts
}

/** `rules`: read for each question. */
export function createStreamFaults(
  seed: string,
  rules: () => readonly StreamFaultRule[],
): StreamFaults {
  const counts = new Map<StreamFaultKind, number>()
  return {
    counts: () => Object.fromEntries(counts),
    has(kind, path, key, nowMs) {
      const found = rules().some(
        (rule, index) =>
          rule.kind === kind &&
          (rule.path === undefined || rule.path === path) &&
          nowMs >= (rule.fromMs ?? -Infinity) &&
          nowMs < (rule.untilMs ?? Infinity) &&
          fraction(hashOf(`${seed}/stream/${index}/${kind}/${key}`)) < rule.probability,
      )
      if (found) counts.set(kind, (counts.get(kind) ?? 0) + 1)
      return found
    },
  }
}
