// One transactional id and the epoch we have of it: whoever opens the same id later takes it away.
// A transaction here is records and a group's new positions. kafkajs's producer forgets that a send
// failed, says that it sent what it did not, and is of no use after a failed end: so the first
// failure is the last thing that is done with it (docs/kafka.md).
import { setTimeout as sleep } from 'node:timers/promises'
import type { TopicMessages, Transaction } from 'kafkajs'
import { LogError, type Position } from '../port.ts'
import { disconnect } from './client.ts'
import { isFenced, isPermanent, typeOf } from './failures.ts'
import { placeKey } from './offsets.ts'
import type { KafkaParts } from './parts.ts'
import { checkPending } from './pending.ts'
import { toSends, type PlacedRecord } from './placement.ts'

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
  parts: Pick<KafkaParts, 'kafka' | 'inside' | 'asking'>,
  transactionalId: string,
): Promise<Transactor> {
  const producer = parts.kafka.producer({
    transactionalId,
    maxInFlightRequests: 1,
    allowAutoTopicCreation: false,
    transactionTimeout: transactionTimeoutMs,
    createPartitioner: () => (partitioned) => partitioned.message.partition ?? 0,
    // when one broker fails while another has not answered yet, sending again writes twice what the
    // other takes: whoever wants it again begins a new transaction
    retry: { retries: 0 },
  })
  try {
    await producer.connect()
    // connecting takes no id over; the first transaction does
    await (await producer.transaction()).abort()
  } catch (error) {
    await disconnect(producer)
    throw error
  }
  let hasFailed = false
  return {
    async commit(work) {
      if (hasFailed) throw new LogError(`${transactionalId} has failed before`, { retriable: true })
      let isEnding = false
      let transaction: Transaction | null = null
      try {
        transaction = await producer.transaction()
        await sendOffsets(transaction, work)
        const checked = checkPending(parts, work.group, work.positions)
        checked.catch(() => undefined) // it is waited for when nothing is on its way any more
        for (const messages of toSends(work.records)) await send(transaction, messages)
        await checked
        isEnding = true
        await transaction.commit()
      } catch (error) {
        hasFailed = true
        const failed = new TransactionFailed(transactionalId, error, isEnding)
        // Else whoever opens the id next undoes it, under a newer epoch: what of ours is still on
        // its way is refused then. After our own abort it would begin a transaction without an end.
        if (failed.isPermanent && !isEnding) await transaction?.abort().catch(() => undefined)
        throw failed
      }
    },
    close: () => disconnect(producer),
  }
}

/**
 * First in a transaction: here it is we who ask again while the one before is being ended; kafkajs,
 * where it does so by itself, waits for much longer.
 */
async function sendOffsets(transaction: Transaction, work: Work): Promise<void> {
  const { group, positions, metadata } = work
  const offsets = {
    consumerGroupId: group,
    topics: positions.map(({ topic, partition, offset }) => ({
      topic,
      partitions: [
        { partition, offset: String(offset), ...(metadata === undefined ? {} : { metadata }) },
      ],
    })),
  }
  for (let waitedMs = 0; ; waitedMs += busyPauseMs) {
    try {
      return await transaction.sendOffsets(offsets)
    } catch (error) {
      if (typeOf(error) !== 'CONCURRENT_TRANSACTIONS' || waitedMs > transactionTimeoutMs)
        throw error
      await sleep(busyPauseMs)
    }
  }
}

/** Holds kafkajs to its word: a partition that no broker has answered for was not written. */
async function send(transaction: Transaction, messages: TopicMessages[]): Promise<void> {
  const answers = await transaction.sendBatch({ topicMessages: messages })
  const written = new Set(
    answers.map(({ topicName, partition }) => placeKey({ topic: topicName, partition })),
  )
  for (const { topic, messages: inTopic } of messages)
    for (const { partition = 0 } of inTopic)
      if (!written.has(placeKey({ topic, partition })))
        throw new Error(`no broker has taken the records for ${topic}/${partition}`)
}
