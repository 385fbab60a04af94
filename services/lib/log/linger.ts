// How long a sink waits for more records before each batch. Its writes cost about the same however many records they have,
// so a sink whose writes take long, because the machine is busy, waits longer and makes fewer of them.

/** The wait takes at least this many times as long as the last batch. */
const batchTimeFactor = 4
/** The wait takes at most this many times `lingerMs`. */
const maxFactor = 4

export interface Linger {
  /** How long to wait before the next batch, in milliseconds. */
  pauseMs(): number
  /** Handles a batch, and measures how long it takes. */
  handle<T>(handleBatch: () => Promise<T>): Promise<T>
}

/** `lingerMs`: see SubscribeOptions. */
export function createLinger(lingerMs: number): Linger {
  let lastBatchMs = 0
  return {
    pauseMs: () =>
      Math.min(Math.max(lingerMs, batchTimeFactor * lastBatchMs), maxFactor * lingerMs),
    async handle(handleBatch) {
      const startedMs = performance.now()
      try {
        return await handleBatch()
      } finally {
        lastBatchMs = performance.now() - startedMs
      }
    },
  }
}
