// How fast a number of bytes grows: its slope over the last day.

export interface Trend {
  add(bytes: number, atMs: number): void
  /** Negative if the number shrinks. null: the samples cover less than an hour. */
  bytesPerSecond(): number | null
  /** The time from the first sample of the last day to the last one, in milliseconds. */
  measuredOverMs(): number
}

const windowMs = 86_400_000
/** The shortest time that shows a trend: merges of the store need space for some minutes. */
const minWindowMs = 3_600_000

/** The slope is that of the least-squares line through the samples. */
export function createTrend(): Trend {
  const samples: { readonly atMs: number; readonly bytes: number }[] = []
  const measuredOverMs = (): number => (samples.at(-1)?.atMs ?? 0) - (samples[0]?.atMs ?? 0)
  return {
    add(bytes, atMs) {
      while (samples[0] && samples[0].atMs < atMs - windowMs) samples.shift()
      samples.push({ atMs, bytes })
    },
    measuredOverMs,
    bytesPerSecond() {
      const [first] = samples
      if (!first || measuredOverMs() < minWindowMs) return null
      const meanS = mean(samples.map(({ atMs }) => (atMs - first.atMs) / 1000))
      const meanBytes = mean(samples.map(({ bytes }) => bytes))
      let covariance = 0
      let variance = 0
      for (const { atMs, bytes } of samples) {
        const s = (atMs - first.atMs) / 1000 - meanS
        covariance += s * (bytes - meanBytes)
        variance += s * s
      }
      return covariance / variance
    },
  }
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
