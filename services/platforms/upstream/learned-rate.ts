// Learns a rate limit that is lower than the documented one from the responses with status 429. No platform
// states the limit of clients without a key, and none sends headers with what is left (docs/platforms.md).

export interface LearnedRate {
  /** The part of the documented rate to use now, `minFraction` to 1. */
  fraction(): number
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
 * and L, and one burst of refusals occurs each 0.3 L / (0.01 × documented rate) seconds.
 */
export function createLearnedRate(now: () => number): LearnedRate {
  let lowered = 1
  let loweredAtMs = -Infinity

  function fraction(): number {
    const atMs = now()
    // If the system clock was set back, the increase begins again.
    if (loweredAtMs > atMs) loweredAtMs = atMs
    return Math.min(1, lowered + ((atMs - loweredAtMs) / 1000) * increasePerSecond)
  }

  return {
    fraction,
    refuse() {
      const current = fraction()
      if (now() - loweredAtMs < minDecreaseMs) return
      lowered = Math.max(minFraction, current * decreaseFactor)
      loweredAtMs = now()
    },
  }
}
