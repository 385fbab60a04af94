// The codec on one machine: values come back, older bytes stay readable, wrong bytes are refused.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { openLocalCodec } from '../../../services/platform/codec/local.ts'
import { CodecError, type Codec } from '../../../services/platform/codec/port.ts'
import { readTopicSchemas, type AvroSchema } from '../../../services/platform/codec/schemas.ts'
import { topics, type Topic } from '../../../services/topology.ts'
import type { TradeRecord } from '../../../schemas/generated/events.ts'

const trade: TradeRecord = {
  trade: {
    id: 't-1',
    market_id: 'pb_RAIN',
    platform: 'platform_b',
    price: '0.53',
    size: '12.5',
    side: 'buy',
    outcome_index: 0,
    outcome: 'Yes ✓',
    outcome_price: '0.53',
    timestamp_ms: 1_700_000_000_123,
    native_trade_id: 't-1',
    wallet: null,
    received_at_ms: 1_700_000_000_456,
    origin: { topic: 'raw.trades', partition: 3, offset: 2 ** 40 },
  },
  progress: null,
}
const book = {
  market_id: 'pb_RAIN',
  platform: 'platform_b' as const,
  bids: [
    { price: '0.5', size: '10' },
    { price: '0.4', size: '20' },
  ],
  asks: [],
  timestamp_ms: 1,
  received_at_ms: 2,
  origin: { topic: 'raw.books', partition: 0, offset: 0 },
}

describe('the local codec', () => {
  let path: string
  let codec: Codec

  beforeEach(async () => {
    path = join(await mkdtemp(join(tmpdir(), 'codec-')), 'schemas')
    codec = await openLocalCodec({ path })
  })
  afterEach(() => rm(join(path, '..'), { recursive: true }))

  const framed = (id: number, ...bytes: number[]): Buffer => {
    const head = Buffer.alloc(5)
    head.writeUInt32BE(id, 1)
    return Buffer.concat([head, Buffer.from(bytes)])
  }

  describe('encode and decode', () => {
    it('give the value back', () => {
      expect(codec.decode('trades', codec.encode('trades', trade))).toEqual(trade)
      expect(codec.decode('books', codec.encode('books', book))).toEqual(book)
      const checkpoint = { key: 'k', state: '{}' }
      expect(
        codec.decode('poll-checkpoints', codec.encode('poll-checkpoints', checkpoint)),
      ).toEqual(checkpoint)
    })

    it('frame as schema registries do: a zero, the id in four bytes, Avro', () => {
      const bytes = codec.encode('poll-checkpoints', { key: 'ab', state: 'c' })
      expect(bytes.readUInt8(0)).toBe(0)
      expect(bytes.readUInt32BE(1)).toBeGreaterThan(0)
      expect(bytes.subarray(5)).toEqual(Buffer.from([4, 0x61, 0x62, 2, 0x63]))
    })

    it('keep bytes and texts of any size and letter, each apart from the next', () => {
      const state = '🎲é'.repeat(60_000)
      const long = codec.encode('poll-checkpoints', { key: '', state })
      const short = codec.encode('poll-checkpoints', { key: 'k', state: 's' })
      expect(codec.decode('poll-checkpoints', long)).toEqual({ key: '', state })
      expect(codec.decode('poll-checkpoints', short)).toEqual({ key: 'k', state: 's' })
    })

    it('know every topic', () => {
      expect(Object.keys(readTopicSchemas()).sort()).toEqual(Object.keys(topics).sort())
    })
  })

  describe('a value that does not fit', () => {
    it.each<[string, unknown, RegExp]>([
      [
        'a number where a text belongs',
        { ...book, market_id: 5 },
        /books: market_id is 5, not str/,
      ],
      ['a field that is missing', { ...book, bids: undefined }, /bids/],
      ['a fault inside a list', { ...book, asks: [{ price: '0.5' }] }, /asks\.0\.size/],
      ['a symbol that is not one', { ...book, platform: 'platform_c' }, /platform is 'platform_c'/],
      ['an integer beyond 2^53', { ...book, timestamp_ms: 2 ** 53 }, /timestamp_ms/],
      ['a fraction', { ...book, timestamp_ms: 1.5 }, /timestamp_ms/],
      ['no value', null, /books/],
    ])('is refused by the name of its field: %s', (_what, value, message) => {
      const encode = (): Buffer => codec.encode('books', value as typeof book)
      expect(encode).toThrow(TypeError)
      expect(encode).toThrow(message)
      expect(codec.decode('books', codec.encode('books', book))).toEqual(book)
    })
  })

  describe('bytes that are not a value', () => {
    it('are refused: empty, short, another framing', () => {
      for (const bytes of [
        [],
        [0],
        [0, 0, 0, 0, 1],
        [1, 0, 0, 0, 1, 2],
        [...Buffer.from('{"a":1}')],
      ])
        expect(() => codec.decode('books', Buffer.from(bytes))).toThrow(CodecError)
    })

    it('are refused: an id that nobody gave out', () => {
      expect(() => codec.decode('books', framed(9999, 0, 0))).toThrow(/no schema 9999/)
      expect(() => codec.decode('books', framed(0, 0, 0))).toThrow(/no schema 0/)
      expect(() => codec.decode('books', framed(2 ** 32 - 1, 0, 0))).toThrow(CodecError)
    })

    it('are refused: those of another topic', () => {
      expect(() => codec.decode('books', codec.encode('trades', trade))).toThrow(
        /of trades, not of/,
      )
    })

    it('are refused: cut off at any byte, and with one behind', () => {
      for (const bytes of [codec.encode('books', book), codec.encode('trades', trade)]) {
        const topic = bytes.length > 200 ? 'trades' : 'books'
        for (let end = 0; end < bytes.length; end += 1)
          expect(() => codec.decode(topic as Topic, bytes.subarray(0, end))).toThrow(CodecError)
      }
      const longer = Buffer.concat([codec.encode('books', book), Buffer.from([0])])
      expect(() => codec.decode('books', longer)).toThrow(/1 bytes behind/)
    })

    it('are refused at once when a list claims more items than there are bytes', () => {
      const id = codec.encode('books', book).readUInt32BE(1)
      // two short texts, an enum, then a list of 2^52 items; and one that counts its blocks in bytes
      const huge = [2, 0x61, 0, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f]
      const blocks = [2, 0x61, 0, 0xff, 0xff, 0xff, 0xff, 0x0f, 2, 2, 2]
      expect(() => codec.decode('books', framed(id, ...huge))).toThrow(CodecError)
      expect(() => codec.decode('books', framed(id, ...blocks))).toThrow(CodecError)
    })

    it('never do more than throw a CodecError, whatever they are', () => {
      const valid = [codec.encode('books', book), codec.encode('trades', trade)]
      const some = fc.record({
        base: fc.constantFrom(...valid),
        at: fc.nat(400),
        junk: fc.uint8Array({ maxLength: 40 }),
      })
      fc.assert(
        fc.property(some, ({ base, at, junk }) => {
          const bytes = Buffer.concat([base.subarray(0, 5 + at), junk, base.subarray(5 + at)])
          for (const topic of ['books', 'trades'] as const) {
            try {
              codec.decode(topic, bytes)
            } catch (error) {
              if (!(error instanceof CodecError)) throw error
            }
          }
        }),
        { numRuns: 3000 },
      )
    })
  })

  describe('schemas over time', () => {
    const older: Record<string, AvroSchema> = {
      ...readTopicSchemas(),
      'poll-checkpoints': {
        type: 'record',
        name: 'PollCheckpoint',
        namespace: 'oddslog',
        fields: [{ name: 'key', type: 'string' }],
      },
    }
    const newer: Record<string, AvroSchema> = {
      ...older,
      'poll-checkpoints': {
        type: 'record',
        name: 'PollCheckpoint',
        namespace: 'oddslog',
        fields: [
          { name: 'key', type: 'string' },
          { name: 'state', type: 'string', default: '{}' },
          { name: 'tags', type: { type: 'array', items: 'string' }, default: [] },
        ],
      },
    }
    const value = { key: 'k' } as { key: string; state: string }
    const topic = 'poll-checkpoints'

    it('read what an older one wrote, after any number of restarts', async () => {
      const old = (await openLocalCodec({ path, schemas: older })).encode(topic, value)
      for (let i = 0; i < 2; i += 1) {
        const codecNow = await openLocalCodec({ path, schemas: newer })
        expect(codecNow.decode(topic, old)).toEqual({ key: 'k', state: '{}', tags: [] })
      }
    })

    it('read what a newer process beside us writes', async () => {
      const now = await openLocalCodec({ path, schemas: older })
      const later = await openLocalCodec({ path, schemas: newer })
      const bytes = later.encode(topic, { key: 'k', state: 's', tags: ['a'] } as never)
      expect(now.decode(topic, bytes)).toEqual({ key: 'k' })
    })

    it('give a schema the same id for ever, and no id twice', async () => {
      const idOf = async (schemas: Record<string, AvroSchema>): Promise<number> =>
        (await openLocalCodec({ path, schemas }))
          .encode(topic, { key: 'k', state: 's' })
          .readUInt32BE(1)
      const first = [await idOf(older), await idOf(newer)]
      expect([await idOf(older), await idOf(newer)]).toEqual(first)
      expect(new Set(first).size).toBe(2)
    })

    it('take no new id for a changed comment', async () => {
      const before = (await readdir(path)).length
      const documented = Object.fromEntries(
        Object.entries(readTopicSchemas()).map(([t, s]) => [t, { ...s, doc: 'other words' }]),
      )
      await openLocalCodec({ path, schemas: documented })
      expect((await readdir(path)).length).toBe(before)
    })

    it('do not clash when many open at once', async () => {
      const many = await Promise.all(
        Array.from({ length: 12 }, (_, i) =>
          openLocalCodec({ path, schemas: i % 2 ? older : newer }),
        ),
      )
      const bytes = many.map((c) => c.encode(topic, { key: 'k', state: 's', tags: [] } as never))
      const ids = bytes.map((b) => b.readUInt32BE(1))
      expect(new Set(ids).size).toBe(2)
      for (const c of many) for (const b of bytes) expect(c.decode(topic, b)).toMatchObject(value)
      const texts = await Promise.all(
        (await readdir(path)).map((name) => readFile(join(path, name), 'utf8')),
      )
      expect(new Set(texts).size).toBe(texts.length)
      expect((await readdir(path)).filter((name) => name.endsWith('.tmp'))).toEqual([])
    })

    it('refuse bytes whose schema cannot become ours', async () => {
      const other = {
        ...older,
        [topic]: { type: 'record', name: 'Other', fields: [{ name: 'n', type: 'long' }] },
      }
      const bytes = (await openLocalCodec({ path, schemas: other })).encode(topic, {
        n: 1,
      } as never)
      expect(() => codec.decode(topic, bytes)).toThrow(CodecError)
    })

    it('are not opened at all from a directory that is damaged', async () => {
      await writeFile(join(path, '1.json'), '{"topic":')
      await expect(openLocalCodec({ path })).rejects.toThrow(/1\.json is damaged/)
    })
  })
})
