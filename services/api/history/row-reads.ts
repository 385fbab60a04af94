// Reads rows of trades and quotes for the memory of the api. One statement reads the rows of several markets; of a
// market with many rows, it reads only an interval around the requested time (large-markets.ts).
import type { Store } from '../../lib/store/port.ts'
import { queryClosestRows, type ClosestRowsRequest } from '../queries/closest-rows.ts'
import {
  hasLowerBound,
  type FoundRows,
  type RowsAroundTimeRequest,
} from '../queries/history-rows.ts'
import { queryRowsAround } from '../queries/rows-around.ts'
import { createBatchedReads } from './batched-reads.ts'
import { createLargeMarkets } from './large-markets.ts'
import { createFrequencyLoader } from './trade-frequencies.ts'

export interface RowReadsOptions {
  readonly store: Store
  /** Unix milliseconds. */
  readonly now: () => number
  /** The row limit of most reads. Only reads with this limit are combined in one statement. */
  readonly rowsPerLoad: number
  /** A market with more rows than this is large; 5,000 if omitted. */
  readonly manyRows?: number
  /** See FrequencyLoaderOptions. */
  readonly manyTrades?: number
}

/** Maximum number of reads in one statement. A price needs two reads: the trades and the quotes of its market. */
const maxBatch = 64
/**
 * Maximum number of statements at a time. If more could run, each statement would combine fewer reads, and so cost
 * more per read. One statement uses several cores.
 */
const maxRunning = 2

export function createRowReads(
  options: RowReadsOptions,
): (request: RowsAroundTimeRequest) => Promise<FoundRows> {
  const { store, now, rowsPerLoad, manyRows = 5_000 } = options
  const large = createLargeMarkets(now, rowsPerLoad)
  const ensureFrequency = createFrequencyLoader({ ...options, manyRows }, large)

  /** Answers a request with a statement of its own, which reads rows in the sort order of the table. */
  async function readInOwnStatement(request: RowsAroundTimeRequest): Promise<FoundRows> {
    const found = await queryRowsAround(store, request)
    large.rememberFoundRows(request, found)
    return found
  }

  async function readBatch(batch: readonly ClosestRowsRequest[]): Promise<readonly FoundRows[]> {
    const found = await queryClosestRows(store, batch)
    if (found) {
      for (const [i, request] of batch.entries()) {
        const one = found[i]
        if (one && (one.rowsInInterval > manyRows || hasLowerBound(request)))
          large.rememberFoundRows(request, one)
      }
      return found
    }
    const [first] = batch
    if (first === undefined) return []
    if (batch.length === 1) return [await readInOwnStatement(first)]
    const middle = Math.ceil(batch.length / 2)
    const halves = [batch.slice(0, middle), batch.slice(middle)]
    return (await Promise.all(halves.map(readBatch))).flat()
  }

  const readBatched = createBatchedReads({ readBatch, maxItems: maxBatch, maxRunning })

  return async (request) => {
    if (request.limit !== rowsPerLoad) return queryRowsAround(store, request)
    await ensureFrequency(request.marketId)
    const interval = large.intervalAround(request)
    if (interval === null) return readInOwnStatement(request)
    const found = await readBatched({ ...request, ...interval })
    // most requests need the newest row at or before the time, which may be older than the interval
    const hasOlder = found.rows.some(({ ms }) => ms <= request.atMs)
    return hasOlder || !hasLowerBound(found) ? found : readInOwnStatement(request)
  }
}
