// Reads a range of offsets of one partition from its leader, without a group.
import { LogError, type LogRecord, type Partition, type Position } from '../port.ts'
import { toLogError } from './failures.ts'
import { fetchPartitions, type FetchResult } from './fetch.ts'
import { leaderOf, listOffsets, type OffsetBoundary } from './offsets.ts'
import type { KafkaContext } from './context.ts'
import { retryIdempotent } from './retry-idempotent.ts'

const defaultMaxBytes = 4 * 1024 * 1024
const maxWaitMs = 100
/**
 * How often a fetch without progress is repeated. An open transaction blocks readers, and the transaction
 * of a dead process stays open until its time-out.
 */
const maxAttemptsWithoutProgress = 600

/**
 * Yields the records from `from` up to `until`, but not beyond the partition's end at the time of the call. That end is
 * after all acknowledged records.
 */
export async function* readPartition(
  context: KafkaContext,
  topicPartition: Partition,
  range: { readonly from: number; readonly until: number; readonly maxBytes?: number },
): AsyncGenerator<LogRecord> {
  const { from, until, maxBytes = defaultMaxBytes } = range
  const action = `reading ${topicPartition.topic}/${topicPartition.partition}`
  const fetchOffset = async (boundary: OffsetBoundary): Promise<number> => {
    const offsets = await retryIdempotent(action, () =>
      context.queryClient.withCluster((cluster) =>
        listOffsets(cluster, topicPartition.topic, boundary),
      ),
    )
    return offsets[topicPartition.partition] ?? 0
  }
  const [high, low] = await Promise.all([fetchOffset('highWatermark'), fetchOffset('earliest')])
  const end = Math.min(until, high)
  let at = Math.max(from, low)
  for (let attempts = 0; at < end; attempts += 1) {
    const offset = at
    const fetched = await retryIdempotent(action, () =>
      fetchOnce(context, { ...topicPartition, offset }, maxBytes),
    )
    if ('error' in fetched) {
      if (fetched.error.type !== 'OFFSET_OUT_OF_RANGE') throw toLogError(action, fetched.error)
      // retention has removed the next records: continue at the oldest record
      at = Math.max(at, await fetchOffset('earliest'))
    } else {
      for (const record of fetched.records) if (record.offset < end) yield record
      at = fetched.next
    }
    if (at > offset) attempts = 0
    else if (attempts === maxAttemptsWithoutProgress)
      throw new LogError(`${action}: the transaction at offset ${at} does not end`, {
        retriable: true,
      })
  }
}

async function fetchOnce(
  context: KafkaContext,
  startPosition: Position,
  maxBytes: number,
): Promise<FetchResult> {
  const { internals, queryClient } = context
  return queryClient.withCluster(async (cluster) => {
    const nodeId = leaderOf(cluster, startPosition)
    const [fetched] = await fetchPartitions(internals, cluster, nodeId, [startPosition], {
      maxWaitMs,
      maxBytes,
      maxPartitionBytes: maxBytes,
    })
    if (!fetched)
      throw new LogError('the response of the broker lacks the requested partition', {
        retriable: true,
      })
    // another broker may lead by now: the error makes the client look up the leader again
    if ('error' in fetched && fetched.error.retriable) throw fetched.error
    return fetched
  })
}
