// The memory of the api over the log and the store of a world, for tests.
import {
  createFollowedHistory,
  type FollowedHistory,
  type FollowedHistoryOptions,
} from '../../../services/api/history/followed-history.ts'
import type { Store } from '../../../services/lib/store/port.ts'
import { partitionOfMarket, partitions, type World } from './world.ts'

const fail = (error: unknown): never => {
  throw error
}

/** The memory, with 10 MB and without polls of the positions of the store unless `options` says otherwise. */
export async function openHistory(
  { store, log, codec }: World,
  options: Partial<FollowedHistoryOptions> = {},
): Promise<FollowedHistory> {
  const history = createFollowedHistory({
    store,
    log,
    codec,
    topicPrefix: 'pm.',
    partitions,
    partitionOf: partitionOfMarket,
    maxBytes: 10_000_000,
    now: Date.now,
    pollEveryMs: 1e9,
    onCounts: () => undefined,
    onPollFailed: () => undefined,
    onFatal: fail,
    ...options,
  })
  await history.start()
  return history
}

/** The store, and a call before each read of rows. If the call rejects, the read does. */
export function withReadHook(store: Store, beforeRead: () => Promise<void>): Store {
  return {
    ...store,
    async query(...read) {
      await beforeRead()
      return store.query(...read)
    },
    async bytes(...read) {
      await beforeRead()
      return store.bytes(...read)
    },
  }
}
