// The progress of long work, for the operator who waits: how much is done, how fast, and the time left.

export interface ProgressOptions {
  /** Shows the progress of long work. This text is not part of the output. */
  readonly showProgress: (text: string) => void
  /** Unix milliseconds. */
  readonly now: () => number
}

const reportEveryMs = 500

/**
 * Returns a function that the caller calls with the amount done so far. `workName`: shown before the numbers. `total`:
 * the expected amount. `toText` formats an amount with its unit.
 */
export function createProgress(
  { showProgress, now }: ProgressOptions,
  workName: string,
  total: number,
  toText: (amount: number) => string,
): (done: number) => void {
  const startMs = now()
  let reportedMs = -Infinity
  let reported = -1
  return (done) => {
    const nowMs = now()
    const isLast = done >= total && reported < total
    if (!isLast && nowMs - reportedMs < reportEveryMs) return
    reportedMs = nowMs
    reported = done
    const perSecond = (1000 * done) / Math.max(nowMs - startMs, 1)
    const leftS = done === 0 ? '?' : Math.ceil(Math.max(0, total - done) / perSecond)
    showProgress(
      `${workName}: ${toText(done)} of ${toText(total)}, ${toText(perSecond)}/s, ${leftS} s left`,
    )
  }
}

export const toCountText = (count: number): string => String(Math.round(count))
