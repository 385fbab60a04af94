// Sends batches of a transaction to the leaders of their partitions, each with its number in the
// order of all that the producer has sent there: a broker takes it once, or says that one is missing.
import { ByteReader } from './byte-reader.ts'
import type { Cluster, Inside, TransactionOwner } from './inside-kafkajs.ts'
import { byTopic, leaderOf, placeKey, type Place } from './offsets.ts'
import type { Batch } from './placement.ts'
import { encodeRecordBatch } from './record-batch.ts'

export interface Sequences {
  /** Takes the next `count` numbers of a partition; the first of them. */
  take(place: Place, count: number): number
}

/** They start again with each epoch of the producer. */
export function createSequences(): Sequences {
  const next = new Map<string, number>()
  return {
    take(place, count) {
      const first = next.get(placeKey(place)) ?? 0
      next.set(placeKey(place), (first + count) % 2 ** 31)
      return first
    },
  }
}

const allReplicas = -1
const brokerWaitsMs = 30_000

/** Rejects unless each of the partitions has been answered for, and well. One batch a partition. */
export async function produce(
  inside: Inside,
  cluster: Cluster,
  owner: TransactionOwner,
  sequences: Sequences,
  batches: readonly Batch[],
): Promise<void> {
  const byLeader = new Map<number, Batch[]>()
  for (const batch of batches) {
    const leader = leaderOf(cluster, batch)
    byLeader.set(leader, [...(byLeader.get(leader) ?? []), batch])
  }
  const sends = [...byLeader].map(async ([nodeId, led]) => {
    const request = toRequest(inside, owner, sequences, led)
    const broker = await cluster.findBroker({ nodeId })
    const { partitions } = await broker.connectionPool.send({
      request,
      response: { decode: async (payload) => readAnswer(payload), parse: async (read) => read },
      requestTimeout: null,
    })
    const errorCodes = new Map(partitions.map((p) => [placeKey(p), p.errorCode]))
    for (const place of led) {
      const errorCode = errorCodes.get(placeKey(place))
      if (errorCode === undefined)
        throw new Error(`no broker has taken the records for ${placeKey(place)}`)
      if (errorCode !== 0) throw inside.toError(errorCode)
    }
  })
  // all of them: what is still on its way when this is left could come behind an abort
  for (const sent of await Promise.allSettled(sends))
    if (sent.status === 'rejected') throw sent.reason
}

/** Produce, version 7. */
function toRequest(
  inside: Inside,
  owner: TransactionOwner,
  sequences: Sequences,
  batches: readonly Batch[],
) {
  const topics = byTopic(batches).map(({ topic, partitions }) =>
    inside
      .createEncoder()
      .writeString(topic)
      .writeArray(
        partitions.map((batch) => {
          const firstSequence = sequences.take(batch, batch.records.length)
          const origin = { ...owner, firstSequence }
          return inside
            .createEncoder()
            .writeInt32(batch.partition)
            .writeBytes(encodeRecordBatch(batch.records, origin, inside.crc32c))
        }),
      ),
  )
  return {
    apiKey: 0,
    apiVersion: 7,
    apiName: 'Produce',
    encode: async () =>
      inside
        .createEncoder()
        .writeString(owner.transactionalId)
        .writeInt16(allReplicas)
        .writeInt32(brokerWaitsMs)
        .writeArray(topics),
  }
}

function readAnswer(payload: Buffer) {
  const reader = new ByteReader(payload)
  const partitions = reader
    .list(() => {
      const topic = reader.string()
      return reader.list(() => {
        const partition = reader.int32()
        const errorCode = reader.int16()
        reader.slice(8 + 8 + 8) // first offset, time, first offset that is kept
        return { topic, partition, errorCode }
      })
    })
    .flat()
  const clientSideThrottleTime = reader.int32() // under the name by which kafkajs waits
  return { partitions, clientSideThrottleTime }
}
