// Learns the platform's real rate limit from responses with status 429. It may be lower than the documented
// limit or, for an account whose tier is not known, higher. No platform states the limit of clients without a
// key, and none sends headers with the remaining quota (docs/platforms.md).

export interface LearnedRate {
  /** The fraction of the documented rate to use now, between `minFraction` and `maxFractionOfLimit`. */
  rateFraction(): number
  /**
   * Notes that requests have waited for the rate limit for this long. Above the documented rate, the rate
   * increases only with this time, because an idle client learns nothing about its limit.
   */
  noteWaitTime(ms: number): void
  /** Lowers the rate: the platform has refused a request. */
  noteRefusal(): void
}

/**
 * The additive increase: this fraction of the documented rate each second. From half of the rate to the whole
 * takes 50 s.
 */
const increasePerSecond = 0.01
/** The multiplicative decrease, as in TCP CUBIC (RFC 9438). */
const decreaseFactor = 0.7
/** Refusals within this time after a decrease are ignored: they concern requests that were sent before the decrease. */
const minDecreaseMs = 1_000
const minFraction = 0.05

/**
 * Learns by additive increase and multiplicative decrease. If the real limit is L, the rate stays between
 * about 0.7 L and L, and one burst of refusals occurs each 0.3 L / (0.01 × documented rate) seconds. The rate
 * is never more than `maxFractionOfLimit` of the documented one.
 */
export function createLearnedRate(now: () => number, maxFractionOfLimit = 1): LearnedRate {
  let reached = 1
  let reachedAtMs = -Infinity
  let refusedAtMs = -Infinity

  function rateFraction(): number {
    const atMs = now()
    // If the system clock was set back, the increase begins again.
    if (reachedAtMs > atMs) reachedAtMs = atMs
    if (reached >= 1) return reached
    return Math.min(1, reached + ((atMs - reachedAtMs) / 1000) * increasePerSecond)
  }

  function set(value: number): void {
    reached = value
    reachedAtMs = now()
  }

  return {
    rateFraction,
    noteWaitTime(ms) {
      const current = rateFraction()
      if (current >= 1) set(Math.min(maxFractionOfLimit, current + (ms / 1000) * increasePerSecond))
    },
    noteRefusal() {
      const current = rateFraction()
      if (refusedAtMs > now()) refusedAtMs = -Infinity
      if (now() - refusedAtMs < minDecreaseMs) return
      set(Math.max(minFraction, current * decreaseFactor))
      refusedAtMs = now()
    },
  }
}
