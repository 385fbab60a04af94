// Which ended markets lists contain: those that ended within `endedMarketsMs`, and of these only the ones that ended
// last, because memory grows with each of them.

export interface ListingWindowOptions {
  /** Milliseconds. Markets that ended longer ago are in no list. */
  readonly endedMarketsMs: number
  /** Lists contain at most about this many ended markets. */
  readonly maxEndedMarkets: number
}

export interface ListingWindow {
  /** Lists contain the markets that did not end before this time. Unix milliseconds. */
  readonly minListedEndMs: () => number
  /** As minListedEndMs(), without the limit of the number of markets. */
  readonly minEndMs: () => number
  /**
   * Leaves out the markets that ended first, if there are too many. `endedPerMinute`: how many of the listed markets
   * ended in each minute of Unix time.
   */
  limit(endedPerMinute: ReadonlyMap<number, number>): void
  /** As `limit`, but forgets earlier limits. `endedPerMinute`: of all markets that ended after minEndMs(). */
  limitAnew(endedPerMinute: ReadonlyMap<number, number>): void
}

export function createListingWindow(
  { endedMarketsMs, maxEndedMarkets }: ListingWindowOptions,
  now: () => number,
): ListingWindow {
  const minEndMs = (): number => now() - endedMarketsMs
  let limitMs = -Infinity
  return {
    minListedEndMs: () => Math.max(minEndMs(), limitMs),
    minEndMs,
    limit(endedPerMinute) {
      limitMs = Math.max(limitMs, startOfNewest(endedPerMinute, maxEndedMarkets))
    },
    limitAnew(endedPerMinute) {
      limitMs = startOfNewest(endedPerMinute, maxEndedMarkets)
    },
  }
}

const minuteMs = 60_000

export const minuteOf = (timeMs: number): number => Math.floor(timeMs / minuteMs)

/**
 * Returns the start of the earliest minute since which at most `maxEnded` markets have ended, in Unix milliseconds;
 * -Infinity if not more markets have ended in all. The markets of the newest minute count as one market, so that lists
 * never lose all ended markets.
 */
function startOfNewest(endedPerMinute: ReadonlyMap<number, number>, maxEnded: number): number {
  let sum = 0
  for (const [minute, count] of [...endedPerMinute].sort(([a], [b]) => b - a)) {
    const isNewest = sum === 0
    sum += count
    if (sum > maxEnded && !isNewest) return (minute + 1) * minuteMs
  }
  return -Infinity
}
