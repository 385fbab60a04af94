// Computes `asOfMs` of a response: the response contains everything that happened on the platform before this
// time. It is the earlier of two times, the `Date` of the response and the time when the request was sent,
// minus the `Age` of the response. No watermark is later than the `asOfMs` of the responses that it is based
// on.

/**
 * A response is suspect if its `Date` differs by more than this from the estimated time of the platform's
 * clock.
 */
const maxDateDeviationMs = 60_000
/** A response that was in a cache for longer than this is suspect. */
const maxAgeMs = 5_000
/** A `Date` has whole seconds. */
const dateResolutionMs = 1_000

const suspicions = ['future', 'stale', 'cached'] as const
type SuspiciousAnswer = (typeof suspicions)[number]

export function isSuspectOutcome(outcome: string): boolean {
  return (suspicions as readonly string[]).includes(outcome)
}

export interface AnswerTime {
  /** The response contains what happened before this time; -Infinity if it has no `Date`. */
  readonly asOfMs: number
  readonly suspicion: SuspiciousAnswer | null
  /** See AnswerTimes. */
  readonly clockDifferenceMs: number
}

export interface AnswerTimes {
  /** The local clock. It does not go back if the system clock is set back. */
  readonly nowMs: () => number
  /** The platform's clock, estimated from the `Date` of the last response that no cache delayed. */
  readonly platformNowMs: () => number
  /**
   * By how much the platform's clock is ahead of the system clock, as far as responses have shown it. It is 0 while the
   * responses do not rule out that the clocks are equal. Otherwise it may be too large but not too small, so that the
   * time of receipt by the platform's clock is not before the platform made the response. It becomes more exact with
   * each response that no cache delayed. It grows at once when the system clock is set
   * back.
   */
  readonly clockDifferenceMs: () => number
  /** Computes the time of a response. `sentAtMs` is the value of `nowMs` when the request was sent. */
  computeTime(headers: Headers, sentAtMs: number): AnswerTime
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

/**
 * `now` is the system clock; for `steadyNow`, see createSteadyClock. `onCompared` is called with `clockDifferenceMs`
 * for each response that no cache delayed.
 */
export function createAnswerTimes(
  now: () => number,
  steadyNow: () => number,
  onCompared: (differenceMs: number) => void = () => undefined,
): AnswerTimes {
  // If the system clock was set back, the steady clock is right. If it was set forward, the result is too
  // late, but then the `Date` of the response is the earlier time and determines `asOfMs`.
  const nowMs = (): number => Math.max(now(), steadyNow())
  /** The platform's clock minus the local clock, from the last response that no cache delayed. */
  let offsetMs: number | null = null
  /** The clock difference as of the last response that no cache delayed. */
  let differenceMs = 0
  /** The steady clock minus the system clock, when `differenceMs` was computed. */
  let steadyAheadMs = steadyNow() - now()
  /**
   * If the system clock has fallen behind the steady clock since `differenceMs` was computed, it was set back, so the
   * difference has grown. If it has run ahead, it was set forward or the machine was suspended, while the steady clock
   * stood still. A suspension changes nothing, so the difference is kept.
   */
  const clockDifferenceMs = (): number =>
    differenceMs + Math.max(0, steadyNow() - now() - steadyAheadMs)

  function suspicionOf(ageMs: number, dateDeviationMs: number): SuspiciousAnswer | null {
    if (ageMs > maxAgeMs) return 'cached'
    if (dateDeviationMs > maxDateDeviationMs) return 'future'
    return dateDeviationMs < -maxDateDeviationMs ? 'stale' : null
  }

  return {
    nowMs,
    platformNowMs: () => nowMs() + (offsetMs ?? 0),
    clockDifferenceMs,
    computeTime(headers, sentAtMs) {
      const dateMs = Date.parse(toText(headers['date']))
      if (!Number.isFinite(dateMs))
        return { asOfMs: -Infinity, suspicion: null, clockDifferenceMs: clockDifferenceMs() }
      // Some caches keep the `Date` of the original response, others set their own, so `Age` is subtracted in any case.
      const ageMs = Math.max(0, Number(toText(headers['age']) || 0) * 1000) || 0
      const seenOffsetMs = dateMs - nowMs()
      const suspicion = suspicionOf(ageMs, seenOffsetMs - (offsetMs ?? seenOffsetMs))
      if (ageMs <= maxAgeMs) {
        offsetMs = seenOffsetMs
        // The platform dated the response after the request was sent and before the response was received, which gives
        // both bounds of the clock difference.
        const leastMs = dateMs - now()
        const mostMs = leastMs + Math.max(0, nowMs() - sentAtMs) + ageMs + dateResolutionMs
        const beforeMs = clockDifferenceMs()
        differenceMs = beforeMs < leastMs ? mostMs : Math.min(beforeMs, mostMs)
        steadyAheadMs = steadyNow() - now()
        onCompared(differenceMs)
      }
      const asOfMs = Math.min(dateMs, sentAtMs) - ageMs
      return { asOfMs, suspicion, clockDifferenceMs: clockDifferenceMs() }
    },
  }
}

function toText(header: string | string[] | undefined): string {
  return String((Array.isArray(header) ? header[0] : header) ?? '').trim()
}
