// What every event log must keep: services/platform/log/port.ts sentence by sentence. It assumes
// neither offsets without holes nor delivery at once, so that a broker can pass it as well.
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { partitionOf } from '../../services/platform/log/partitioner.ts'
import {
  maxRecordBytes,
  WriterFenced,
  type Batch,
  type EventLog,
  type LogRecord,
  type NewRecord,
  type TopicSettings,
} from '../../services/platform/log/port.ts'
import { eventually, never, sleep } from './waiting.ts'

/** What `open` must know of: deleted topics of 3 partitions, and a compacted one. */
export const contractTopics: TopicSettings = {
  'in.a': { partitions: 3, cleanup: 'delete', retentionMs: Infinity },
  'in.b': { partitions: 3, cleanup: 'delete', retentionMs: Infinity },
  out: { partitions: 3, cleanup: 'delete', retentionMs: Infinity },
  state: { partitions: 1, cleanup: 'compact', retentionMs: Infinity },
}

export interface OpenedLog {
  readonly log: EventLog
  /** Opens the same log anew, as after a restart of the process; closes what was open. */
  reopen(): Promise<EventLog>
  close(): Promise<void>
}

const record = (topic: string, key: string, text: string): NewRecord => ({
  topic,
  key,
  value: Buffer.from(text),
})
const textOf = (r: LogRecord): string => r.value.toString()
const noFatal = (error: Error): void => {
  throw error
}

export function describeEventLog(name: string, open: () => Promise<OpenedLog>): void {
  describe(`the contract of the event log, kept by ${name}`, () => {
    let opened: OpenedLog
    let log: EventLog
    let group: string

    beforeEach(async () => {
      opened = await open()
      log = opened.log
      group = `group-${randomUUID()}`
    })
    afterEach(() => opened.close())

    async function append(records: readonly NewRecord[]): Promise<void> {
      const writer = await log.openWriter(`writer-${randomUUID()}`)
      await writer.append(records)
      await writer.close()
    }

    async function readAll(topic: string, from: EventLog = log): Promise<LogRecord[]> {
      const found: LogRecord[] = []
      for (const { partition, low } of await from.ranges(topic))
        for await (const r of from.read({ topic, partition, from: low })) found.push(r)
      return found
    }

    /** Numbers 0 to count - 1 over `keys` keys. */
    const numbered = (topic: string, count: number, keys = 7): NewRecord[] =>
      Array.from({ length: count }, (_, i) => record(topic, `key-${i % keys}`, String(i)))

    const behind = async (topics: readonly string[]): Promise<number> =>
      (await log.lag(group, topics)).reduce((sum, l) => sum + l.behind, 0)

    describe('append', () => {
      it('keeps key, value and partition, and counts offsets up', async () => {
        await append(numbered('in.a', 50))
        const found = await readAll('in.a')
        expect(
          found
            .map(textOf)
            .map(Number)
            .sort((a, b) => a - b),
        ).toEqual([...Array(50).keys()])
        for (const r of found) {
          expect(r.topic).toBe('in.a')
          expect(r.key).toBe(`key-${Number(textOf(r)) % 7}`)
          expect(r.partition).toBe(partitionOf(r.key ?? '', 3))
        }
        for (const p of [0, 1, 2]) {
          const offsets = found.filter((r) => r.partition === p).map((r) => r.offset)
          expect(offsets).toEqual([...new Set(offsets)].sort((a, b) => a - b))
        }
      })

      it('keeps the order within a partition, also over several appends', async () => {
        const writer = await log.openWriter('one')
        const all = numbered('in.a', 60)
        await Promise.all([0, 20, 40].map((at) => writer.append(all.slice(at, at + 20))))
        for (const p of [0, 1, 2]) {
          const numbers = (await readAll('in.a')).filter((r) => r.partition === p).map(textOf)
          expect(numbers).toEqual([...numbers].sort((a, b) => Number(a) - Number(b)))
        }
      })

      it('puts a record where `partition` says, with or without a key', async () => {
        const value = Buffer.from('x')
        await append([
          { topic: 'in.a', key: null, partition: 2, value },
          { topic: 'in.a', key: 'key-1', partition: 1, value },
        ])
        const found = await readAll('in.a')
        expect(found.map((r) => [r.partition, r.key])).toEqual([
          [1, 'key-1'],
          [2, null],
        ])
      })

      it('takes empty values, empty keys, any bytes and any letters', async () => {
        const bytes = Buffer.from(Array.from({ length: 256 }, (_, i) => i))
        await append([
          { topic: 'in.a', key: '', value: Buffer.alloc(0) },
          { topic: 'in.a', key: 'ключ 🔑', value: bytes },
        ])
        const found = await readAll('in.a')
        expect(found.find((r) => r.key === '')?.value).toEqual(Buffer.alloc(0))
        expect(found.find((r) => r.key === 'ключ 🔑')?.value).toEqual(bytes)
      })

      it('takes the values at the call', async () => {
        const writer = await log.openWriter('one')
        const value = Buffer.from('before')
        const done = writer.append([{ topic: 'in.a', key: 'k', value }])
        value.write('after!')
        await done
        expect((await readAll('in.a')).map(textOf)).toEqual(['before'])
      })

      it.each<[string, NewRecord]>([
        ['an unknown topic', record('nowhere', 'k', 'x')],
        ['a partition that is not there', { ...record('in.b', 'k', 'x'), partition: 3 }],
        ['neither key nor partition', { topic: 'in.b', key: null, value: Buffer.from('x') }],
        ['a record that is too large', record('in.b', 'k', 'x'.repeat(maxRecordBytes))],
      ])('writes nothing of an append with %s', async (_what, bad) => {
        const refused = append([record('in.a', 'k', 'good'), bad, record('out', 'k', 'good')])
        await expect(refused).rejects.toMatchObject({ name: 'LogError', retriable: false })
        expect([...(await readAll('in.a')), ...(await readAll('out'))]).toEqual([])
        await append([record('in.a', 'k', 'next')])
        expect((await readAll('in.a')).map(textOf)).toEqual(['next'])
      })

      it('takes a record of the largest size', async () => {
        await append([record('in.a', 'k', 'x'.repeat(maxRecordBytes - 1))])
        expect((await readAll('in.a'))[0]?.value.length).toBe(maxRecordBytes - 1)
      })

      it('shows a reader all of an append over topics and partitions, or nothing', async () => {
        const writer = await log.openWriter('one')
        let writing = true
        const writes = (async () => {
          for (let i = 0; i < 40; i += 1)
            await writer.append([
              ...[0, 1, 2].map((p) => ({ ...record('in.a', 'k', String(i)), partition: p })),
              ...[0, 1, 2].map((p) => ({ ...record('out', 'k', String(i)), partition: p })),
            ])
          writing = false
        })()
        const count = async (topic: string): Promise<number> => (await readAll(topic)).length
        while (writing) {
          // what is read later can only be more: fewer would be half of an append
          const early = await count('in.a')
          expect((await count('out')) + 2).toBeGreaterThanOrEqual(early)
        }
        await writes
        expect([await count('in.a'), await count('out')]).toEqual([120, 120])
      })

      it('does nothing with no records', async () => {
        await append([])
        expect(await readAll('in.a')).toEqual([])
      })

      it('survives a restart once it has resolved', async () => {
        await append(numbered('in.a', 10))
        log = await opened.reopen()
        expect((await readAll('in.a')).length).toBe(10)
      })
    })

    describe('a writer', () => {
      it('is shut out by the next one of its name, and leaves nothing behind', async () => {
        const first = await log.openWriter('poller')
        await first.append([record('in.a', 'k', 'first')])
        const second = await log.openWriter('poller')
        await expect(first.append([record('in.a', 'k', 'zombie')])).rejects.toThrow(WriterFenced)
        await second.append([record('in.a', 'k', 'second')])
        await expect(first.append([record('in.a', 'k', 'zombie')])).rejects.toThrow(WriterFenced)
        expect((await readAll('in.a')).map(textOf)).toEqual(['first', 'second'])
      })

      it('does not disturb one of another name', async () => {
        const first = await log.openWriter('poller')
        await log.openWriter('other')
        await first.append([record('in.a', 'k', 'x')])
        expect((await readAll('in.a')).length).toBe(1)
      })

      it('refuses to append once it is closed', async () => {
        const writer = await log.openWriter('one')
        const running = writer.append([record('in.a', 'k', 'x')])
        await writer.close()
        await running
        await expect(writer.append([record('in.a', 'k', 'y')])).rejects.toMatchObject({
          retriable: false,
        })
      })
    })

    describe('read', () => {
      it('gives [from, until) in order', async () => {
        await append(numbered('in.a', 20, 1))
        const all = (await readAll('in.a')).map((r) => r.offset)
        const [partition = 0] = (await readAll('in.a')).map((r) => r.partition)
        const [from = 0, until = 0] = [all[5], all[12]]
        const part: number[] = []
        for await (const r of log.read({ topic: 'in.a', partition, from, until }))
          part.push(r.offset)
        expect(part).toEqual(all.slice(5, 12))
        const none: number[] = []
        for await (const r of log.read({ topic: 'in.a', partition, from: until, until: from }))
          none.push(r.offset)
        expect(none).toEqual([])
      })

      it('ends at what was the end when it was called', async () => {
        await append(numbered('in.a', 5, 1))
        const partition = partitionOf('key-0', 3)
        const seen: string[] = []
        for await (const r of log.read({ topic: 'in.a', partition, from: 0 })) {
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

    describe('ranges and offsetsAt', () => {
      it('bound what there is', async () => {
        await append(numbered('in.a', 20))
        const ranges = await log.ranges('in.a')
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
        const { high = 0 } = (await log.ranges('in.a'))[all[0]?.partition ?? 0] ?? {}
        for (const instant of [
          0,
          ...all.map((r) => r.timestampMs),
          (all.at(-1)?.timestampMs ?? 0) + 1,
        ]) {
          const expected = all.find((r) => r.timestampMs >= instant)?.offset
          const positions = await log.offsetsAt('in.a', instant)
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

    describe('subscribe', () => {
      it('delivers every record once, in order per partition, in batches that are not empty', async () => {
        await append(numbered('in.a', 500))
        const batches: Batch[] = []
        const subscription = await log.subscribe(
          { group, topics: ['in.a'], maxRecords: 60, onFatal: noFatal },
          async (batch) => {
            batches.push(batch)
            return []
          },
        )
        await append(numbered('in.a', 100))
        await eventually(async () => expect(batches.flat().length).toBe(600))
        await subscription.stop()
        for (const batch of batches) {
          expect(batch.length).toBeGreaterThan(0)
          expect(batch.length).toBeLessThanOrEqual(60)
        }
        const stored = await readAll('in.a')
        for (const p of [0, 1, 2])
          expect(batches.flat().filter((r) => r.partition === p)).toEqual(
            stored.filter((r) => r.partition === p),
          )
        expect(await behind(['in.a'])).toBe(0)
      })

      it('emits and moves on together, and goes on there after a restart', async () => {
        await append(numbered('in.a', 300))
        const run = async (): Promise<void> => {
          const subscription = await log.subscribe(
            { group, topics: ['in.a'], maxRecords: 50, onFatal: noFatal },
            async (batch) => batch.map((r) => record('out', r.key ?? '', textOf(r))),
          )
          await eventually(async () => expect(await behind(['in.a'])).toBe(0))
          await subscription.stop()
        }
        await run()
        log = await opened.reopen()
        await append(numbered('in.a', 10))
        await run()
        const numbers = (await readAll('out')).map(textOf).map(Number)
        expect(numbers.length).toBe(310)
        expect(new Set(numbers).size).toBe(300)
      })

      it('emits nothing and comes again when the handler throws', async () => {
        await append(numbered('in.a', 30, 1))
        let calls = 0
        const subscription = await log.subscribe(
          { group, topics: ['in.a'], onFatal: noFatal },
          async (batch) => {
            calls += 1
            if (calls < 3) throw new Error('the store is down')
            return batch.map((r) => record('out', 'k', textOf(r)))
          },
        )
        await eventually(async () => expect((await readAll('out')).length).toBe(30))
        await subscription.stop()
        expect((await readAll('out')).map(textOf)).toEqual([...Array(30).keys()].map(String))
      })

      it('stops loudly on an error that is not retriable, and leaves the position', async () => {
        await append(numbered('in.a', 5, 1))
        const fatal: Error[] = []
        let calls = 0
        const subscription = await log.subscribe(
          { group, topics: ['in.a'], onFatal: (error) => fatal.push(error) },
          async () => {
            calls += 1
            throw Object.assign(new Error('a bug'), { retriable: false })
          },
        )
        await eventually(async () => expect(fatal.map((e) => e.message)).toEqual(['a bug']))
        await append(numbered('in.a', 5, 1))
        await never(() => calls > 1 || fatal.length > 1)
        expect(await behind(['in.a'])).toBeGreaterThanOrEqual(10)
        await subscription.stop()
      })

      it('stops loudly when the handler emits what can never be written', async () => {
        await append(numbered('in.a', 5, 1))
        const fatal: Error[] = []
        const subscription = await log.subscribe(
          { group, topics: ['in.a'], onFatal: (error) => fatal.push(error) },
          async () => [record('nowhere', 'k', 'x')],
        )
        await eventually(async () => expect(fatal.length).toBe(1))
        expect(await behind(['in.a'])).toBeGreaterThanOrEqual(5)
        await subscription.stop()
      })

      it('waits for the running batch at stop(), and calls no handler after it', async () => {
        await append(numbered('in.a', 5, 1))
        let running = false
        let calls = 0
        let aborted = false
        const subscription = await log.subscribe(
          { group, topics: ['in.a'], onFatal: noFatal },
          async (batch, signal) => {
            calls += 1
            running = true
            signal.addEventListener('abort', () => (aborted = true))
            await sleep(150)
            running = false
            return batch.map((r) => record('out', 'k', textOf(r)))
          },
        )
        await eventually(async () => expect(running).toBe(true))
        await Promise.all([subscription.stop(), subscription.stop()])
        expect([running, aborted]).toEqual([false, true])
        expect((await readAll('out')).length).toBe(5)
        await append(numbered('in.a', 5, 1))
        await never(() => calls > 1)
      })

      it('stops soon while a handler keeps failing', async () => {
        await append(numbered('in.a', 1))
        let calls = 0
        const subscription = await log.subscribe(
          { group, topics: ['in.a'], onFatal: noFatal },
          async () => {
            calls += 1
            throw new Error('down')
          },
        )
        await eventually(async () => expect(calls).toBeGreaterThan(1))
        await subscription.stop()
        const then = calls
        await never(() => calls > then)
      })

      it('does not call a handler twice at a time', async () => {
        await append(numbered('in.a', 100))
        let running = 0
        let most = 0
        let seen = 0
        const subscription = await log.subscribe(
          { group, topics: ['in.a', 'in.b'], maxRecords: 10, onFatal: noFatal },
          async (batch) => {
            running += 1
            most = Math.max(most, running)
            await sleep(1)
            running -= 1
            seen += batch.length
            return []
          },
        )
        await append(numbered('in.b', 100))
        await eventually(async () => expect(seen).toBe(200))
        await subscription.stop()
        expect(most).toBe(1)
      })

      it('lets every partition have its turn', async () => {
        await append(numbered('in.a', 400, 40))
        const seen = new Set<string>()
        let calls = 0
        const subscription = await log.subscribe(
          { group, topics: ['in.a'], maxRecords: 1, onFatal: noFatal },
          async (batch) => {
            calls += 1
            for (const r of batch) if (calls <= 30) seen.add(`${r.topic}/${r.partition}`)
            return []
          },
        )
        await eventually(async () => expect(calls).toBeGreaterThan(30))
        await subscription.stop()
        expect(seen.size).toBe(3)
      })

      it('refuses a topic that is not there', async () => {
        await expect(
          log.subscribe({ group, topics: ['nowhere'], onFatal: noFatal }, async () => []),
        ).rejects.toMatchObject({ retriable: false })
      })

      it('starts at the end of what a longer linger collects', async () => {
        const batches: Batch[] = []
        const subscription = await log.subscribe(
          { group, topics: ['in.a'], lingerMs: 300, onFatal: noFatal },
          async (batch) => {
            batches.push(batch)
            return []
          },
        )
        for (let i = 0; i < 5; i += 1) await append(numbered('in.a', 2))
        await eventually(async () => expect(batches.flat().length).toBe(10))
        await subscription.stop()
        expect(batches.length).toBeLessThan(5)
      })
    })

    describe('a group', () => {
      it('shares partitions: each has one member at a time, also while members come and go', async () => {
        const holders = new Map<string, number>()
        const clashes: string[] = []
        const join = (id: number) =>
          log.subscribe(
            { group, topics: ['in.a'], maxRecords: 20, onFatal: noFatal },
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
        const writer = await log.openWriter('one')
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

      it('has a position of its own', async () => {
        await append(numbered('in.a', 10))
        for (const g of [group, `${group}-other`]) {
          let seen = 0
          const subscription = await log.subscribe(
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
          log.subscribe({ group, topics: ['in.a'], onFatal: noFatal }, async (batch) => {
            seen.push(...batch.map(textOf))
            return []
          })
        const first = await run()
        await eventually(async () => expect(seen.length).toBe(12))
        const offsets = (await readAll('in.a')).map((r) => r.offset)
        const [, high = 0] = [0, (await log.ranges('in.a'))[partition]?.high]
        const to = (offset: number) => log.reset(group, [{ topic: 'in.a', partition, offset }])
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
          const subscription = await log.subscribe(
            { group, topics: ['state'], onFatal: noFatal },
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

    describe('close', () => {
      it('stops subscriptions and writers that are left', async () => {
        const writer = await log.openWriter('one')
        let calls = 0
        await log.subscribe({ group, topics: ['in.a'], onFatal: noFatal }, async () => {
          calls += 1
          return []
        })
        await log.close()
        await expect(writer.append([record('in.a', 'k', 'x')])).rejects.toMatchObject({
          name: 'LogError',
        })
        await expect(log.ranges('in.a')).rejects.toMatchObject({ name: 'LogError' })
        expect(calls).toBe(0)
      })
    })
  })
}
