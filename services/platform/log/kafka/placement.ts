// Records to be written, checked and placed: what the log refuses for ever is refused here, before
// anything of it is sent. And cut into pieces that a broker takes.
import { partitionOf } from '../partitioner.ts'
import { LogError, maxRecordBytes, type NewRecord, type TopicSettings } from '../port.ts'
import type { Place } from './offsets.ts'
import { overheadBytes } from './record-batch.ts'

export interface PlacedRecord {
  readonly topic: string
  readonly partition: number
  readonly key: string | null
  readonly value: Buffer
  readonly bytes: number
}

/** All that goes to one partition at once. */
export interface Batch extends Place {
  readonly records: PlacedRecord[]
}

/** A broker refuses a batch of more than 1,048,588 bytes. */
const batchBytes = 900_000

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
export function toSends(records: readonly PlacedRecord[]): readonly (readonly Batch[])[] {
  const sends: Batch[][] = []
  const filling = new Map<string, { batch: Batch; send: number; bytes: number }>()
  for (const record of records) {
    const { topic, partition, bytes } = record
    const place = `${topic}/${partition}`
    let fill = filling.get(place)
    if (!fill || fill.bytes + bytes > batchBytes) {
      fill = { batch: { topic, partition, records: [] }, send: (fill?.send ?? -1) + 1, bytes: 0 }
      filling.set(place, fill)
      ;(sends[fill.send] ??= []).push(fill.batch)
    }
    fill.bytes += bytes
    fill.batch.records.push(record)
  }
  return sends
}
