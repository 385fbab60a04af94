// How records are split into batches that a broker accepts, and how tasks are assigned. Needs no broker.
import { describe, expect, it } from '@jest/globals'
import kafkajs from 'kafkajs'
import {
  assignTasks,
  decodeAssignment,
  encodeSubscription,
} from '../../../services/lib/log/kafka/partition-assignment.ts'
import {
  toPartitionedRecords,
  toProduceRequests,
} from '../../../services/lib/log/kafka/placement.ts'
import { loadKafkajsInternals } from '../../../services/lib/log/kafka/kafkajs-internals.ts'
import { encodeRecordBatch } from '../../../services/lib/log/kafka/record-batch.ts'
import { readRecordSet } from '../../../services/lib/log/kafka/record-set.ts'
import type { LogRecord, NewRecord, TopicSettings } from '../../../services/lib/log/port.ts'
import { createSeededRandom } from '../../support/random.ts'

const topics: TopicSettings = {
  a: { partitions: 3, cleanup: 'delete', retentionMs: Infinity },
  b: { partitions: 2, cleanup: 'delete', retentionMs: Infinity },
}
const maxBatchBytes = 1_048_588
const internals = loadKafkajsInternals()
const origin = { producerId: '7', producerEpoch: 0, firstSequence: 0 }

describe('records that are sent', () => {
  it('are split so that each batch is accepted, and keep their order, in as few sends as possible', () => {
    const random = createSeededRandom()
    const records: NewRecord[] = Array.from({ length: 400 }, (_, i) => ({
      topic: random.below(2) === 0 ? 'a' : 'b',
      key: random.below(5) === 0 ? null : `${i}é`,
      partition: random.below(2),
      value: Buffer.alloc(random.below(10) === 0 ? random.below(900_000) : 50),
    }))
    const sends = toProduceRequests(toPartitionedRecords(topics, records))
    const found = new Map<string, { records: LogRecord[]; batches: number }>()
    for (const send of sends)
      for (const { topic, partition, records: batch } of send) {
        const place = `${topic}/${partition}`
        const before = found.get(place) ?? { records: [], batches: 0 }
        const bytes = encodeRecordBatch(batch, origin, internals.crc32c)
        expect([random.seed, bytes.length <= maxBatchBytes]).toEqual([random.seed, true])
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

describe('tasks', () => {
  const member = (memberId: string, ...subscribed: string[]) => ({
    memberId,
    memberMetadata: encodeSubscription(subscribed),
  })
  const partitionsOf = (topic: string): number => topics[topic]?.partitions ?? 0
  const assign = (...members: ReturnType<typeof member>[]) =>
    Object.fromEntries(
      assignTasks(members, partitionsOf).map(({ memberId, memberAssignment }) => [
        memberId,
        decodeAssignment(memberAssignment).map(({ topic, partition }) => `${topic}/${partition}`),
      ]),
    )

  it('are assigned completely, each to one member, with the same result on every member', () => {
    expect(assign(member('m1', 'a', 'b'))).toEqual({ m1: ['a/0', 'a/1', 'a/2', 'b/0', 'b/1'] })
    const two = { m1: ['a/0', 'a/2', 'b/0'], m2: ['a/1', 'b/1'] }
    expect(assign(member('m1', 'a', 'b'), member('m2', 'a', 'b'))).toEqual(two)
    expect(assign(member('m2', 'a', 'b'), member('m1', 'a', 'b'))).toEqual(two)
  })

  it('leave members idle that are too many, and those of a version that knows fewer topics', () => {
    const four = assign(...['m1', 'm2', 'm3', 'm4'].map((id) => member(id, 'a', 'b')))
    expect(four['m4']).toEqual([])
    const mixed = assign(member('old', 'a'), member('new', 'a', 'b'))
    expect(mixed).toEqual({ old: [], new: ['a/0', 'a/1', 'a/2', 'b/0', 'b/1'] })
  })

  it('are encoded in the standard format of Kafka clients', () => {
    const [first] = assignTasks([member('m1', 'a')], partitionsOf)
    const decoded = kafkajs.AssignerProtocol.MemberAssignment.decode(
      first?.memberAssignment ?? Buffer.alloc(0),
    )
    expect(decoded?.assignment).toEqual({ a: [0, 1, 2] })
  })
})
