// Reads rows of trades and quotes for the memory of the api. One statement reads the rows of several
// markets; only a market with very many rows gets a statement of its own.
import type { Store } from '../../lib/store/port.ts'
import { queryClosestRows } from '../queries/closest-rows.ts'
import type { FoundRows, RowsAroundTime } from '../queries/history-rows.ts'
import { queryRowsAround } from '../queries/rows-around.ts'
import { createBatchedReads } from './batched-reads.ts'

export interface RowReadsOptions {
  readonly store: Store
  /** The limit of most reads. Only reads with this limit are combined. */
  readonly rowsPerLoad: number
  /**
   * A market with at least this many rows is read with a statement of its own, in the sort order of the
   * table; 50,000 if omitted.
   */
  readonly manyRows?: number
}

/** Maximum number of reads in one statement. A price needs two: trades and quotes of its market. */
const maxBatch = 64
/**
 * Maximum number of statements at a time. With more of them, each would combine fewer reads and cost more per
 * read. A statement uses several cores by itself.
 */
const maxRunning = 2
/**
 * When this many markets are known to be large, all are forgotten. Finding out again that a market is large
 * costs one slower statement.
 */
const maxLargeMarkets = 10_000

export function createRowReads(
  options: RowReadsOptions,
): (around: RowsAroundTime) => Promise<FoundRows> {
  const { store, rowsPerLoad, manyRows = 50_000 } = options
  /** Keys of markets that are known to have very many rows. */
  const large = new Set<string>()
  const keyOf = ({ kind, marketId }: RowsAroundTime): string => `${kind} ${marketId}`

  function rememberLargeMarket(around: RowsAroundTime): void {
    if (large.size >= maxLargeMarkets) large.clear()
    large.add(keyOf(around))
  }

  async function readBatch(batch: readonly RowsAroundTime[]): Promise<readonly FoundRows[]> {
    const found = await queryClosestRows(store, batch)
    if (found) {
      for (const [i, around] of batch.entries())
        if ((found[i]?.rowsOfMarket ?? 0) > manyRows) rememberLargeMarket(around)
      return found
    }
    const [first] = batch
    if (first === undefined) return []
    if (batch.length > 1) {
      const middle = Math.ceil(batch.length / 2)
      const halves = [batch.slice(0, middle), batch.slice(middle)]
      return (await Promise.all(halves.map(readBatch))).flat()
    }
    rememberLargeMarket(first)
    return [await queryRowsAround(store, first)]
  }

  const readBatched = createBatchedReads({ readBatch, maxItems: maxBatch, maxRunning })
  /** The keys of the combined reads under way, because a statement can have each market only once. */
  const reading = new Set<string>()

  return async (around) => {
    const key = keyOf(around)
    if (around.limit !== rowsPerLoad || large.has(key) || reading.has(key))
      return queryRowsAround(store, around)
    reading.add(key)
    try {
      return await readBatched(around)
    } finally {
      reading.delete(key)
    }
  }
}
