// Groups: assignment of partitions, positions, reset. Part of the contract of the event log.
import { describe, expect, it } from '@jest/globals'
import { partitionOf } from '../../../services/lib/log/partitioner.ts'
import { type LogRecord } from '../../../services/lib/log/port.ts'
import { eventually, never, sleep } from '../../support/waiting.ts'
import { noFatal, numbered, record, textOf, type Subject } from './subject.ts'

export function describeGroups(subject: Subject): void {
  const { append, readAll, behind } = subject

  describe('a group', () => {
    it('assigns each partition to one member at a time, also while members join and leave', async () => {
      const holders = new Map<string, number>()
      const clashes: string[] = []
      const join = (id: number) =>
        subject.log.subscribe(
          { group: subject.group, topics: ['in.a'], maxRecords: 20, onFatal: noFatal },
          async (batch) => {
            const partitions = [...new Set(batch.map((r) => `${r.topic}/${r.partition}`))]
            for (const p of partitions) {
              if (holders.has(p)) clashes.push(p)
              holders.set(p, id)
            }
            await sleep(2)
            for (const p of partitions) holders.delete(p)
            return batch.map((r) => record('out', r.key ?? '', textOf(r)))
          },
        )
      const writer = await subject.log.openWriter('one')
      const all = numbered('in.a', 1500)
      const writes = (async () => {
        for (let at = 0; at < all.length; at += 50) {
          await writer.append(all.slice(at, at + 50))
          await sleep(3)
        }
      })()
      const first = await join(1)
      await sleep(30)
      const second = await join(2)
      await sleep(40)
      await first.stop()
      const third = await join(3)
      await writes
      await eventually(async () => expect(await behind(['in.a'])).toBe(0))
      await Promise.all([second.stop(), third.stop()])
      expect(clashes).toEqual([])
      const out = await readAll('out')
      expect(
        out
          .map(textOf)
          .map(Number)
          .sort((a, b) => a - b),
      ).toEqual([...all.keys()])
      for (const key of new Set(out.map((r) => r.key))) {
        const numbers = out.filter((r) => r.key === key).map((r) => Number(textOf(r)))
        expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
      }
    })

    it('moves a partition only when its batch is done, and then does', async () => {
      await append(numbered('in.a', 30))
      let open: () => void = () => undefined
      const gate = new Promise<void>((resolve) => (open = resolve))
      let isHeld = false
      const first = await subject.log.subscribe(
        { group: subject.group, topics: ['in.a'], onFatal: noFatal },
        async () => {
          isHeld = true
          await gate
          return []
        },
      )
      await eventually(async () => expect(isHeld).toBe(true))
      const seenBySecond: LogRecord[] = []
      const second = await subject.log.subscribe(
        { group: subject.group, topics: ['in.a'], onFatal: noFatal },
        async (batch) => {
          seenBySecond.push(...batch)
          return []
        },
      )
      await append(numbered('in.a', 30))
      await never(() => seenBySecond.length > 0)
      open()
      await eventually(async () => {
        // a broker notifies the first member at its next heartbeat: until then it may finish its batch
        await append(numbered('in.a', 7))
        expect(seenBySecond.length).toBeGreaterThan(0)
      })
      await first.stop()
      await eventually(async () => expect(await behind(['in.a'])).toBe(0))
      await second.stop()
    })

    it('has a position of its own', async () => {
      await append(numbered('in.a', 10))
      for (const g of [subject.group, `${subject.group}-other`]) {
        let seen = 0
        const subscription = await subject.log.subscribe(
          { group: g, topics: ['in.a'], onFatal: noFatal },
          async (batch) => {
            seen += batch.length
            return []
          },
        )
        await eventually(async () => expect(seen).toBe(10))
        await subscription.stop()
      }
    })

    it('is reset to replay, once it is stopped, and only to offsets that there are', async () => {
      await append(numbered('in.a', 12, 1))
      const partition = partitionOf('key-0', 3)
      const seen: string[] = []
      const run = () =>
        subject.log.subscribe(
          { group: subject.group, topics: ['in.a'], onFatal: noFatal },
          async (batch) => {
            seen.push(...batch.map(textOf))
            return []
          },
        )
      const first = await run()
      await eventually(async () => expect(seen.length).toBe(12))
      const offsets = (await readAll('in.a')).map((r) => r.offset)
      const [, high = 0] = [0, (await subject.log.ranges('in.a'))[partition]?.high]
      const to = (offset: number) =>
        subject.log.reset(subject.group, [{ topic: 'in.a', partition, offset }])
      await expect(to(offsets[8] ?? 0)).rejects.toMatchObject({ name: 'LogError' })
      await first.stop()
      await expect(to(high + 1)).rejects.toMatchObject({ retriable: false })
      await expect(to(-1)).rejects.toMatchObject({ retriable: false })
      await to(offsets[8] ?? 0)
      const second = await run()
      await eventually(async () => expect(seen.length).toBe(16))
      await second.stop()
      expect(seen.slice(12)).toEqual(['8', '9', '10', '11'])
    })
  })
}
