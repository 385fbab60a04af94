// One transactional id and the epoch we have of it: whoever opens the same id later takes it away.
// A transaction here is records and a group's new positions. The first failure is the last thing
// that is done with an epoch: what of it is still on its way is refused when the id is opened anew
// (docs/kafka.md).
import { setTimeout as sleep } from 'node:timers/promises'
import { LogError, type Position } from '../port.ts'
import { isFenced, isPermanent, typeOf } from './failures.ts'
import type { Broker, Cluster, TransactionOwner } from './inside-kafkajs.ts'
import { byTopic, toOffsets } from './offsets.ts'
import type { KafkaParts } from './parts.ts'
import { checkPending } from './pending.ts'
import { toSends, type PlacedRecord } from './placement.ts'
import { createSequences, produce } from './produce.ts'

export interface Work {
  readonly records: readonly PlacedRecord[]
  readonly group: string
  readonly positions: readonly Position[]
  /** Kept with the positions. */
  readonly metadata?: string
}

export interface Transactor {
  /** All of it or nothing. Rejects with TransactionFailed; then this transactor is at its end. */
  commit(work: Work): Promise<void>
  close(): Promise<void>
}

/** `isUnknown`: it may have become durable all the same. `isFenced`: the id is somebody else's now. */
export class TransactionFailed extends Error {
  readonly isUnknown: boolean
  readonly isFenced: boolean
  readonly isPermanent: boolean
  constructor(transactionalId: string, cause: unknown, isUnknown: boolean) {
    super(`a transaction of ${transactionalId} failed`, { cause })
    this.name = 'TransactionFailed'
    this.isUnknown = isUnknown
    this.isFenced = isFenced(cause)
    this.isPermanent = isPermanent(cause)
  }
}

/** Readers wait for an open transaction so long, if its process died and nobody takes over its id. */
const transactionTimeoutMs = 10_000
/** The markers of the transaction before are still being written: a matter of milliseconds. */
const busyPauseMs = 2

/** Shuts out who had the id before; what that one had begun is undone when this resolves. */
export async function openTransactor(
  parts: Pick<KafkaParts, 'inside' | 'openClient' | 'asking'>,
  transactionalId: string,
): Promise<Transactor> {
  const client = parts.openClient()
  const sequences = createSequences()
  let hasFailed = false

  const coordinatorOf = (cluster: Cluster): Promise<Broker> =>
    cluster.findGroupCoordinator({ groupId: transactionalId, coordinatorType: 1 })

  async function takeOver(): Promise<TransactionOwner> {
    return client.use(async (cluster) => {
      const coordinator = await coordinatorOf(cluster)
      const { producerId, producerEpoch } = await whileBusy(() =>
        coordinator.initProducerId({ transactionalId, transactionTimeout: transactionTimeoutMs }),
      )
      return { transactionalId, producerId, producerEpoch }
    })
  }

  const owner = await takeOver().catch(async (error: unknown) => {
    await client.close()
    throw error
  })

  async function perform(cluster: Cluster, work: Work, onEnding: () => void): Promise<void> {
    const { group, positions, metadata, records } = work
    const coordinator = await coordinatorOf(cluster)
    await whileBusy(() => coordinator.addOffsetsToTxn({ ...owner, groupId: group }))
    const groupCoordinator = await cluster.findGroupCoordinator({ groupId: group })
    await groupCoordinator.txnOffsetCommit({
      ...owner,
      groupId: group,
      topics: toOffsets(positions, metadata),
    })
    const checked = checkPending(parts, group, positions)
    checked.catch(() => undefined) // it is waited for when nothing is on its way any more
    try {
      for (const batches of toSends(records)) {
        const topics = byTopic(batches).map(({ topic, partitions }) => ({
          topic,
          partitions: partitions.map(({ partition }) => partition),
        }))
        await coordinator.addPartitionsToTxn({ ...owner, topics })
        await produce(parts.inside, cluster, owner, sequences, batches)
      }
      await checked
    } catch (error) {
      if (isPermanent(error)) await abort(coordinator)
      throw error
    }
    onEnding()
    await coordinator.endTxn({ ...owner, transactionResult: true })
  }

  /** Else whoever opens the id next undoes it. */
  async function abort(coordinator: Broker): Promise<void> {
    await coordinator.endTxn({ ...owner, transactionResult: false }).catch(() => undefined)
  }

  return {
    async commit(work) {
      if (hasFailed) throw new LogError(`${transactionalId} has failed before`, { retriable: true })
      let isEnding = false
      try {
        await client.use((cluster) => perform(cluster, work, () => (isEnding = true)))
      } catch (error) {
        hasFailed = true
        throw new TransactionFailed(transactionalId, error, isEnding)
      }
    },
    close: () => client.close(),
  }
}

async function whileBusy<T>(ask: () => Promise<T>): Promise<T> {
  for (let waitedMs = 0; ; waitedMs += busyPauseMs) {
    try {
      return await ask()
    } catch (error) {
      if (typeOf(error) !== 'CONCURRENT_TRANSACTIONS' || waitedMs > transactionTimeoutMs)
        throw error
      await sleep(busyPauseMs)
    }
  }
}
