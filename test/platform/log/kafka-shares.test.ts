// How records are cut into what a broker takes, and how lanes are shared out: no broker needed.
import { describe, expect, it } from '@jest/globals'
import kafkajs from 'kafkajs'
import {
  assignLanes,
  decodeAssignment,
  encodeSubscription,
} from '../../../services/platform/log/kafka/assignment.ts'
import { placeRecords, toSends } from '../../../services/platform/log/kafka/placement.ts'
import { openInside } from '../../../services/platform/log/kafka/inside-kafkajs.ts'
import { encodeRecordBatch } from '../../../services/platform/log/kafka/record-batch.ts'
import { readRecordSet } from '../../../services/platform/log/kafka/record-set.ts'
import type { LogRecord, NewRecord, TopicSettings } from '../../../services/platform/log/port.ts'
import { createRandom } from '../store/seeded.ts'

const topics: TopicSettings = {
  a: { partitions: 3, cleanup: 'delete', retentionMs: Infinity },
  b: { partitions: 2, cleanup: 'delete', retentionMs: Infinity },
}
const largestBatch = 1_048_588
const inside = openInside()
const origin = { producerId: '7', producerEpoch: 0, firstSequence: 0 }

describe('records that are sent', () => {
  it('are cut so that each batch is taken, and keep their order, in as few sends as that needs', () => {
    const random = createRandom(Math.floor(Math.random() * 2 ** 31))
    const records: NewRecord[] = Array.from({ length: 400 }, (_, i) => ({
      topic: random.integer(2) === 0 ? 'a' : 'b',
      key: random.integer(5) === 0 ? null : `${i}é`,
      partition: random.integer(2),
      value: Buffer.alloc(random.integer(10) === 0 ? random.integer(900_000) : 50),
    }))
    const sends = toSends(placeRecords(topics, records))
    const found = new Map<string, { records: LogRecord[]; batches: number }>()
    for (const send of sends)
      for (const { topic, partition, records: batch } of send) {
        const place = `${topic}/${partition}`
        const before = found.get(place) ?? { records: [], batches: 0 }
        const bytes = encodeRecordBatch(batch, origin, inside.crc32c)
        expect([random.seed, bytes.length <= largestBatch]).toEqual([random.seed, true])
        const { records: read } = readRecordSet(bytes, { topic, partition, offset: 0 }, [])
        found.set(place, {
          records: [...before.records, ...read],
          batches: before.batches + 1,
        })
      }
    const contents = ({ key, value }: Pick<LogRecord, 'key' | 'value'>) => ({ key, value })
    for (const [place, { records: read }] of found)
      expect(read.map(contents)).toEqual(
        records
          .filter((r) => `${r.topic}/${r.partition}` === place)
          .map(({ key, value }) => ({ key, value: Buffer.from(value) })),
      )
    expect(sends.length).toBe(Math.max(...[...found.values()].map((f) => f.batches)))
  })
})

describe('lanes', () => {
  const member = (memberId: string, ...subscribed: string[]) => ({
    memberId,
    memberMetadata: encodeSubscription(subscribed),
  })
  const partitionsOf = (topic: string): number => topics[topic]?.partitions ?? 0
  const share = (...members: ReturnType<typeof member>[]) =>
    Object.fromEntries(
      assignLanes(members, partitionsOf).map(({ memberId, memberAssignment }) => [
        memberId,
        decodeAssignment(memberAssignment).map(({ topic, partition }) => `${topic}/${partition}`),
      ]),
    )

  it('are given out whole, each to one member, in the same way whoever asks', () => {
    expect(share(member('m1', 'a', 'b'))).toEqual({ m1: ['a/0', 'a/1', 'a/2', 'b/0', 'b/1'] })
    const two = { m1: ['a/0', 'a/2', 'b/0'], m2: ['a/1', 'b/1'] }
    expect(share(member('m1', 'a', 'b'), member('m2', 'a', 'b'))).toEqual(two)
    expect(share(member('m2', 'a', 'b'), member('m1', 'a', 'b'))).toEqual(two)
  })

  it('leave members idle that are too many, and those of a version that knows fewer topics', () => {
    const four = share(...['m1', 'm2', 'm3', 'm4'].map((id) => member(id, 'a', 'b')))
    expect(four['m4']).toEqual([])
    const mixed = share(member('old', 'a'), member('new', 'a', 'b'))
    expect(mixed).toEqual({ old: [], new: ['a/0', 'a/1', 'a/2', 'b/0', 'b/1'] })
  })

  it('are told in the form that every client of Kafka knows', () => {
    const [first] = assignLanes([member('m1', 'a')], partitionsOf)
    const decoded = kafkajs.AssignerProtocol.MemberAssignment.decode(
      first?.memberAssignment ?? Buffer.alloc(0),
    )
    expect(decoded?.assignment).toEqual({ a: [0, 1, 2] })
  })
})
