// Sends the batches of a transaction to the leaders of their partitions. Each batch has a sequence number
// per producer and partition: the broker writes a batch once, or reports that an earlier one is missing.
import { partitionKey, type Partition } from '../port.ts'
import { ByteReader } from './byte-reader.ts'
import {
  sendRequest,
  type Cluster,
  type KafkajsInternals,
  type TransactionOwner,
} from './kafkajs-internals.ts'
import { groupByLeader, groupByTopic } from './offsets.ts'
import type { ProduceBatch } from './placement.ts'
import { encodeRecordBatch } from './record-batch.ts'

export interface SequenceNumbers {
  /** Reserves the next `count` sequence numbers of a partition; returns the first. */
  reserve(topicPartition: Partition, count: number): number
}

/** Creates the sequence numbers of one producer epoch: in each epoch they start at 0. */
export function createSequenceNumbers(): SequenceNumbers {
  const next = new Map<string, number>()
  return {
    reserve(topicPartition, count) {
      const first = next.get(partitionKey(topicPartition)) ?? 0
      next.set(partitionKey(topicPartition), (first + count) % 2 ** 31)
      return first
    },
  }
}

const allReplicas = -1
const replicationTimeoutMs = 30_000

/** Sends the batches, at most one per partition. Rejects unless the leaders confirm every batch. */
export async function sendBatches(
  internals: KafkajsInternals,
  cluster: Cluster,
  owner: TransactionOwner,
  sequences: SequenceNumbers,
  batches: readonly ProduceBatch[],
): Promise<void> {
  const sends = groupByLeader(cluster, batches).map(async ([nodeId, led]) => {
    const request = toProduceRequest(internals, owner, sequences, led)
    const broker = await cluster.findBroker({ nodeId })
    const { partitions } = await sendRequest(broker, request, readProduceAnswer)
    const errorCodes = new Map(partitions.map((p) => [partitionKey(p), p.errorCode]))
    for (const topicPartition of led) {
      const errorCode = errorCodes.get(partitionKey(topicPartition))
      if (errorCode === undefined)
        throw new Error(`no broker has confirmed the records for ${partitionKey(topicPartition)}`)
      if (errorCode !== 0) throw internals.toError(errorCode)
    }
  })
  // waits for all requests: one still in flight could arrive after the abort of the transaction
  for (const sent of await Promise.allSettled(sends))
    if (sent.status === 'rejected') throw sent.reason
}

/** Produce, version 7. */
function toProduceRequest(
  internals: KafkajsInternals,
  owner: TransactionOwner,
  sequences: SequenceNumbers,
  batches: readonly ProduceBatch[],
) {
  const topics = groupByTopic(batches).map(({ topic, partitions }) =>
    internals
      .createEncoder()
      .writeString(topic)
      .writeArray(
        partitions.map((batch) => {
          const firstSequence = sequences.reserve(batch, batch.records.length)
          const producer = { ...owner, firstSequence }
          return internals
            .createEncoder()
            .writeInt32(batch.partition)
            .writeBytes(encodeRecordBatch(batch.records, producer, internals.crc32c))
        }),
      ),
  )
  return {
    apiKey: 0,
    apiVersion: 7,
    apiName: 'Produce',
    encode: async () =>
      internals
        .createEncoder()
        .writeString(owner.transactionalId)
        .writeInt16(allReplicas)
        .writeInt32(replicationTimeoutMs)
        .writeArray(topics),
  }
}

function readProduceAnswer(payload: Buffer) {
  const reader = new ByteReader(payload)
  const partitions = reader
    .list(() => {
      const topic = reader.string()
      return reader.list(() => {
        const partition = reader.int32()
        const errorCode = reader.int16()
        reader.slice(8 + 8 + 8) // base offset, append time, log start offset
        return { topic, partition, errorCode }
      })
    })
    .flat()
  const clientSideThrottleTime = reader.int32() // kafkajs reads this field and delays further requests by this time
  return { partitions, clientSideThrottleTime }
}
