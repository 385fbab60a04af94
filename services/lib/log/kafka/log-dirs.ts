// The size of partitions on the disks of their leaders. kafkajs does not have this request.
import { LogError } from '../port.ts'
import { ByteReader } from './byte-reader.ts'
import { sendRequest, type Cluster, type KafkajsInternals } from './kafkajs-internals.ts'
import { groupByLeader } from './offsets.ts'

/**
 * Returns the bytes of each partition of a topic. A partition is missing if its leader does not report the size:
 * leaders report sizes only to clients with the permission Describe on the cluster.
 */
export async function readPartitionSizes(
  internals: KafkajsInternals,
  cluster: Cluster,
  topic: string,
): Promise<ReadonlyMap<number, number>> {
  const partitions = cluster
    .findTopicPartitionMetadata(topic)
    .map(({ partitionId: partition }) => ({ topic, partition }))
  const sizes = await Promise.all(
    groupByLeader(cluster, partitions).map(async ([nodeId, led]) => {
      const broker = await cluster.findBroker({ nodeId })
      const request = toLogDirsRequest(internals, topic, led)
      const { found } = await sendRequest(broker, request, readLogDirsAnswer)
      return found.map(({ partition, bytes }) => [partition, bytes] as const)
    }),
  )
  return new Map(sizes.flat())
}

/** DescribeLogDirs, version 1. */
function toLogDirsRequest(
  internals: KafkajsInternals,
  topic: string,
  partitions: readonly { readonly partition: number }[],
) {
  return {
    apiKey: 35,
    apiVersion: 1,
    apiName: 'DescribeLogDirs',
    encode: async () => {
      const numbers = partitions.map(({ partition }) =>
        internals.createEncoder().writeInt32(partition),
      )
      const ofTopic = internals.createEncoder().writeString(topic).writeArray(numbers)
      return internals.createEncoder().writeArray([ofTopic])
    },
  }
}

/** Throws if a disk of the broker has failed. A partition that moves to another disk has two entries. */
export function readLogDirsAnswer(payload: Buffer) {
  const reader = new ByteReader(payload)
  const clientSideThrottleTime = reader.int32() // kafkajs reads this field and delays further requests by this time
  const found = reader
    .list(() => {
      const errorCode = reader.int16()
      const directory = reader.string()
      const topics = reader.list(() => {
        reader.string() // the only topic
        return reader.list(() => readPartitionSize(reader))
      })
      if (errorCode !== 0)
        throw new LogError(`a broker cannot read its directory ${directory} (error ${errorCode})`)
      return topics.flat()
    })
    .flat()
    .filter(({ isFuture }) => !isFuture)
  return { clientSideThrottleTime, found }
}

function readPartitionSize(reader: ByteReader) {
  const partition = reader.int32()
  const bytes = reader.int64()
  reader.int64() // the lag of the replica
  return { partition, bytes, isFuture: reader.slice(1)[0] === 1 }
}
