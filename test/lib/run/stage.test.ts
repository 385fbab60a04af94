// The runner of stages: every record has one of three results, and none is skipped.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { openLocalCodec } from '../../../services/lib/codec/local.ts'
import type { Codec } from '../../../services/lib/codec/port.ts'
import { openLmdbLog } from '../../../services/lib/log/lmdb.ts'
import { maxRecordBytes, type EventLog, type NewRecord } from '../../../services/lib/log/port.ts'
import {
  runSink,
  runTransform,
  type Sink,
  type StageRecord,
  type Transform,
} from '../../../services/lib/run/stage.ts'
import { normalize } from '../../../services/normalizer/normalizer.ts'
import { topics, type InputTopicOf, type Topic } from '../../../services/topology.ts'
import type { Book, RawBook } from '../../../schemas/generated/events.ts'
import { eventually } from '../../support/waiting.ts'

const prefix = 'test.'
const settings = Object.fromEntries(
  Object.entries(topics).map(([topic, { partitions, cleanup, retentionMs }]) => [
    prefix + topic,
    { partitions, cleanup, retentionMs },
  ]),
)

describe('the runner of stages', () => {
  let path: string
  let log: EventLog
  let codec: Codec
  let counts: Map<string, number>
  let fatal: Error[]

  beforeEach(async () => {
    path = await mkdtemp(join(tmpdir(), 'stage-'))
    log = await openLmdbLog({ path: join(path, 'log'), topics: settings, now: Date.now })
    codec = await openLocalCodec({ path: join(path, 'schemas') })
    counts = new Map()
    fatal = []
  })
  afterEach(async () => {
    await log.close()
    await rm(path, { recursive: true })
  })

  const options = () => ({
    log,
    codec,
    topicPrefix: prefix,
    now: () => 1_700_000_000_000,
    onFatal: (error: Error) => fatal.push(error),
    count: (labels: object, n: number) => {
      const name = Object.values(labels).join(' ')
      counts.set(name, (counts.get(name) ?? 0) + n)
    },
  })

  const rawBook = (n: number, body = '{}'): RawBook => ({
    platform: 'platform_b',
    market_id: `pb_${n % 20}`,
    outcome_index: 0,
    url: 'http://upstream',
    received_at_ms: n,
    body,
    depth: 0,
    from_stream: false,
    clock_difference_ms: 0,
  })
  const toBook = (raw: RawBook, origin: Book['origin']): Book => ({
    market_id: raw.market_id,
    platform: raw.platform,
    bids: [],
    asks: [],
    timestamp_ms: raw.received_at_ms,
    received_at_ms: raw.received_at_ms,
    origin,
  })
  const toRecord = (raw: RawBook): NewRecord => ({
    topic: `${prefix}raw.books`,
    key: raw.market_id,
    value: codec.encode('raw.books', raw),
  })

  async function append(records: readonly NewRecord[]): Promise<void> {
    const writer = await log.openWriter('test')
    for (let at = 0; at < records.length; at += 5_000)
      await writer.append(records.slice(at, at + 5_000))
  }
  const books = (count: number, body?: string) =>
    Array.from({ length: count }, (_, n) => toRecord(rawBook(n, body)))
  const garbage = (count: number): NewRecord[] =>
    Array.from({ length: count }, (_, n) => ({
      topic: `${prefix}raw.books`,
      key: `pb_${n % 20}`,
      value: Buffer.from(`garbage ${n}`),
    }))

  async function readAll<T extends Topic>(topic: T) {
    const found = []
    for (const { partition, low } of await log.ranges(prefix + topic))
      for await (const r of log.read({ topic: prefix + topic, partition, from: low }))
        found.push({ ...r, value: codec.decode(topic, r.value) })
    return found
  }
  const behind = async (role: string, topic: Topic): Promise<number> =>
    (await log.lag(prefix + role, [prefix + topic])).reduce((sum, l) => sum + l.behind, 0)

  const transform: Transform<'normalizer'> = (record) => {
    if (record.topic !== 'raw.books') return { drop: 'not_a_book' }
    const { value, topic, partition, offset } = record
    if (value.body === 'drop') return { drop: 'placeholder' }
    if (value.body === 'bad') return { deadLetter: 'not_json', detail: 'because' }
    if (value.body === 'bug') throw new RangeError('oops')
    if (value.body === 'none') return { emit: [] }
    const book = toBook(value, { topic, partition, offset })
    if (value.body === 'misfit')
      return { emit: [{ topic: 'books', key: 'k', value: { ...book, bids: null as never } }] }
    if (value.body === 'huge') {
      const asks = [{ price: '0.5', size: '1'.repeat(maxRecordBytes) }]
      return { emit: [{ topic: 'books', key: 'k', value: { ...book, asks } }] }
    }
    return { emit: [{ topic: 'books', key: value.market_id, value: book, partition }] }
  }

  async function normalizeAll(): Promise<void> {
    const running = await runTransform({ ...options(), role: 'normalizer', transform })
    await eventually(async () =>
      expect((await behind('normalizer', 'raw.books')) === 0 || fatal.length > 0).toBe(true),
    )
    await running.stop()
  }

  describe('runTransform', () => {
    it('emits what the stage makes of each record, in order and in the partition asked for', async () => {
      await append(books(2_000))
      await normalizeAll()
      const raw = await readAll('raw.books')
      expect(
        (await readAll('books')).map(({ partition, value }) => ({ partition, value })),
      ).toEqual(
        raw.map(({ partition, offset, value }) => ({
          partition,
          value: toBook(value, { topic: 'raw.books', partition, offset }),
        })),
      )
      expect(Object.fromEntries(counts)).toEqual({ 'normalizer raw.books emit ': 2_000 })
    })

    it('counts what it drops by reason, and what it makes nothing of', async () => {
      await append([...books(7, 'drop'), ...books(3, 'none')])
      await normalizeAll()
      expect(await readAll('books')).toEqual([])
      expect(Object.fromEntries(counts)).toEqual({
        'normalizer raw.books drop placeholder': 7,
        'normalizer raw.books emit ': 3,
      })
    })

    it('writes dead letters with bytes, origin and reason, and continues', async () => {
      const bad = toRecord(rawBook(4, 'bad'))
      await append([...garbage(1), bad, ...books(30)])
      await normalizeAll()
      expect((await readAll('books')).length).toBe(30)
      const letters = await readAll('dead-letters')
      expect(letters.map((l) => l.value.reason).sort()).toEqual(['not_json', 'undecodable'])
      for (const { key, value: letter } of letters) {
        expect(key).toBe(`raw.books/${letter.partition}/${letter.offset}`)
        expect(letter).toMatchObject({ stage: 'normalizer', topic: 'raw.books' })
        expect(letter.failed_at_ms).toBe(1_700_000_000_000)
        for await (const original of log.read({
          topic: `${prefix}raw.books`,
          partition: letter.partition,
          from: letter.offset,
          until: letter.offset + 1,
        }))
          expect([original.key, original.value]).toEqual([letter.key, letter.value])
      }
      expect(counts.get('normalizer raw.books dead_letter not_json')).toBe(1)
      expect(counts.get('normalizer raw.books dead_letter undecodable')).toBe(1)
    })

    it('dead-letters a record whose result is too large for the log', async () => {
      await append([toRecord(rawBook(1, 'huge')), ...books(5)])
      await normalizeAll()
      expect((await readAll('books')).length).toBe(5)
      expect((await readAll('dead-letters')).map((l) => l.value.reason)).toEqual(['too_large'])
    })

    it('leaves the bytes where they are if a dead letter cannot hold them', async () => {
      const value = Buffer.alloc(maxRecordBytes - 10, 'x')
      await append([{ topic: `${prefix}raw.books`, key: 'k', value }])
      await normalizeAll()
      const [letter] = await readAll('dead-letters')
      expect(letter?.value.value.length).toBe(0)
      expect(letter?.value.detail).toContain(
        '999991 bytes are not copied: read them from the topic',
      )
    })

    it.each([
      ['bug', 'RangeError: oops'],
      ['misfit', 'books: bids'],
    ])('puts aside a record at which it meets a %s of ours', async (body, detail) => {
      const record = toRecord(rawBook(3, body))
      await append([...books(10), record, ...books(10)])
      await normalizeAll()
      expect(fatal).toEqual([])
      expect((await readAll('books')).length).toBe(20)
      const letters = await readAll('dead-letters')
      expect(letters.map((l) => l.value)).toMatchObject([
        { reason: 'exception', detail: expect.stringContaining(detail), value: record.value },
      ])
      expect(counts.get('normalizer raw.books dead_letter exception')).toBe(1)
    })

    it('gives up where a bug concerns every record', async () => {
      await append(books(1_000, 'bug'))
      await normalizeAll()
      expect(fatal.map((e) => e.message)).toEqual([
        expect.stringMatching(/gave up: 1000 dead letters in a row.* exception RangeError: oops/),
      ])
      expect(await behind('normalizer', 'raw.books')).toBe(1_000)
    })

    it('puts aside a row whose depth is beyond the stack of its mapper', async () => {
      const body = `{"bids":${'['.repeat(5_000)}${']'.repeat(5_000)}}`
      await append([toRecord(rawBook(3, body)), toRecord(rawBook(4, '{"bids":[],"asks":[]}'))])
      const running = await runTransform({ ...options(), role: 'normalizer', transform: normalize })
      await eventually(async () => expect(await behind('normalizer', 'raw.books')).toBe(0))
      await running.stop()
      expect(fatal).toEqual([])
      expect((await readAll('dead-letters')).length).toBeGreaterThan(0)
    })

    it('gives up after 1,000 consecutive dead letters, and writes none of that batch', async () => {
      await append(garbage(1_000))
      await normalizeAll()
      expect(fatal.map((e) => e.message)).toEqual([
        expect.stringContaining('normalizer gave up: 1000 dead letters in a row'),
      ])
      expect(await readAll('dead-letters')).toEqual([])
      expect(await behind('normalizer', 'raw.books')).toBe(1_000)
    })

    it('does not give up at 999 in a row, nor at few among many', async () => {
      await append(garbage(999))
      await normalizeAll()
      await append([...books(9_000), ...garbage(90), ...books(9_000)])
      await normalizeAll()
      expect(fatal).toEqual([])
      expect((await readAll('dead-letters')).length).toBe(1_089)
    })

    it('gives up when more than one in a hundred of 10,000 is dead', async () => {
      await append(Array.from({ length: 101 }, () => [...books(98), ...garbage(2)]).flat())
      await normalizeAll()
      expect(fatal.map((e) => e.message)).toEqual([
        expect.stringMatching(/gave up: 2\d\d dead letters among 10000 records/),
      ])
    })
  })

  describe('runSink', () => {
    const decoded: StageRecord<InputTopicOf<'projector'>>[] = []
    beforeEach(() => {
      decoded.length = 0
    })
    const take: Sink<'projector'> = async (batch) => {
      decoded.push(...batch)
    }
    const someBook = (n: number): NewRecord => ({
      topic: `${prefix}books`,
      key: `pb_${n}`,
      value: codec.encode('books', toBook(rawBook(n), { topic: 'x', partition: 0, offset: n })),
    })
    async function projectAll(sink: Sink<'projector'>): Promise<void> {
      const running = await runSink({ ...options(), role: 'projector', sink })
      await eventually(async () =>
        expect((await behind('projector', 'books')) === 0 || fatal.length > 0).toBe(true),
      )
      await running.stop()
    }

    it('hands batches over decoded, and puts aside what cannot be', async () => {
      const bad = { topic: `${prefix}books`, key: 'k', value: Buffer.from('?') }
      await append([someBook(1), bad, someBook(2)])
      await projectAll(take)
      expect(decoded.map((r) => r.topic)).toEqual(['books', 'books'])
      expect((await readAll('dead-letters')).map((l) => l.value.stage)).toEqual(['projector'])
      expect(Object.fromEntries(counts)).toEqual({
        'projector books write ': 2,
        'projector books dead_letter undecodable': 1,
      })
    })

    it('does not hand over what is rejected: it becomes a dead letter with the reason', async () => {
      await append([someBook(1), someBook(2)])
      const running = await runSink({
        ...options(),
        role: 'projector',
        sink: take,
        reject: ({ key }) =>
          key === 'pb_1' ? { reason: 'unknown_platform', detail: 'what exactly' } : null,
      })
      await eventually(async () => expect(await behind('projector', 'books')).toBe(0))
      await running.stop()
      expect(decoded.map(({ key }) => key)).toEqual(['pb_2'])
      expect((await readAll('dead-letters')).map(({ value }) => value)).toMatchObject([
        { stage: 'projector', topic: 'books', reason: 'unknown_platform', detail: 'what exactly' },
      ])
    })

    it('does not call the sink with nothing', async () => {
      let calls = 0
      await append([{ topic: `${prefix}books`, key: 'k', value: Buffer.from('?') }])
      await projectAll(async () => {
        calls += 1
      })
      expect(calls).toBe(0)
      expect((await readAll('dead-letters')).length).toBe(1)
    })

    it('brings the batch again while the place it writes to fails', async () => {
      await append([someBook(1), someBook(2)])
      let tries = 0
      await projectAll(async (batch, signal) => {
        tries += 1
        if (tries < 3) throw new Error('the store is away')
        await take(batch, signal)
      })
      expect(decoded.length).toBe(2)
      expect(fatal).toEqual([])
    })

    it('reports its assigned partitions, by the topic names of stages, before their batches', async () => {
      await append([someBook(1)])
      const reported: string[] = []
      const running = await runSink({
        ...options(),
        role: 'projector',
        onPartitionsAssigned: async (partitions) => {
          expect(decoded.length).toBe(0)
          reported.push(...partitions.map(({ topic, partition }) => `${topic}/${partition}`))
        },
        sink: take,
      })
      await eventually(async () => expect(decoded.length).toBe(1))
      await running.stop()
      const all = (['trades', 'books', 'markets'] as const).flatMap((topic) =>
        Array.from({ length: topics[topic].partitions }, (_, p) => `${topic}/${p}`),
      )
      expect(reported).toEqual(expect.arrayContaining(all))
      expect(fatal).toEqual([])
    })

    it('stops when that destination fails for good', async () => {
      await append([someBook(1)])
      await projectAll(async () => {
        throw Object.assign(new Error('no such table'), { retriable: false })
      })
      expect(fatal.map((e) => e.message)).toEqual(['no such table'])
      expect(await behind('projector', 'books')).toBe(1)
    })
  })
})
