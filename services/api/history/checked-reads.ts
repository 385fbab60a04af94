// Reads of the store for the memory of the api. After a read, the store is checked: if it has lost rows
// since its positions were read, the rows are not returned. The store loses rows when a replay truncates
// the tables, or when an operator replaces them by an older copy. Then the tail (the newest records of the
// log, kept in memory) does not have all the records that the store lacks.
import { queryCandles, type CandlesRequest } from '../queries/candles.ts'
import type { RowsAroundTimeRequest } from '../queries/history-rows.ts'
import { queryMarketStates } from '../queries/market-states.ts'
import { queryOrderBook } from '../queries/order-book.ts'
import { hasKeptRows, queryStoreState, type StoreState } from '../queries/store-positions.ts'
import { shareConcurrentRuns } from '../../lib/run/share-runs.ts'
import { createRowReads, type RowReadsOptions } from './row-reads.ts'

/** Creates the functions that read the store. They reject if the store fails. */
export function createReadsWithLostRowCheck(options: RowReadsOptions) {
  const { store } = options
  const readRows = createRowReads(options)
  /** The state of the store when its positions were last read. */
  let known: StoreState = { epoch: 0, positionSum: 0 }
  // Reads of rows that end while the state of the store is being read share the next read of the state.
  const hasKeptAllRows = shareConcurrentRuns(async () =>
    hasKeptRows(known, await queryStoreState(store)),
  )

  return {
    /**
     * Reads rows of trades or quotes. Resolves with null if the store has lost rows since its positions were
     * read.
     */
    async rows(this: void, request: RowsAroundTimeRequest) {
      const found = await readRows(request)
      return hasKeptRows(known, found.state) ? found : null
    },
    async candles(this: void, requests: readonly CandlesRequest[]) {
      const found = await Promise.all(requests.map((request) => queryCandles(store, request)))
      return (await hasKeptAllRows()) ? found : null
    },
    /** Reads the newest order book: null if the market has none, undefined if the store has lost rows. */
    async book(this: void, marketId: string) {
      const book = await queryOrderBook(store, marketId)
      return (await hasKeptAllRows()) ? book : undefined
    },
    /** Reads the newest states of markets. Resolves with null if the store has lost rows. */
    async marketStates(this: void, marketIds: readonly string[]) {
      const found = await queryMarketStates(store, marketIds)
      return (await hasKeptAllRows()) ? found : null
    },
    /**
     * Sets the state of the store. Returns whether the store still has all rows that it had in the previous
     * state.
     */
    setStoreState(state: StoreState): boolean {
      const hasKept = hasKeptRows(known, state)
      known = state
      return hasKept
    },
  }
}
