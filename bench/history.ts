// Starts the memory of the api (services/api/history) over the log and the tables of a pipeline. A failure ends the
// process. Used by cold-reads.ts and history-memory.ts.
import {
  createFollowedHistory,
  type FollowedHistory,
} from '../services/api/history/followed-history.ts'
import { partitionOf } from '../services/lib/log/partitioner.ts'
import { topics } from '../services/topology.ts'
import { fail, type Pipeline } from './pipeline.ts'

/** `maxBytes`: the bound of the memory. */
export async function startHistory(
  { log, codec, store, topicPrefix }: Pipeline,
  maxBytes: number,
): Promise<FollowedHistory> {
  const { partitions } = topics.trades
  const history = createFollowedHistory({
    store,
    log,
    codec,
    topicPrefix,
    partitions,
    partitionOf: (marketId) => partitionOf(marketId, partitions),
    maxBytes,
    now: Date.now,
    onCounts: () => undefined,
    onPollFailed: (error) => fail(new Error('poll failed', { cause: error })),
    onFatal: fail,
  })
  await history.start()
  return history
}
