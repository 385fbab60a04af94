// Checks, before a transaction commits, that the group's coordinator still has the transaction's offsets.
// The coordinator has acknowledged them, but a broker that was frozen and replaced as coordinator can
// acknowledge offsets that no other broker has (KAFKA-20634, brokers from 4.0 on). Without this check the
// transaction would commit without its offsets, and the next owner of the task would process its records
// again.
import { LogError, partitionKey, type Position } from '../port.ts'
import { ByteReader } from './byte-reader.ts'
import { sendRequest, type KafkajsInternals } from './kafkajs-internals.ts'
import { groupByTopic } from './offsets.ts'
import type { KafkaContext } from './context.ts'

const unstableOffsetCommit = 88

/** Rejects with a retriable error unless the current coordinator of the group has all of the offsets. */
export async function checkOffsetsPending(
  { internals, queryClient }: Pick<KafkaContext, 'internals' | 'queryClient'>,
  group: string,
  positions: readonly Position[],
): Promise<void> {
  const answer = await queryClient.withCluster(async (cluster) => {
    // the coordinator is looked up each time: it may no longer be the broker that acknowledged the offsets
    const coordinator = await cluster.findGroupCoordinator({ groupId: group })
    return sendRequest(
      coordinator,
      toOffsetFetchRequest(internals, group, positions),
      readOffsetFetchAnswer,
    )
  })
  if (answer.errorCode !== 0) throw internals.toError(answer.errorCode)
  const errorCodes = new Map(answer.partitions.map((p) => [partitionKey(p), p.errorCode]))
  for (const topicPartition of positions) {
    const errorCode = errorCodes.get(partitionKey(topicPartition)) ?? 0
    if (errorCode === unstableOffsetCommit) continue
    if (errorCode !== 0) throw internals.toError(errorCode)
    const what = `a broker acknowledged the offset of ${group} in ${partitionKey(topicPartition)} and lost it`
    throw new LogError(what, { retriable: true })
  }
}

/**
 * Returns an OffsetFetch request, version 7: the first version that reports offsets of open transactions.
 */
function toOffsetFetchRequest(
  internals: KafkajsInternals,
  group: string,
  positions: readonly Position[],
) {
  const topics = groupByTopic(positions).map(({ topic, partitions }) =>
    internals
      .createEncoder()
      .writeUVarIntString(topic)
      .writeUVarIntArray(
        partitions.map(({ partition }) => internals.createEncoder().writeInt32(partition)),
      )
      .writeUVarIntBytes(),
  )
  return {
    apiKey: 9,
    apiVersion: 7,
    apiName: 'OffsetFetch',
    encode: async () =>
      internals
        .createEncoder()
        .writeUVarIntBytes() // tagged fields of the request header
        .writeUVarIntString(group)
        .writeUVarIntArray(topics)
        .writeBoolean(true) // require_stable: error 88 for offsets of open transactions
        .writeUVarIntBytes(),
  }
}

function readOffsetFetchAnswer(payload: Buffer) {
  const reader = new ByteReader(payload)
  reader.skipTags()
  const clientSideThrottleTime = reader.int32() // kafkajs reads this field and delays further requests by this time
  const partitions = reader
    .compactList(() => {
      const topic = reader.compactString()
      const read = reader.compactList(() => ({ topic, ...readPartitionError(reader) }))
      reader.skipTags()
      return read
    })
    .flat()
  return { clientSideThrottleTime, partitions, errorCode: reader.int16() }
}

function readPartitionError(reader: ByteReader) {
  const partition = reader.int32()
  reader.slice(8 + 4) // committed offset and leader epoch
  reader.compactString()
  const errorCode = reader.int16()
  reader.skipTags()
  return { partition, errorCode }
}
