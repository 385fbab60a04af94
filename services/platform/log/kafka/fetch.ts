// One fetch from one broker: committed records of some partitions, from given offsets on.
import type { LogRecord } from '../port.ts'
import { ByteReader } from './byte-reader.ts'
import type { Cluster, Inside } from './inside-kafkajs.ts'
import { byTopic } from './offsets.ts'
import { readRecordSet } from './record-set.ts'

export interface Wanted {
  readonly topic: string
  readonly partition: number
  readonly offset: number
}

export type Fetched = Wanted &
  (
    | {
        readonly records: readonly LogRecord[]
        /** Where to read on. */
        readonly next: number
      }
    /** Never OFFSET_OUT_OF_RANGE by chance: the log does not hold that offset. */
    | { readonly error: Error & { readonly type: string; readonly retriable: boolean } }
  )

export interface FetchLimits {
  /** The broker waits so long for something to come. */
  readonly maxWaitMs: number
  readonly maxBytes: number
  readonly maxPartitionBytes: number
}

const isolation = { readCommitted: 1 }

/** Partitions may be missing in the answer, and each may bring less than there is. */
export async function fetchFrom(
  inside: Inside,
  cluster: Cluster,
  nodeId: number,
  wanted: readonly Wanted[],
  limits: FetchLimits,
): Promise<readonly Fetched[]> {
  const request = inside.toFetchRequest({
    replicaId: -1,
    maxWaitTime: limits.maxWaitMs,
    minBytes: 1,
    maxBytes: limits.maxBytes,
    isolationLevel: isolation.readCommitted,
    topics: byTopic(wanted).map(({ topic, partitions }) => ({
      topic,
      partitions: partitions.map(({ partition, offset }) => ({
        partition,
        fetchOffset: String(offset),
        maxBytes: limits.maxPartitionBytes,
      })),
    })),
  })
  const broker = await cluster.findBroker({ nodeId })
  const answer = await broker.connectionPool.send({
    request,
    response: { decode: async (payload) => readAnswer(payload), parse: async (decoded) => decoded },
    requestTimeout: limits.maxWaitMs,
  })
  if (answer.errorCode !== 0) throw inside.toError(answer.errorCode)
  return answer.partitions.flatMap<Fetched>(({ topic, partition, errorCode, aborted, bytes }) => {
    const place = wanted.find((w) => w.topic === topic && w.partition === partition)
    if (!place) return []
    if (errorCode !== 0) return [{ ...place, error: inside.toError(errorCode) }]
    return [{ ...place, ...readRecordSet(bytes, place, aborted) }]
  })
}

/** Fetch response, version 11. */
function readAnswer(payload: Buffer) {
  const reader = new ByteReader(payload)
  const clientSideThrottleTime = reader.int32() // under the name by which kafkajs waits
  const errorCode = reader.int16()
  reader.int32() // session
  const partitions = reader
    .list(() => {
      const topic = reader.string()
      return reader.list(() => ({ topic, ...readPartition(reader) }))
    })
    .flat()
  return { clientSideThrottleTime, errorCode, partitions }
}

function readPartition(reader: ByteReader) {
  const partition = reader.int32()
  const errorCode = reader.int16()
  reader.slice(8 + 8 + 8) // high watermark, last stable offset, first offset
  const aborted = reader.list(() => ({ producerId: reader.id(), firstOffset: reader.int64() }))
  reader.int32() // preferred replica
  const length = reader.int32()
  return { partition, errorCode, aborted, bytes: reader.slice(Math.max(0, length)) }
}
