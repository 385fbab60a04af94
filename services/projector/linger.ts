// How long the projector waits for more records before it inserts a batch. An insert costs the store about as much as a
// thousand rows (docs/benchmarks.md, Small inserts), and a batch inserts into up to eight tables. So the longer the batches
// take, the fewer and larger they become. Clients do not wait for that: the api reads the newest records from the log.

export interface LingerOptions {
  /** Bounds of the wait in milliseconds. */
  readonly minMs: number
  readonly maxMs: number
  /** How many times as long as the last batch took the wait is. */
  readonly factor: number
  /** So many records are a large batch: more of them would hardly make an insert cheaper. */
  readonly largeBatch: number
}

export interface Linger {
  /** Returns how long to wait for more than these records, in milliseconds. */
  readonly waitMs: (records: number) => number
  /** Measures how long a batch takes. */
  time(insertBatch: () => Promise<void>): Promise<void>
}

/** `now` returns milliseconds of a steady clock. */
export function createLinger(
  { minMs, maxMs, factor, largeBatch }: LingerOptions,
  now: () => number,
): Linger {
  let tookMs = 0
  return {
    waitMs: (records) =>
      records >= largeBatch ? minMs : Math.min(maxMs, Math.max(minMs, factor * tookMs)),
    async time(insertBatch) {
      const startedMs = now()
      try {
        await insertBatch()
      } finally {
        tookMs = now() - startedMs
      }
    },
  }
}
