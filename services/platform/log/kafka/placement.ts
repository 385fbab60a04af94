// Records to be written, checked and placed: what the log refuses for ever is refused here, before
// anything of it is sent. And cut into pieces that a broker takes.
import type { TopicMessages } from 'kafkajs'
import { partitionOf } from '../partitioner.ts'
import { LogError, maxRecordBytes, type NewRecord, type TopicSettings } from '../port.ts'

export interface PlacedRecord {
  readonly topic: string
  readonly partition: number
  readonly key: string | null
  readonly value: Buffer
  readonly bytes: number
}

/**
 * All records of one partition in one send become one batch, and a broker refuses a batch of more
 * than 1,048,588 bytes; what a record takes beside key and value is less than `overheadBytes`.
 */
const batchBytes = 900_000
const overheadBytes = 24
/** kafkajs gathers the records of a partition in a time that grows with their square. */
const batchRecords = 1_000

export function placeRecords(
  topics: TopicSettings,
  records: readonly NewRecord[],
): readonly PlacedRecord[] {
  return records.map(({ topic, key, partition, value }) => {
    const refuse = (why: string): LogError =>
      new LogError(`a record for ${topic} ${why}`, { retriable: false })
    const settings = topics[topic]
    if (!settings) throw new LogError(`there is no topic ${topic}`, { retriable: false })
    if (key === null && partition === undefined) throw refuse('has neither key nor partition')
    if (key === null && settings.cleanup === 'compact')
      throw refuse('has no key to be compacted by')
    const place = partition ?? partitionOf(key ?? '', settings.partitions)
    if (!Number.isInteger(place) || place < 0 || place >= settings.partitions)
      throw new LogError(`${topic} has no partition ${place}`, { retriable: false })
    const size = (key === null ? 0 : Buffer.byteLength(key)) + value.length
    if (size > maxRecordBytes) throw refuse(`has ${size} bytes (limit ${maxRecordBytes})`)
    return { topic, partition: place, key, value, bytes: size + overheadBytes }
  })
}

/** What to send one after the other: of each partition as much as goes into one batch, in order. */
export function toSends(records: readonly PlacedRecord[]): readonly TopicMessages[][] {
  const sends: Map<string, TopicMessages>[] = []
  const filled = new Map<string, { send: number; bytes: number; count: number }>()
  for (const { topic, partition, key, value, bytes } of records) {
    const place = `${topic}/${partition}`
    const fill = filled.get(place) ?? { send: 0, bytes: 0, count: 0 }
    filled.set(place, fill)
    if (fill.count > 0 && (fill.bytes + bytes > batchBytes || fill.count === batchRecords)) {
      fill.send += 1
      fill.bytes = 0
      fill.count = 0
    }
    fill.bytes += bytes
    fill.count += 1
    const send = (sends[fill.send] ??= new Map())
    const messages = send.get(topic) ?? { topic, messages: [] }
    send.set(topic, messages)
    messages.messages.push({ partition, key, value })
  }
  return sends.map((send) => [...send.values()])
}
