// Reads rows of trades and quotes for the memory of the api. One statement reads the rows of several markets; of a
// market with many rows, it reads only an interval around the requested time (large-markets.ts).
import type { Store } from '../../lib/store/port.ts'
import { queryClosestRows, type ClosestRowsRequest } from '../queries/closest-rows.ts'
import type { FoundRows, RowsAroundTime } from '../queries/history-rows.ts'
import { queryRowsAround } from '../queries/rows-around.ts'
import { createBatchedReads } from './batched-reads.ts'
import { createLargeMarkets } from './large-markets.ts'
import { createTradeFrequencies } from './trade-frequencies.ts'

export interface RowReadsOptions {
  readonly store: Store
  /** Unix milliseconds. */
  readonly now: () => number
  /** The limit of most reads. Only reads with this limit are combined. */
  readonly rowsPerLoad: number
  /** A market with more rows than this is large; 5,000 if omitted. */
  readonly manyRows?: number
  /** See TradeFrequenciesOptions. */
  readonly manyTrades?: number
}

/** Maximum number of reads in one statement. A price needs two: trades and quotes of its market. */
const maxBatch = 64
/**
 * Maximum number of statements at a time. With more of them, each would combine fewer reads and cost more per
 * read. A statement uses several cores by itself.
 */
const maxRunning = 2

export function createRowReads(
  options: RowReadsOptions,
): (around: RowsAroundTime) => Promise<FoundRows> {
  const { store, now, rowsPerLoad, manyRows = 5_000 } = options
  const large = createLargeMarkets(now, rowsPerLoad)
  const ensureFrequency = createTradeFrequencies({ ...options, manyRows }, large)

  /** Reads with a statement of its own, in the sort order of the table. */
  async function readAlone(around: RowsAroundTime): Promise<FoundRows> {
    const found = await queryRowsAround(store, around)
    large.noteFoundRows(around, found)
    return found
  }

  async function readBatch(batch: readonly ClosestRowsRequest[]): Promise<readonly FoundRows[]> {
    const found = await queryClosestRows(store, batch)
    if (found) {
      for (const [i, around] of batch.entries()) {
        const one = found[i]
        if (one && (one.rowsInInterval > manyRows || isBounded(around)))
          large.noteFoundRows(around, one)
      }
      return found
    }
    const [first] = batch
    if (first === undefined) return []
    if (batch.length === 1) return [await readAlone(first)]
    const middle = Math.ceil(batch.length / 2)
    const halves = [batch.slice(0, middle), batch.slice(middle)]
    return (await Promise.all(halves.map(readBatch))).flat()
  }

  const readBatched = createBatchedReads({ readBatch, maxItems: maxBatch, maxRunning })

  return async (around) => {
    if (around.limit !== rowsPerLoad) return queryRowsAround(store, around)
    await ensureFrequency(around.marketId)
    const interval = large.intervalAround(around)
    if (interval === null) return readAlone(around)
    const found = await readBatched({ ...around, ...interval })
    // most questions need the newest row at or before the time, which a bounded interval may lack
    const hasOlder = found.rows.some(({ ms }) => ms <= around.atMs)
    return hasOlder || !isBounded(found) ? found : readAlone(around)
  }
}

const isBounded = ({ fromMs }: { readonly fromMs: number }): boolean => fromMs > -Infinity
