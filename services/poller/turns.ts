// Lets only so many of all shares of a process work at something at the same time, in the order in
// which they asked.
import pLimit from 'p-limit'

/**
 * Runs the work when its turn has come. Rejects with the signal's reason if that aborts before; what
 * has begun ends by itself.
 */
export type Turns = <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>

/** `atATime` is asked whenever somebody asks for a turn; 1 at the least. */
export function createTurns(atATime: () => number): Turns {
  const limit = pLimit(1)
  return (work, signal) =>
    new Promise((resolve, reject) => {
      const giveUp = (): void => reject(signal.reason)
      signal.addEventListener('abort', giveUp, { once: true })
      limit.concurrency = Math.max(1, atATime())
      void limit(async () => {
        signal.removeEventListener('abort', giveUp)
        if (signal.aborted) giveUp()
        else await work().then(resolve, reject)
      })
    })
}
