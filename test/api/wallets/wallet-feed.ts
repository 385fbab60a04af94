// A store with claims about wallets and nothing else, for tests of what is waited for.
import type { Store } from '../../../services/platform/store/port.ts'
import { emptyStore } from '../running-api.ts'
import { walletFeedRow, type WalletFeedRow } from './wallet-rows.ts'

export interface FeedStore {
  readonly store: Store
  claim(wallet: string, fields?: Partial<WalletFeedRow>): void
  /** How often claims were looked for. */
  looks(): number
  /** Every question is answered so, until it is called again without an error. */
  failWith(error?: Error): void
}

export function createFeedStore(): FeedStore {
  const feeds = new Map<string, unknown>()
  let looks = 0
  let failure: Error | undefined
  return {
    store: {
      ...emptyStore,
      query: <Row>(sql: string, params = {}): Promise<Row[]> => {
        if (!sql.includes('wallet_feeds')) return Promise.resolve([])
        looks += 1
        if (failure) return Promise.reject(failure)
        const feed = feeds.get(String((params as Record<string, unknown>)['wallet']))
        return Promise.resolve(feed === undefined ? [] : [feed as Row])
      },
    },
    claim(wallet, fields) {
      const row = walletFeedRow(wallet, fields)
      feeds.set(wallet, { ...row, gaps: JSON.stringify(row.gaps) })
    },
    looks: () => looks,
    failWith(error) {
      failure = error
    },
  }
}
