// Appending: atomic, in order, durable; and fencing of writers. Part of the contract of the event log.
import { describe, expect, it } from '@jest/globals'
import { partitionOf } from '../../../services/lib/log/partitioner.ts'
import { maxRecordBytes, WriterFenced, type NewRecord } from '../../../services/lib/log/port.ts'
import { sleep } from '../../support/waiting.ts'
import { numbered, record, textOf, type Subject } from './subject.ts'

export function describeAppending(subject: Subject): void {
  const { append, readAll } = subject

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
      const writer = await subject.log.openWriter('one')
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
      const writer = await subject.log.openWriter('one')
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
      const writer = await subject.log.openWriter('one')
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
        expect(await count('out')).toBeGreaterThanOrEqual(early)
        await sleep(1)
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
      await subject.reopen()
      expect((await readAll('in.a')).length).toBe(10)
    })
  })

  describe('a writer', () => {
    it('is fenced by the next one of its name, and leaves nothing', async () => {
      const first = await subject.log.openWriter('poller')
      await first.append([record('in.a', 'k', 'first')])
      const second = await subject.log.openWriter('poller')
      await expect(first.append([record('in.a', 'k', 'zombie')])).rejects.toThrow(WriterFenced)
      await second.append([record('in.a', 'k', 'second')])
      await expect(first.append([record('in.a', 'k', 'zombie')])).rejects.toThrow(WriterFenced)
      expect((await readAll('in.a')).map(textOf)).toEqual(['first', 'second'])
    })

    it('does not disturb one of another name', async () => {
      const first = await subject.log.openWriter('poller')
      await subject.log.openWriter('other')
      await first.append([record('in.a', 'k', 'x')])
      expect((await readAll('in.a')).length).toBe(1)
    })

    it('refuses to append once it is closed', async () => {
      const writer = await subject.log.openWriter('one')
      const running = writer.append([record('in.a', 'k', 'x')])
      await writer.close()
      await running
      await expect(writer.append([record('in.a', 'k', 'y')])).rejects.toMatchObject({
        retriable: false,
      })
    })
  })
}
