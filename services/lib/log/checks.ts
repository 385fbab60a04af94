// What both log adapters check: topics, partitions and offsets of calls, and records to append.
import { partitionOf } from './partitioner.ts'
import {
  LogError,
  maxRecordBytes,
  type NewRecord,
  type Partition,
  type PartitionRange,
  type TopicSettings,
} from './port.ts'

export const unknownTopicError = (topic: string): LogError =>
  new LogError(`there is no topic ${topic}`)

export const unknownPartitionError = (topic: string, partition: number): LogError =>
  new LogError(`${topic} has no partition ${partition}`)

/**
 * The error for records that retention removed before a group or a follower had read them. Reading must
 * not silently continue after them.
 */
export const recordsRemovedError = ({ topic, partition }: Partition, offset: number): LogError =>
  new LogError(
    `${topic}/${partition}: the records from offset ${offset} on were removed before they had been read; a consumer group continues after the command \`forget\``,
  )

/** Throws unless `offset` is in the range, as a position for a reset must be. */
export function checkResetOffset(range: PartitionRange, offset: number): void {
  const { topic, partition, low, high } = range
  if (!Number.isInteger(offset) || offset < low || offset > high)
    throw new LogError(`${topic}/${partition} has offsets ${low} to ${high}, not ${offset}`)
}

/** Throws unless a follower can start at `from`: a position after the end would leave out later records. */
export function checkFollowStart(end: Partition & { readonly high: number }, from: number): void {
  const { topic, partition, high } = end
  if (from > high)
    throw new LogError(`${topic}/${partition} ends at offset ${high}, before ${from}`)
}

export interface PartitionChoice {
  readonly record: NewRecord
  readonly partition: number
  /** Key and value together. */
  readonly bytes: number
}

/** Chooses the partition of a record to append. Throws for a record that the log can never accept. */
export function choosePartition(topics: TopicSettings, record: NewRecord): PartitionChoice {
  const { topic, key, value } = record
  const settings = topics[topic]
  if (!settings) throw unknownTopicError(topic)
  if (key === null && record.partition === undefined)
    throw recordRefusedError(topic, 'has neither key nor partition')
  if (key === null && settings.cleanup === 'compact')
    throw recordRefusedError(topic, 'has no key to be compacted by')
  const partition = record.partition ?? partitionOf(key ?? '', settings.partitions)
  if (!isPartitionOf(settings, partition)) throw unknownPartitionError(topic, partition)
  const bytes = Buffer.byteLength(key ?? '') + value.length
  if (bytes > maxRecordBytes)
    throw recordRefusedError(topic, `has ${bytes} bytes (limit ${maxRecordBytes})`)
  return { record, partition, bytes }
}

const recordRefusedError = (topic: string, reason: string): LogError =>
  new LogError(`a record for ${topic} ${reason}`)

export const isPartitionOf = (settings: TopicSettings[string], partition: number): boolean =>
  Number.isInteger(partition) && partition >= 0 && partition < settings.partitions
