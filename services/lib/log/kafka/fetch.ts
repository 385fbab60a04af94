// One fetch request to one broker: the committed records of some partitions from given offsets on.
import type { LogRecord, Position } from '../port.ts'
import { ByteReader } from './byte-reader.ts'
import { sendRequest, type Cluster, type KafkajsInternals } from './kafkajs-internals.ts'
import { groupByTopic } from './offsets.ts'
import { readRecordSet } from './record-set.ts'

/** The records of one partition, or an error. `offset` is the first offset that was requested. */
export type FetchResult = Position &
  (
    | {
        readonly records: readonly LogRecord[]
        /** The offset at which the next fetch continues. */
        readonly next: number
      }
    /**
     * An error of this partition. OFFSET_OUT_OF_RANGE means that the partition does not have the requested offset;
     * this error is never temporary.
     */
    | { readonly error: Error & { readonly type: string; readonly retriable: boolean } }
  )

export interface FetchLimits {
  /** How long the broker waits for new records. */
  readonly maxWaitMs: number
  readonly maxBytes: number
  readonly maxPartitionBytes: number
}

const isolation = { readCommitted: 1 }

/**
 * Sends one fetch request to the broker `nodeId`. The response may lack partitions, and may contain only a part of a
 * partition's records.
 */
export async function fetchPartitions(
  internals: KafkajsInternals,
  cluster: Cluster,
  nodeId: number,
  wantedPositions: readonly Position[],
  limits: FetchLimits,
): Promise<readonly FetchResult[]> {
  const request = internals.toFetchRequest({
    replicaId: -1,
    maxWaitTime: limits.maxWaitMs,
    minBytes: 1,
    maxBytes: limits.maxBytes,
    isolationLevel: isolation.readCommitted,
    topics: groupByTopic(wantedPositions).map(({ topic, partitions }) => ({
      topic,
      partitions: partitions.map(({ partition, offset }) => ({
        partition,
        fetchOffset: String(offset),
        maxBytes: limits.maxPartitionBytes,
      })),
    })),
  })
  const broker = await cluster.findBroker({ nodeId })
  const answer = await sendRequest(broker, request, readFetchAnswer, limits.maxWaitMs)
  if (answer.errorCode !== 0) throw internals.toError(answer.errorCode)
  return answer.partitions.flatMap<FetchResult>(
    ({ topic, partition, errorCode, aborted, bytes }) => {
      const topicPartition = wantedPositions.find(
        (w) => w.topic === topic && w.partition === partition,
      )
      if (!topicPartition) return []
      if (errorCode !== 0) return [{ ...topicPartition, error: internals.toError(errorCode) }]
      return [{ ...topicPartition, ...readRecordSet(bytes, topicPartition, aborted) }]
    },
  )
}

/** Fetch response, version 11. */
function readFetchAnswer(payload: Buffer) {
  const reader = new ByteReader(payload)
  // kafkajs reads this field of the returned object and delays further requests by this time.
  const clientSideThrottleTime = reader.int32()
  const errorCode = reader.int16()
  reader.int32() // session
  const partitions = reader
    .list(() => {
      const topic = reader.string()
      return reader.list(() => ({ topic, ...readFetchedPartition(reader) }))
    })
    .flat()
  return { clientSideThrottleTime, errorCode, partitions }
}

function readFetchedPartition(reader: ByteReader) {
  const partition = reader.int32()
  const errorCode = reader.int16()
  reader.slice(8 + 8 + 8) // high watermark, last stable offset, first offset
  const aborted = reader.list(() => ({ producerId: reader.id(), firstOffset: reader.int64() }))
  reader.int32() // preferred replica
  const length = reader.int32()
  return { partition, errorCode, aborted, bytes: reader.slice(Math.max(0, length)) }
}
