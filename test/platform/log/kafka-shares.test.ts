// How records are cut into what a broker takes, and how lanes are shared out: no broker needed.
import { describe, expect, it } from '@jest/globals'
import kafkajs from 'kafkajs'
import {
  assignLanes,
  decodeAssignment,
  encodeSubscription,
} from '../../../services/platform/log/kafka/assignment.ts'
import { placeRecords, toSends } from '../../../services/platform/log/kafka/placement.ts'
import type { NewRecord, TopicSettings } from '../../../services/platform/log/port.ts'
import { createRandom } from '../store/seeded.ts'

const topics: TopicSettings = {
  a: { partitions: 3, cleanup: 'delete', retentionMs: Infinity },
  b: { partitions: 2, cleanup: 'delete', retentionMs: Infinity },
}
const largestBatch = 1_048_588

describe('records that are sent', () => {
  it('are cut so that each batch is taken, and keep their order, in as few sends as that needs', () => {
    const random = createRandom(Math.floor(Math.random() * 2 ** 31))
    const records: NewRecord[] = Array.from({ length: 400 }, (_, i) => ({
      topic: random.integer(2) === 0 ? 'a' : 'b',
      key: `${i}`,
      partition: random.integer(2),
      value: Buffer.alloc(random.integer(10) === 0 ? random.integer(900_000) : 50),
    }))
    const sends = toSends(placeRecords(topics, records))
    const found = new Map<string, { keys: string[]; batches: number; bytes: number }>()
    for (const send of sends)
      for (const { topic, messages } of send)
        for (const partition of new Set(messages.map((m) => m.partition))) {
          const batch = messages.filter((m) => m.partition === partition)
          const bytes = batch.reduce((sum, m) => sum + (m.value?.length ?? 0) + 30, 0)
          expect([random.seed, bytes <= largestBatch]).toEqual([random.seed, true])
          const place = `${topic}/${partition}`
          const sum = found.get(place) ?? { keys: [], batches: 0, bytes: 0 }
          sum.keys.push(...batch.map((m) => String(m.key)))
          sum.batches += 1
          sum.bytes += bytes
          found.set(place, sum)
        }
    for (const [place, { keys }] of found)
      expect(keys).toEqual(
        records.filter((r) => `${r.topic}/${r.partition}` === place).map((r) => r.key),
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
