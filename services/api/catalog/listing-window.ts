// Which ended markets lists contain: those that ended within `endedMarketsMs`, and of these only the ones that ended
// last, because memory grows with each of them.

export interface ListingWindowOptions {
  /** Milliseconds. Markets that ended longer ago are in no list. */
  readonly endedMarketsMs: number
  /** Lists contain at most about this many ended markets. */
  readonly maxEndedMarkets: number
}

export interface ListingWindow {
  /** Lists contain the markets that did not end before this time. Unix milliseconds; never goes back. */
  readonly minListedEndMs: () => number
  /**
   * Leaves out the markets that ended first, if there are too many. `endedPerMinute`: how many of the listed markets
   * ended in each minute of Unix time.
   */
  limit(endedPerMinute: ReadonlyMap<number, number>): void
}

export function createListingWindow(
  { endedMarketsMs, maxEndedMarkets }: ListingWindowOptions,
  now: () => number,
): ListingWindow {
  let minEndMs = -Infinity
  return {
    minListedEndMs: () => Math.max(now() - endedMarketsMs, minEndMs),
    limit(endedPerMinute) {
      minEndMs = Math.max(minEndMs, startOfNewest(endedPerMinute, maxEndedMarkets))
    },
  }
}

const minuteMs = 60_000

export const minuteOf = (timeMs: number): number => Math.floor(timeMs / minuteMs)

/**
 * Returns the start of the earliest minute since which at most `maxEnded` markets have ended, in Unix milliseconds;
 * -Infinity if not more markets have ended in all.
 */
function startOfNewest(endedPerMinute: ReadonlyMap<number, number>, maxEnded: number): number {
  let sum = 0
  for (const [minute, count] of [...endedPerMinute].sort(([a], [b]) => b - a)) {
    sum += count
    if (sum > maxEnded) return (minute + 1) * minuteMs
  }
  return -Infinity
}
