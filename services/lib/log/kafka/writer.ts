// A named writer on Kafka, which uses one transactional id. In the same transaction, each append also
// commits an offset that is the number of the append, with the id of the writer as metadata. So after a
// failure the log itself shows whether the append was written and whether this writer still owns the
// name.
import { randomUUID } from 'node:crypto'
import pLimit from 'p-limit'
import { retry } from '../../run/retry.ts'
import { LogError, partitionKey, WriterFenced, type Partition, type Writer } from '../port.ts'
import { isPermanentError, reasonOf, toLogError } from './failures.ts'
import { fetchCommittedOffsetsOfGroup } from './offsets.ts'
import type { KafkaContext } from './context.ts'
import { retryIdempotent } from './retry-idempotent.ts'
import { toPartitionedRecords, type PartitionedRecord } from './placement.ts'
import {
  openTransactionalProducer,
  TransactionFailed,
  type TransactionalProducer,
} from './transactional-producer.ts'

/**
 * Retries of a failed append. A cluster with default settings replaces a dead broker after 9 s; on a
 * busy machine it can take longer.
 */
const failedAppend = { firstMs: 20, maxMs: 1_000, withinMs: 60_000 }

/**
 * Opens a writer. `id` is the transactional id. It is also the name of a group without members, whose
 * committed offset of one partition is the number of the last append.
 */
export async function openWriter(context: KafkaContext, name: string, id: string): Promise<Writer> {
  const action = `writer ${name}`
  const [markerTopic = ''] = Object.keys(context.topics).toSorted()
  const marker: Partition = { topic: markerTopic, partition: 0 }
  const ownId = randomUUID()
  /** The number of this writer's last append. */
  let last = 0
  let producer: TransactionalProducer | null = null
  let fenced: WriterFenced | null = null
  let isClosed = false
  const inOrder = pLimit(1)

  const openProducer = (): Promise<TransactionalProducer> =>
    retryIdempotent(action, () => openTransactionalProducer(context, id))

  async function readLastAppend(): Promise<{ readonly number: number; readonly by: string }> {
    const committed = await retryIdempotent(action, () =>
      fetchCommittedOffsetsOfGroup(context.queryClient, id, [marker]),
    )
    const { offset = 0, metadata = '' } = committed.get(partitionKey(marker)) ?? {}
    return { number: offset, by: metadata }
  }

  async function commit(
    openedProducer: TransactionalProducer,
    records: readonly PartitionedRecord[],
  ): Promise<void> {
    const positions = [{ ...marker, offset: last + 1 }]
    await openedProducer.commit({ records, group: id, positions, metadata: ownId })
    last += 1
  }

  /** Returns the number of the last append. Throws WriterFenced if another writer made it. */
  async function readLastOwnAppend(): Promise<number> {
    const { number, by } = await readLastAppend()
    // '': no id is stored, because Kafka deletes the offsets of an unused group after a week; then this writer still
    // counts as the last one
    if (by !== '' && by !== ownId) throw (fenced = new WriterFenced(name))
    return number
  }

  /**
   * Called after a failure: opens a new producer. Returns whether the failed append was written after
   * all.
   */
  async function reopenProducer(): Promise<boolean> {
    await readLastOwnAppend()
    producer = await openProducer()
    // the number is read again, because only now no request of the old producer is in flight
    const wasWritten = (await readLastOwnAppend()) === last + 1
    if (wasWritten) last += 1
    return wasWritten
  }

  async function appendNow(records: readonly PartitionedRecord[]): Promise<void> {
    let isUnknown = false
    async function attempt(): Promise<void> {
      if (fenced) throw fenced
      try {
        if (!producer) {
          const wasWritten = await reopenProducer()
          if (wasWritten && isUnknown) return
          isUnknown = false
        }
        if (producer) await commit(producer, records)
      } catch (error) {
        if (error instanceof WriterFenced) throw error
        await producer?.close()
        producer = null
        if (error instanceof TransactionFailed) isUnknown ||= error.isUnknown
        throw error
      }
    }
    try {
      await retry(attempt, {
        ...failedAppend,
        isRetriable: (error) => !isPermanentError(error),
        onRetry(error) {
          const fields = { writer: name, reason: reasonOf(error) }
          context.logger?.warn(fields, 'an append failed and will be retried')
        },
      })
    } catch (error) {
      throw error instanceof WriterFenced ? error : toAppendError(action, error, isUnknown)
    }
  }

  await retryIdempotent(action, async () => {
    await producer?.close()
    producer = await openProducer()
    last = (await readLastAppend()).number
    // an empty append, by which the previous writer detects that it is fenced
    await commit(producer, [])
  })

  return {
    async append(records) {
      if (isClosed) throw new LogError(`${action} is closed`)
      if (records.length === 0) return
      const placed = toPartitionedRecords(context.topics, records).map((record) => ({
        ...record,
        value: Buffer.from(record.value),
      }))
      await inOrder(() => appendNow(placed))
    },
    async close() {
      isClosed = true
      await inOrder(() => producer?.close())
      producer = null
    },
  }
}

function toAppendError(action: string, error: unknown, isUnknown: boolean): LogError {
  const { message, retriable, cause } = toLogError(action, error)
  return new LogError(message, { cause: cause ?? error, retriable, unknown: isUnknown })
}
