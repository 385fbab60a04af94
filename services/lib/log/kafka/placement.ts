// Validates records to append, chooses their partitions, and divides them into batches that a broker
// accepts. Records that the log can never accept are rejected here, before anything is sent.
import { choosePartition } from '../checks.ts'
import type { NewRecord, Partition, TopicSettings } from '../port.ts'
import { overheadBytes } from './record-batch.ts'

export interface PartitionedRecord {
  readonly topic: string
  readonly partition: number
  readonly key: string | null
  readonly value: Buffer
  readonly bytes: number
}

/** The records that one produce request appends to one partition. */
export interface ProduceBatch extends Partition {
  readonly records: PartitionedRecord[]
}

/** Maximum bytes of a batch. A broker refuses a batch of more than 1,048,588 bytes. */
const batchBytes = 900_000

export function toPartitionedRecords(
  topics: TopicSettings,
  records: readonly NewRecord[],
): readonly PartitionedRecord[] {
  return records.map((record) => {
    const { topic, key, value } = record
    const { partition, bytes } = choosePartition(topics, record)
    return { topic, partition, key, value, bytes: bytes + overheadBytes }
  })
}

/**
 * Divides the records into requests, which are sent one after the other. A request has at most one
 * batch per partition; records of a partition stay in order.
 */
export function toProduceRequests(
  records: readonly PartitionedRecord[],
): readonly (readonly ProduceBatch[])[] {
  const requests: ProduceBatch[][] = []
  const filling = new Map<string, { batch: ProduceBatch; request: number; bytes: number }>()
  for (const record of records) {
    const { topic, partition, bytes } = record
    const key = `${topic}/${partition}`
    let fill = filling.get(key)
    if (!fill || fill.bytes + bytes > batchBytes) {
      fill = {
        batch: { topic, partition, records: [] },
        request: (fill?.request ?? -1) + 1,
        bytes: 0,
      }
      filling.set(key, fill)
      ;(requests[fill.request] ??= []).push(fill.batch)
    }
    fill.bytes += bytes
    fill.batch.records.push(record)
  }
  return requests
}
