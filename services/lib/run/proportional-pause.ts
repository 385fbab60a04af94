// Pauses between runs of repeated work. The longer the work takes, because the machine is busy, the longer the pauses are,
// so the work takes a limited share of the time.

export interface ProportionalPause {
  /** Does the work, and measures how long it takes, also if it fails. */
  measure<T>(work: () => Promise<T>): Promise<T>
  /** How long to pause after the last measured work, in milliseconds. */
  ms(): number
}

/** The pause is `factor` times as long as the work, at least `minMs`, and at most `factor * minMs`. */
export function createProportionalPause(minMs: number, factor: number): ProportionalPause {
  let tookMs = 0
  return {
    async measure(work) {
      const startedMs = performance.now()
      try {
        return await work()
      } finally {
        tookMs = performance.now() - startedMs
      }
    },
    ms: () => Math.min(Math.max(minMs, factor * tookMs), factor * minMs),
  }
}
