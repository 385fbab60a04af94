// One transactional id with its producer epoch: opening the same id again fences this producer. A
// transaction consists of records and a group's new positions. After the first failure the producer must
// not be used again: the next open of the id fences requests that are still in flight (docs/kafka.md).
import { retry } from '../../run/retry.ts'
import { LogError, type Position } from '../port.ts'
import { isFencedError, isPermanentError, kafkaErrorTypeOf } from './failures.ts'
import type { Broker, Cluster, TransactionOwner } from './kafkajs-internals.ts'
import { groupByTopic, toRequestOffsets } from './offsets.ts'
import type { KafkaContext } from './context.ts'
import { checkOffsetsPending } from './pending-offsets.ts'
import { toProduceRequests, type PartitionedRecord } from './placement.ts'
import { createSequenceNumbers, sendBatches } from './produce.ts'

export interface Transaction {
  readonly records: readonly PartitionedRecord[]
  readonly group: string
  readonly positions: readonly Position[]
  /** Stored with the positions. */
  readonly metadata?: string
}

export interface TransactionalProducer {
  /**
   * Commits the records and positions of a transaction, all or none. Rejects with TransactionFailed;
   * after that the producer cannot be used again.
   */
  commit(transaction: Transaction): Promise<void>
  close(): Promise<void>
}

/**
 * A transaction failed. `isUnknown`: it may have been committed. `isFenced`: a newer producer has the
 * transactional id.
 */
export class TransactionFailed extends Error {
  readonly isUnknown: boolean
  readonly isFenced: boolean
  constructor(transactionalId: string, cause: unknown, isUnknown: boolean) {
    super(`a transaction of ${transactionalId} failed`, { cause })
    this.name = 'TransactionFailed'
    this.isUnknown = isUnknown
    this.isFenced = isFencedError(cause)
  }
}

/** How long an open transaction blocks readers if its process died and no other process opens its id. */
const transactionTimeoutMs = 10_000
/**
 * Pause before a retry while brokers write the markers of the previous transaction, which takes
 * milliseconds.
 */
const concurrentPauseMs = 2

/**
 * Opens the transactional id, which fences its previous producer. When this resolves, the open
 * transaction of that producer has been completed or aborted.
 */
export async function openTransactionalProducer(
  context: Pick<KafkaContext, 'internals' | 'openClient' | 'queryClient'>,
  transactionalId: string,
): Promise<TransactionalProducer> {
  const client = context.openClient()
  const sequences = createSequenceNumbers()
  let hasFailed = false

  const coordinatorOf = (cluster: Cluster): Promise<Broker> =>
    cluster.findGroupCoordinator({ groupId: transactionalId, coordinatorType: 1 })

  async function initProducer(): Promise<TransactionOwner> {
    return client.withCluster(async (cluster) => {
      const coordinator = await coordinatorOf(cluster)
      const { producerId, producerEpoch } = await retryWhileBusy(() =>
        coordinator.initProducerId({ transactionalId, transactionTimeout: transactionTimeoutMs }),
      )
      return { transactionalId, producerId, producerEpoch }
    })
  }

  const owner = await initProducer().catch(async (error: unknown) => {
    await client.close()
    throw error
  })

  async function runTransaction(
    cluster: Cluster,
    transaction: Transaction,
    onTransactionEnding: () => void,
  ): Promise<void> {
    const { group, positions, metadata, records } = transaction
    const coordinator = await coordinatorOf(cluster)
    await retryWhileBusy(() => coordinator.addOffsetsToTxn({ ...owner, groupId: group }))
    const groupCoordinator = await cluster.findGroupCoordinator({ groupId: group })
    await groupCoordinator.txnOffsetCommit({
      ...owner,
      groupId: group,
      topics: toRequestOffsets(positions, metadata),
    })
    const checked = checkOffsetsPending(context, group, positions)
    // `checked` is awaited only when no other request is in flight; until then, a rejection must not end the process
    checked.catch(() => undefined)
    try {
      for (const batches of toProduceRequests(records)) {
        const topics = groupByTopic(batches).map(({ topic, partitions }) => ({
          topic,
          partitions: partitions.map(({ partition }) => partition),
        }))
        await coordinator.addPartitionsToTxn({ ...owner, topics })
        await sendBatches(context.internals, cluster, owner, sequences, batches)
      }
      await checked
    } catch (error) {
      if (isPermanentError(error)) await abort(coordinator)
      throw error
    }
    onTransactionEnding()
    await coordinator.endTxn({ ...owner, transactionResult: true })
  }

  /**
   * Aborts the transaction. Errors are ignored, because the next open of the id aborts the transaction
   * too.
   */
  async function abort(coordinator: Broker): Promise<void> {
    await coordinator.endTxn({ ...owner, transactionResult: false }).catch(() => undefined)
  }

  return {
    async commit(transaction) {
      if (hasFailed) throw new LogError(`${transactionalId} has failed before`, { retriable: true })
      let isEnding = false
      try {
        await client.withCluster((cluster) =>
          runTransaction(cluster, transaction, () => (isEnding = true)),
        )
      } catch (error) {
        hasFailed = true
        throw new TransactionFailed(transactionalId, error, isEnding)
      }
    },
    close: () => client.close(),
  }
}

function retryWhileBusy<T>(ask: () => Promise<T>): Promise<T> {
  return retry(ask, {
    firstMs: concurrentPauseMs,
    maxMs: concurrentPauseMs,
    withinMs: transactionTimeoutMs,
    isRetriable: (error) => kafkaErrorTypeOf(error) === 'CONCURRENT_TRANSACTIONS',
  })
}
