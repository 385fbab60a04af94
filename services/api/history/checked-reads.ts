// Reads of the store for the memory of the api. A replay truncates the tables, and an operator can replace them by an
// older copy. After either, the tail does not have all the records that the rows lack, so rows that were read since
// are not returned.
import { queryCandles, type CandlesRequest } from '../queries/candles.ts'
import type { RowsAround } from '../queries/history-rows.ts'
import { queryMarketStates } from '../queries/market-states.ts'
import { queryOrderBook } from '../queries/order-book.ts'
import { hasKeptRows, queryStoreState, type StoreState } from '../queries/store-positions.ts'
import { createRowReads, type RowReadsOptions } from './row-reads.ts'

/** Each read rejects if the store fails. */
export function createCheckedReads(options: RowReadsOptions) {
  const { store } = options
  const readRows = createRowReads(options)
  /** The state of the store when its positions were read last. */
  let known: StoreState = { epoch: 0, positionSum: 0 }
  const hasKeptAll = async (): Promise<boolean> => hasKeptRows(known, await queryStoreState(store))

  return {
    /** null if the store has lost rows since its positions were read. */
    async rows(this: void, around: RowsAround) {
      const { rows, state } = await readRows(around)
      return hasKeptRows(known, state) ? rows : null
    },
    async candles(this: void, requests: readonly CandlesRequest[]) {
      const found = await Promise.all(requests.map((request) => queryCandles(store, request)))
      return (await hasKeptAll()) ? found : null
    },
    /** undefined if the store has lost rows; null if the market has no book. */
    async book(this: void, marketId: string) {
      const book = await queryOrderBook(store, marketId)
      return (await hasKeptAll()) ? book : undefined
    },
    /** null if the store has lost rows. */
    async marketStates(this: void, marketIds: readonly string[]) {
      const found = await queryMarketStates(store, marketIds)
      return (await hasKeptAll()) ? found : null
    },
    /** Sets the state of the store. Returns whether the store still has all rows of the state before. */
    setState(state: StoreState): boolean {
      const hasKept = hasKeptRows(known, state)
      known = state
      return hasKept
    },
  }
}
