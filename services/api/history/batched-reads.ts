// Combines the reads of several requests into one statement. A statement contains the reads of one turn of the event
// loop and, if the maximum number of statements is already running, also the reads that arrive until one of these
// statements ends.

export interface BatchedReadsOptions<Item, Result> {
  /** Returns a result for each item, in the order of `items`. If it rejects, the reads of all these items reject. */
  readonly readBatch: (items: readonly Item[]) => Promise<readonly Result[]>
  readonly maxItems: number
  /** Maximum number of batches that are read at the same time. */
  readonly maxRunning: number
}

export function createBatchedReads<Item, Result>({
  readBatch,
  maxItems,
  maxRunning,
}: BatchedReadsOptions<Item, Result>): (item: Item) => Promise<Result> {
  interface WaitingRead {
    readonly item: Item
    readonly resolve: (result: Result) => void
    readonly reject: (error: unknown) => void
  }
  const waiting: WaitingRead[] = []
  let running = 0

  async function readNextBatch(): Promise<void> {
    const batch = waiting.splice(0, maxItems)
    running += 1
    try {
      const results = await readBatch(batch.map(({ item }) => item))
      for (const [i, { resolve }] of batch.entries()) resolve(results[i] as Result)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      running -= 1
      startWaitingReads()
    }
  }

  function startWaitingReads(): void {
    while (running < maxRunning && waiting.length > 0) void readNextBatch()
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      // started only after the other requests of this turn of the event loop have been collected
      if (waiting.length === 1) queueMicrotask(startWaitingReads)
    })
}
