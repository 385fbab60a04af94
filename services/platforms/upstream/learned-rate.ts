// Learns a rate limit from the responses with status 429: one that is lower than the documented one, or, for
// an account whose tier is not known, a higher one. No platform states the limit of clients without a key, and
// none sends headers with what is left (docs/platforms.md).

export interface LearnedRate {
  /** The part of the documented rate to use now, `minFraction` to `maxFraction`. */
  fraction(): number
  /**
   * Notes that requests have waited this long for the rate limit. Above the documented rate only
   * such time counts as an increase, because an idle client learns nothing about its limit.
   */
  noteWaiting(ms: number): void
  /** Lowers the rate: the platform has refused a request. */
  refuse(): void
}

/** The additive increase: this much of the documented rate each second, so 50 s from a half to the whole. */
const increasePerSecond = 0.01
/** The multiplicative decrease, as in TCP CUBIC (RFC 9438). */
const decreaseFactor = 0.7
/** Refusals within this time after a decrease belong to the requests that were under way. */
const minDecreaseMs = 1_000
const minFraction = 0.05

/**
 * Additive increase and multiplicative decrease. If the real limit is L, the rate stays between about 0.7 L
 * and L, and one burst of refusals occurs each 0.3 L / (0.01 × documented rate) seconds. `maxFraction`: see
 * LearnedRate.
 */
export function createLearnedRate(now: () => number, maxFraction = 1): LearnedRate {
  let reached = 1
  let reachedAtMs = -Infinity
  let refusedAtMs = -Infinity

  function fraction(): number {
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
    fraction,
    noteWaiting(ms) {
      const current = fraction()
      if (current >= 1) set(Math.min(maxFraction, current + (ms / 1000) * increasePerSecond))
    },
    refuse() {
      const current = fraction()
      if (refusedAtMs > now()) refusedAtMs = -Infinity
      if (now() - refusedAtMs < minDecreaseMs) return
      set(Math.max(minFraction, current * decreaseFactor))
      refusedAtMs = now()
    },
  }
}
