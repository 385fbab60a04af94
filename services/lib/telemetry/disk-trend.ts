// How fast a disk fills: the slope of its free space over the last day.

export interface DiskTrend {
  add(freeBytes: number, atMs: number): void
  /** Negative if free space grows. null: there are samples of less than an hour. */
  fillBytesPerSecond(): number | null
}

const windowMs = 86_400_000
/** Merges of the store need space for some minutes, which would look like a trend. */
const minWindowMs = 3_600_000

/** The slope is that of the least-squares line through the samples. */
export function createDiskTrend(): DiskTrend {
  const samples: { readonly atMs: number; readonly freeBytes: number }[] = []
  return {
    add(freeBytes, atMs) {
      while (samples[0] && samples[0].atMs < atMs - windowMs) samples.shift()
      samples.push({ atMs, freeBytes })
    },
    fillBytesPerSecond() {
      const [first] = samples
      const last = samples.at(-1)
      if (!first || !last || last.atMs - first.atMs < minWindowMs) return null
      const meanS = mean(samples.map(({ atMs }) => (atMs - first.atMs) / 1000))
      const meanBytes = mean(samples.map(({ freeBytes }) => freeBytes))
      let covariance = 0
      let variance = 0
      for (const { atMs, freeBytes } of samples) {
        const s = (atMs - first.atMs) / 1000 - meanS
        covariance += s * (freeBytes - meanBytes)
        variance += s * s
      }
      return -covariance / variance
    },
  }
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
