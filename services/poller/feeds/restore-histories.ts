// Restores the histories of markets that the poller has forgotten. The checkpoints of these histories stay in
// the log and are read again when a market comes back, so that nothing is published twice and no watermark
// goes back. docs/decisions/016-retired-markets.md
import type { Codec } from '../../lib/codec/port.ts'
import type { EventLog } from '../../lib/log/port.ts'
import { partitionOf } from '../../lib/log/partitioner.ts'
import { rejectOnAbort } from '../../lib/run/wait.ts'
import type { Source } from '../../platforms/source.ts'
import { topics } from '../../topology.ts'
import { checkpointKey, parseCheckpointKey, type HistoryState } from '../checkpoints.ts'
import type { HistoryFeed } from './history-feed.ts'
import type { HistoryQueue } from './history-queue.ts'

export interface RestoreHistoriesOptions {
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
  readonly source: Pick<Source, 'platform'>
  readonly signal: AbortSignal
}

/** Pause after a read of the topic, as a multiple of the time that the read took. */
const pauseFactor = 4

/**
 * Returns the newest checkpoint of the history of each of these markets that has one. Reads whole partitions
 * of the topic.
 */
export async function readHistoriesFromLog(
  ids: readonly string[],
  { log, codec, topicPrefix, source, signal }: RestoreHistoriesOptions,
): Promise<ReadonlyMap<string, HistoryState>> {
  const topic = `${topicPrefix}poll-checkpoints`
  const keys = new Set(ids.map((id) => checkpointKey(source.platform, 'history', id)))
  const { partitions } = topics['poll-checkpoints']
  const found = new Map<string, HistoryState>()
  for (const partition of new Set([...keys].map((key) => partitionOf(key, partitions)))) {
    for await (const { key, value } of log.read({ topic, partition, from: 0 })) {
      signal.throwIfAborted()
      if (key === null || !keys.has(key)) continue
      const { state } = codec.decode('poll-checkpoints', value)
      found.set(parseCheckpointKey(key).id, JSON.parse(state) as HistoryState)
    }
  }
  return found
}

/**
 * Returns a function that restores the histories of the markets in `queue.marketsWithHistoryToRestore()` and publishes
 * them again. All of these markets share one read of the topic; markets that are added soon after a read wait for the
 * next read.
 */
export function createHistoryRestorer(
  options: RestoreHistoriesOptions & { readonly steadyNow: () => number },
  feed: Pick<HistoryFeed, 'publishHistory'>,
  queue: Pick<HistoryQueue, 'marketsWithHistoryToRestore' | 'markHistoriesRestored'>,
): () => Promise<void> {
  const { steadyNow, signal } = options
  let notBeforeMs = -Infinity

  return async () => {
    const ids = steadyNow() < notBeforeMs ? [] : queue.marketsWithHistoryToRestore()
    if (ids.length === 0) return
    const startedMs = steadyNow()
    // The read may wait for an open transaction in the log, so the signal has to end the wait.
    const found = await rejectOnAbort(readHistoriesFromLog(ids, options), signal)
    notBeforeMs = steadyNow() + (steadyNow() - startedMs) * pauseFactor
    for (const [id, history] of found) await feed.publishHistory(id, history)
    queue.markHistoriesRestored(ids)
  }
}
