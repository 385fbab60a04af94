// A store that contains only watermarks of wallets, for tests of requests that wait.
import type { Store } from '../../../services/lib/store/port.ts'
import { emptyStore } from '../running-api.ts'
import { walletFeedRow, type WalletFeedRow } from './wallet-rows.ts'

export interface FeedStore {
  readonly store: Store
  setWatermark(wallet: string, fields?: Partial<WalletFeedRow>): void
  /** Number of polls for watermarks. */
  polls(): number
  /** Every question is answered so, until it is called again without an error. */
  failWith(error?: Error): void
}

export function createFeedStore(): FeedStore {
  const feeds = new Map<string, unknown>()
  let polls = 0
  let failure: Error | undefined
  return {
    store: {
      ...emptyStore,
      query: <Row>(sql: string, params = {}): Promise<Row[]> => {
        if (!sql.includes('wallet_feeds')) return Promise.resolve([])
        polls += 1
        if (failure) return Promise.reject(failure)
        const feed = feeds.get(String((params as Record<string, unknown>)['wallet']))
        return Promise.resolve(feed === undefined ? [] : [feed as Row])
      },
    },
    setWatermark(wallet, fields) {
      const row = walletFeedRow(wallet, fields)
      feeds.set(wallet, { ...row, gaps: JSON.stringify(row.gaps) })
    },
    polls: () => polls,
    failWith(error) {
      failure = error
    },
  }
}
