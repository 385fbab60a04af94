// Reading without a group: ranges of offsets, bounds, instants, compacted topics. Part of the contract of the event log.
import { describe, expect, it } from '@jest/globals'
import { partitionOf } from '../../../services/lib/log/partitioner.ts'
import { eventually, sleep } from '../../support/waiting.ts'
import { noFatal, numbered, record, textOf, type Subject } from './subject.ts'

export function describeReading(subject: Subject): void {
  const { append, readAll, behind } = subject

  describe('read', () => {
    it('gives [from, until) in order', async () => {
      await append(numbered('in.a', 20, 1))
      const all = (await readAll('in.a')).map((r) => r.offset)
      const [partition = 0] = (await readAll('in.a')).map((r) => r.partition)
      const [from = 0, until = 0] = [all[5], all[12]]
      const part: number[] = []
      for await (const r of subject.log.read({ topic: 'in.a', partition, from, until }))
        part.push(r.offset)
      expect(part).toEqual(all.slice(5, 12))
      const none: number[] = []
      for await (const r of subject.log.read({
        topic: 'in.a',
        partition,
        from: until,
        until: from,
      }))
        none.push(r.offset)
      expect(none).toEqual([])
    })

    it('gives all records, however little is read at a time', async () => {
      await append(numbered('in.a', 20, 1))
      const [partition = 0] = (await readAll('in.a')).map((r) => r.partition)
      const found: string[] = []
      for await (const r of subject.log.read({ topic: 'in.a', partition, from: 0, pageBytes: 3 }))
        found.push(textOf(r))
      expect(found).toEqual(Array.from({ length: 20 }, (_, i) => String(i)))
    })

    it('ends at what was the end when it was called', async () => {
      await append(numbered('in.a', 5, 1))
      const partition = partitionOf('key-0', 3)
      const seen: string[] = []
      for await (const r of subject.log.read({ topic: 'in.a', partition, from: 0 })) {
        seen.push(textOf(r))
        if (seen.length < 20) await append([record('in.a', 'key-0', 'later')])
      }
      expect(seen).toEqual(['0', '1', '2', '3', '4'])
    })

    it('moves no group', async () => {
      await append(numbered('in.a', 5))
      await readAll('in.a')
      expect(await behind(['in.a'])).toBeGreaterThanOrEqual(5)
    })
  })

  describe('usage', () => {
    it('has the bytes and the oldest record of each partition', async () => {
      const emptyBytes = (await subject.log.usage('in.a')).map(({ bytes }) => bytes ?? 0)
      await append(numbered('in.a', 200))
      const ranges = await subject.log.ranges('in.a')
      const usage = await subject.log.usage('in.a')
      expect(usage).toMatchObject(ranges)
      const all = await readAll('in.a')
      for (const one of usage) {
        const ofPartition = all.filter(({ partition }) => partition === one.partition)
        expect(one.records).toBeGreaterThanOrEqual(ofPartition.length)
        expect(one.oldestMs).toBe(ofPartition[0]?.timestampMs ?? null)
        const { bytes, partition } = one
        if (bytes !== null && ofPartition.length > 0)
          expect(bytes).toBeGreaterThan(emptyBytes[partition] ?? 0)
      }
    })

    it('removes nothing in topics without limits', async () => {
      await append([...numbered('in.a', 20), ...numbered('state', 20)])
      for (const topic of ['in.a', 'state'])
        for (const one of await subject.log.usage(topic)) {
          expect([one.retentionMs, one.retentionBytes]).toEqual([Infinity, Infinity])
          expect([one.expiredUntil, one.removableUntil]).toEqual([one.low, one.low])
        }
    })

    it('rejects an unknown topic', async () => {
      await expect(subject.log.usage('nowhere')).rejects.toThrow(/there is no topic .*nowhere/)
    })
  })

  describe('ranges and offsetsAt', () => {
    it('bound what there is', async () => {
      await append(numbered('in.a', 20))
      const ranges = await subject.log.ranges('in.a')
      expect(ranges.map((r) => r.partition)).toEqual([0, 1, 2])
      for (const r of await readAll('in.a')) {
        const range = ranges[r.partition]
        expect(r.offset).toBeGreaterThanOrEqual(range?.low ?? Infinity)
        expect(r.offset).toBeLessThan(range?.high ?? 0)
      }
    })

    it('find the first record at or after an instant', async () => {
      for (let i = 0; i < 4; i += 1) {
        await append(numbered('in.a', 6, 1))
        await sleep(5)
      }
      const all = await readAll('in.a')
      const { high = 0 } = (await subject.log.ranges('in.a'))[all[0]?.partition ?? 0] ?? {}
      for (const instant of [
        0,
        ...all.map((r) => r.timestampMs),
        (all.at(-1)?.timestampMs ?? 0) + 1,
      ]) {
        const expected = all.find((r) => r.timestampMs >= instant)?.offset
        const positions = await subject.log.offsetsAt('in.a', instant)
        const { offset } = positions[all[0]?.partition ?? 0] ?? {}
        // holes may lie before the record; none of it may lie before the offset
        if (expected === undefined) expect(offset).toBe(high)
        else expect(all.find((r) => r.offset >= (offset ?? Infinity))?.offset).toBe(expected)
      }
    })

    it('see times that do not fall', async () => {
      for (let i = 0; i < 5; i += 1) await append(numbered('in.a', 3, 1))
      const times = (await readAll('in.a')).map((r) => r.timestampMs)
      expect(times).toEqual([...times].sort((a, b) => a - b))
    })
  })

  describe('compaction', () => {
    it('keeps the newest record of each key, in order', async () => {
      for (let i = 0; i < 5; i += 1)
        await append(['a', 'b', 'c'].map((key) => record('state', key, `${key}${i}`)))
      await append([record('state', 'b', 'b5')])
      const newest = new Map((await readAll('state')).map((r) => [r.key, textOf(r)]))
      expect(newest).toEqual(new Map(Object.entries({ a: 'a4', b: 'b5', c: 'c4' })))
      const offsets = (await readAll('state')).map((r) => r.offset)
      expect(offsets).toEqual([...offsets].sort((a, b) => a - b))
    })

    it('does not stop a group that has not read what went', async () => {
      let seen: string[] = []
      const run = async (): Promise<void> => {
        const subscription = await subject.log.subscribe(
          { group: subject.group, topics: ['state'], onFatal: noFatal },
          async (batch) => {
            seen.push(...batch.map(textOf))
            return []
          },
        )
        await eventually(async () => expect(await behind(['state'])).toBe(0))
        await subscription.stop()
      }
      await append([record('state', 'a', 'a0'), record('state', 'b', 'b0')])
      await run()
      seen = []
      for (let i = 1; i < 4; i += 1) await append([record('state', 'a', `a${i}`)])
      await run()
      expect(seen.at(-1)).toBe('a3')
    })
  })
}
