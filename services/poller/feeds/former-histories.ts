// The histories of markets that the poller has forgotten. Their checkpoints stay in the log, and are read when a
// market comes back: what was published is not published again, and its watermark does not go back.
// docs/decisions/016-retired-markets.md
import type { Platform } from '../../../schemas/generated/events.ts'
import type { Codec } from '../../lib/codec/port.ts'
import type { EventLog } from '../../lib/log/port.ts'
import { partitionOf } from '../../lib/log/partitioner.ts'
import { rejectOnAbort } from '../../lib/run/wait.ts'
import { topics } from '../../topology.ts'
import { checkpointKey, parseCheckpointKey, type HistoryState } from '../checkpoints.ts'
import type { HistoryFeed } from './history-feed.ts'
import type { HistoryQueue } from './history-queue.ts'

export interface FormerHistoriesOptions {
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
  readonly platform: Platform
  readonly signal: AbortSignal
}

/** Pause after a read of the topic, as a multiple of the time that the read took. */
const pauseFactor = 4

/**
 * Returns the newest checkpoints of the histories of these markets, as far as there are any. Reads whole partitions
 * of the topic.
 */
export async function readFormerHistories(
  ids: readonly string[],
  { log, codec, topicPrefix, platform, signal }: FormerHistoriesOptions,
): Promise<ReadonlyMap<string, HistoryState>> {
  const topic = `${topicPrefix}poll-checkpoints`
  const keys = new Set(ids.map((id) => checkpointKey(platform, 'history', id)))
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
 * Returns a function that restores the histories of the markets in `queue.former()` and publishes them again. All
 * of these markets share one read of the topic; markets that come back soon after a read wait for the next one.
 */
export function createFormerHistories(
  options: FormerHistoriesOptions & { readonly steadyNow: () => number },
  feed: Pick<HistoryFeed, 'publishHistory'>,
  queue: Pick<HistoryQueue, 'former' | 'markRestored'>,
): () => Promise<void> {
  const { steadyNow, signal } = options
  let notBeforeMs = -Infinity

  return async () => {
    const ids = steadyNow() < notBeforeMs ? [] : queue.former()
    if (ids.length === 0) return
    const startedMs = steadyNow()
    // The read may wait until a transaction that is open in the log ends.
    const found = await rejectOnAbort(readFormerHistories(ids, options), signal)
    notBeforeMs = steadyNow() + (steadyNow() - startedMs) * pauseFactor
    for (const [id, history] of found) await feed.publishHistory(id, history)
    queue.markRestored(ids)
  }
}
