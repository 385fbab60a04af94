// Inserts rows into the store at a steady rate while a benchmark reads: half of them trades, half of them quotes, in
// batches of the projector's interval.
import { setTimeout as sleep } from 'node:timers/promises'
import { projectorTiming } from '../services/compose/projector.ts'
import type { Store } from '../services/lib/store/port.ts'
import { quoteColumns } from '../services/projector/tables/quotes.ts'
import { tradeColumns } from '../services/projector/tables/trades.ts'

export interface SteadyInsertsOptions {
  readonly store: Store
  readonly rowsPerS: number
  readonly marketIds: readonly string[]
  /** The times of the rows begin after this time, Unix milliseconds. */
  readonly afterMs: number
  /** Number of the first row. It must be larger than all positions in the tables. */
  readonly first: number
}

/** Calls `work` while rows are inserted. Resolves with its result and with how many rows were inserted. */
export async function insertDuring<Result>(
  { store, rowsPerS, marketIds, afterMs, first }: SteadyInsertsOptions,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly rows: number }> {
  const everyMs = projectorTiming.lingerMs
  const batchRows = Math.round((rowsPerS * everyMs) / 2_000)
  let [rows, isDone] = [0, false]

  async function insertBatch(): Promise<void> {
    const numbers = Array.from({ length: batchRows }, (_, i) => first + rows + i)
    const marketOf = (number: number): string => marketIds[number % marketIds.length] ?? ''
    await store.insert(
      'trades',
      tradeColumns,
      numbers.map((n) => [marketOf(n), afterMs + n, `i${n}`, '0.5', '10', 'buy', 0, afterMs, n]),
    )
    await store.insert(
      'quotes',
      quoteColumns,
      numbers.map((n) => [marketOf(n), afterMs + n, '0.49', '0.51', afterMs, n]),
    )
    rows += 2 * batchRows
  }

  async function insertSteadily(): Promise<void> {
    for (let nextMs = performance.now(); !isDone; nextMs += everyMs) {
      await sleep(Math.max(0, nextMs - performance.now()))
      await insertBatch()
    }
  }
  const inserting = insertSteadily()
  try {
    return { result: await work(), rows }
  } finally {
    isDone = true
    await inserting
  }
}
