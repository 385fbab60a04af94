// Following: reads a topic from its oldest record, without a group. Part of the contract of the event log.
import { describe, expect, it } from '@jest/globals'
import type { Batch, LogRecord } from '../../../services/lib/log/port.ts'
import { eventually, never, sleep } from '../../support/waiting.ts'
import { collectFrom, expectAll } from './followers.ts'
import { noFatal, numbered, record, textOf, type Subject } from './subject.ts'

export function describeFollowing(subject: Subject): void {
  const { append, behind } = subject

  describe('follow', () => {
    it('sees what is kept before it resolves, and then what is appended, each once and in order', async () => {
      await append(numbered('in.a', 300))
      const batches: Batch[] = []
      const follower = await subject.log.follow(
        { topic: 'in.a', maxRecords: 40, onFatal: noFatal },
        async (batch) => {
          batches.push(batch)
        },
      )
      await expectAll(subject, 'in.a', batches.flat())
      await append(numbered('in.a', 100))
      await append(numbered('in.b', 10))
      await eventually(async () => expect(batches.flat().length).toBe(400))
      await follower.stop()
      await expectAll(subject, 'in.a', batches.flat())
      for (const batch of batches) {
        expect(batch.length).toBeGreaterThan(0)
        expect(batch.length).toBeLessThanOrEqual(40)
      }
    })

    it('resolves where there is nothing yet', async () => {
      const { seen, follower } = await collectFrom(subject, 'in.a')
      expect(seen).toEqual([])
      await append(numbered('in.a', 10))
      await eventually(async () => expect(seen.length).toBe(10))
      await follower.stop()
    })

    it('does not resolve before the handler has processed the existing records', async () => {
      await append(numbered('in.a', 30))
      let isOpen = false
      let taken = 0
      let hasResolved = false
      const following = subject.log
        .follow({ topic: 'in.a', maxRecords: 10, onFatal: noFatal }, async (batch, signal) => {
          while (!isOpen && taken >= 20 && !signal.aborted) await sleep(5)
          taken += batch.length
        })
        .then((follower) => {
          hasResolved = true
          return follower
        })
      await eventually(async () => expect(taken).toBeGreaterThanOrEqual(20))
      await never(() => hasResolved)
      isOpen = true
      await (await following).stop()
      expect(taken).toBe(30)
    })

    it('resolves although appends never end', async () => {
      await append(numbered('in.a', 200))
      const writer = await subject.log.openWriter('one')
      let writing = true
      const writes = (async () => {
        while (writing) {
          await writer.append(numbered('in.a', 20))
          await sleep(1)
        }
      })()
      try {
        let taken = 0
        const follower = await subject.log.follow(
          { topic: 'in.a', maxRecords: 10, onFatal: noFatal },
          async (batch) => {
            await sleep(1)
            taken += batch.length
          },
        )
        expect(taken).toBeGreaterThanOrEqual(200)
        await follower.stop()
      } finally {
        writing = false
        await writes
      }
    })

    it('gives everything to each of many, from the oldest record, independent of groups', async () => {
      await append(numbered('in.a', 50))
      const first = await collectFrom(subject, 'in.a')
      const second = await collectFrom(subject, 'in.a')
      const subscription = await subject.log.subscribe(
        { group: subject.group, topics: ['in.a'], onFatal: noFatal },
        async () => [],
      )
      await append(numbered('in.a', 50))
      const third = await collectFrom(subject, 'in.a')
      await eventually(async () => expect(await behind(['in.a'])).toBe(0))
      for (const { seen, follower } of [first, second, third]) {
        await eventually(async () => expect(seen.length).toBe(100))
        await follower.stop()
        await expectAll(subject, 'in.a', seen)
      }
      await subscription.stop()
      await subject.reopen()
      const later = await collectFrom(subject, 'in.a')
      await expectAll(subject, 'in.a', later.seen)
    })

    it('moves no group, nor keeps one from being reset', async () => {
      await append(numbered('in.a', 20))
      await collectFrom(subject, 'in.a')
      expect(await behind(['in.a'])).toBeGreaterThanOrEqual(20)
      const ends = (await subject.log.ranges('in.a')).map(({ topic, partition, high }) => ({
        topic,
        partition,
        offset: high,
      }))
      await subject.log.reset(subject.group, ends)
      expect(await behind(['in.a'])).toBe(0)
    })

    it('lets every partition have its turn', async () => {
      await append(numbered('in.a', 400, 40))
      const partitions: number[] = []
      const follower = await subject.log.follow(
        { topic: 'in.a', maxRecords: 1, onFatal: noFatal },
        async (batch) => {
          partitions.push(...batch.map((r) => r.partition))
          // partitions whose brokers answer later are not there from the first record on
          await sleep(2)
        },
      )
      await follower.stop()
      const ends = [0, 1, 2].map((partition) => partitions.lastIndexOf(partition))
      const begins = [0, 1, 2].map((partition) => partitions.indexOf(partition))
      expect(Math.min(...begins)).toBe(0)
      expect(Math.max(...begins)).toBeLessThan(Math.min(...ends))
    })

    it('does not call a handler twice at a time', async () => {
      await append(numbered('in.a', 60))
      let running = 0
      let most = 0
      let taken = 0
      const follower = await subject.log.follow(
        { topic: 'in.a', maxRecords: 10, onFatal: noFatal },
        async (batch) => {
          running += 1
          most = Math.max(most, running)
          await sleep(1)
          running -= 1
          taken += batch.length
        },
      )
      await append(numbered('in.a', 60))
      await eventually(async () => expect(taken).toBe(120))
      await follower.stop()
      expect(most).toBe(1)
    })

    it('never sees an append that was refused or fenced off', async () => {
      const zombie = await subject.log.openWriter('poller')
      const writer = await subject.log.openWriter('poller')
      await writer.append([record('in.a', 'k', 'first')])
      const { seen, follower } = await collectFrom(subject, 'in.a')
      const bad = [record('in.a', 'k', 'half'), record('nowhere', 'k', 'x')]
      await expect(writer.append(bad)).rejects.toMatchObject({ retriable: false })
      await expect(zombie.append([record('in.a', 'k', 'zombie')])).rejects.toThrow('taken over')
      await writer.append([record('in.a', 'k', 'second')])
      await eventually(async () => expect(seen.map(textOf)).toEqual(['first', 'second']))
      await never(() => seen.length > 2)
      await follower.stop()
    })

    it('starts at a given position in the partitions that have one, and at the oldest record in the others', async () => {
      await append(numbered('in.a', 60, 40))
      const stored = await subject.readAll('in.a')
      const ofPartition = (partition: number) => stored.filter((r) => r.partition === partition)
      const middle = ofPartition(0)[4]?.offset ?? 0
      const { high } = (await subject.log.ranges('in.a'))[1] ?? { high: 0 }
      const from = new Map([
        [0, middle],
        [1, high],
      ])
      const { seen, follower } = await collectFrom(subject, 'in.a', from)
      expect(seen.filter((r) => r.partition === 0)).toEqual(ofPartition(0).slice(4))
      expect(seen.filter((r) => r.partition === 1)).toEqual([])
      expect(seen.filter((r) => r.partition === 2)).toEqual(ofPartition(2))
      await append(numbered('in.a', 60, 40))
      const later = (await subject.readAll('in.a')).filter((r) => r.partition === 1)
      await eventually(async () =>
        expect(seen.filter((r) => r.partition === 1)).toEqual(later.slice(ofPartition(1).length)),
      )
      await follower.stop()
    })

    it('refuses a position after the end of a partition', async () => {
      await append(numbered('in.a', 10))
      const ends = await subject.log.ranges('in.a')
      const from = new Map([[2, (ends[2]?.high ?? 0) + 1]])
      const refused = subject.log.follow({ topic: 'in.a', from, onFatal: noFatal }, async () => {})
      await expect(refused).rejects.toMatchObject({ name: 'LogError', retriable: false })
    })

    it('refuses a topic that is not there', async () => {
      const refused = subject.log.follow({ topic: 'nowhere', onFatal: noFatal }, async () => {})
      await expect(refused).rejects.toMatchObject({ name: 'LogError', retriable: false })
    })

    it('sees at least the newest record of each key of a compacted topic, and none out of order', async () => {
      const keys = Array.from({ length: 20 }, (_, k) => `key-${k}`)
      const round = (n: number) => append(keys.map((key) => record('state', key, `${n}`)))
      await round(0)
      await round(1)
      const seen: LogRecord[] = []
      const follower = await subject.log.follow(
        { topic: 'state', maxRecords: 3, onFatal: noFatal },
        async (batch) => {
          // a follower that has read some of it, and is held up while the rest is replaced
          if (seen.length === 0) for (const n of [2, 3, 4]) await round(n)
          seen.push(...batch)
        },
      )
      await append([record('state', 'key-7', '5')])
      const newest = () => new Map(seen.map((r) => [r.key, textOf(r)]))
      await eventually(async () =>
        expect(newest()).toEqual(new Map([...keys.map((k) => [k, '4'] as const), ['key-7', '5']])),
      )
      await follower.stop()
      const offsets = seen.map((r) => r.offset)
      expect(offsets).toEqual([...new Set(offsets)].sort((a, b) => a - b))
    })
  })
}
