// A concurrency limit for all tasks of a process, first come, first served.
import pLimit from 'p-limit'

/**
 * Runs `work` as soon as fewer calls are running than the limit allows. Rejects with the signal's reason if the
 * signal aborts before `work` has begun.
 */
export type ConcurrencyLimit = <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>

/**
 * Creates a limit. `maxConcurrent` returns the maximum number of concurrent runs, at least 1; it is called
 * before each run.
 */
export function createConcurrencyLimit(maxConcurrent: () => number): ConcurrencyLimit {
  const limit = pLimit(1)
  return (work, signal) =>
    new Promise((resolve, reject) => {
      const giveUp = (): void => reject(signal.reason)
      signal.addEventListener('abort', giveUp, { once: true })
      limit.concurrency = Math.max(1, maxConcurrent())
      void limit(async () => {
        signal.removeEventListener('abort', giveUp)
        if (signal.aborted) giveUp()
        else await work().then(resolve, reject)
      })
    })
}
