// The contract of every codec (services/lib/codec/port.ts): round trips, older and newer bytes can be read,
// invalid bytes are rejected. Run on each source of schema ids.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { CodecError, type Codec } from '../../services/lib/codec/port.ts'
import { readTopicSchemas, type AvroSchema } from '../../services/lib/codec/schemas.ts'
import { topics, type Topic } from '../../services/topology.ts'
import type { TopicValues, TradeRecord } from '../../schemas/generated/events.ts'

export interface CodecRoom {
  /** One more process: all that a room opens know the same ids. */
  open(schemas?: Readonly<Record<string, AvroSchema>>): Promise<Codec>
  /** The id of a schema that another process has registered. */
  bringIn(topic: Topic, schema: AvroSchema): Promise<number>
  dispose(): Promise<void>
}

export const trade: TradeRecord = {
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
export const book = {
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

export function framed(id: number, ...bytes: number[]): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt32BE(id, 1)
  return Buffer.concat([head, Buffer.from(bytes)])
}

/** As every reader of a log does. */
export async function decode<T extends Topic>(
  codec: Codec,
  topic: T,
  bytes: Buffer,
): Promise<TopicValues[T]> {
  await codec.loadSchemas([{ value: bytes }])
  return codec.decode(topic, bytes)
}

const topic = 'poll-checkpoints'
const checkpoint = (...fields: object[]): AvroSchema => ({
  type: 'record',
  name: 'PollCheckpoint',
  namespace: 'oddslog',
  fields: [{ name: 'key', type: 'string' }, ...fields],
})
export const older = { ...readTopicSchemas(), [topic]: checkpoint() }
export const newer = {
  ...older,
  [topic]: checkpoint(
    { name: 'state', type: 'string', default: '{}' },
    { name: 'tags', type: { type: 'array', items: 'string' }, default: [] },
  ),
}

export function describeCodec(name: string, openRoom: () => Promise<CodecRoom>): void {
  describe(`codec contract: ${name}`, () => {
    let room: CodecRoom
    let codec: Codec

    beforeAll(async () => {
      room = await openRoom()
      codec = await room.open()
    })
    afterAll(() => room.dispose())

    describe('encode and decode', () => {
      it('give the value back', async () => {
        expect(await decode(codec, 'trades', codec.encode('trades', trade))).toEqual(trade)
        expect(await decode(codec, 'books', codec.encode('books', book))).toEqual(book)
        const value = { key: 'k', state: '{}' }
        expect(await decode(codec, topic, codec.encode(topic, value))).toEqual(value)
      })

      it('frame as schema registries do: a zero, the id in four bytes, Avro', () => {
        const bytes = codec.encode(topic, { key: 'ab', state: 'c' })
        expect(bytes.readUInt8(0)).toBe(0)
        expect(bytes.readUInt32BE(1)).toBeGreaterThan(0)
        expect(bytes.subarray(5)).toEqual(Buffer.from([4, 0x61, 0x62, 2, 0x63]))
      })

      it('keep bytes and texts of any size and letter, each apart from the next', () => {
        const state = '🎲é'.repeat(60_000)
        const long = codec.encode(topic, { key: '', state })
        const short = codec.encode(topic, { key: 'k', state: 's' })
        expect(codec.decode(topic, long)).toEqual({ key: '', state })
        expect(codec.decode(topic, short)).toEqual({ key: 'k', state: 's' })
      })

      it('know every topic, each by an id of its own', () => {
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
        [
          'a symbol that is not one',
          { ...book, platform: 'platform_c' },
          /platform is 'platform_c'/,
        ],
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
      it('are refused: empty, short, another framing', async () => {
        for (const bytes of [
          [],
          [0],
          [0, 0, 0, 0, 1],
          [1, 0, 0, 0, 1, 2],
          [...Buffer.from('{"a":1}')],
        ])
          await expect(decode(codec, 'books', Buffer.from(bytes))).rejects.toThrow(CodecError)
      })

      it.each([99_999, 0, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1])(
        'are rejected: id %d, which was never assigned',
        async (id) => {
          const decoding = decode(codec, 'books', framed(id, 0, 0))
          await expect(decoding).rejects.toThrow(CodecError)
          await expect(decoding).rejects.toThrow(new RegExp(`no.* schema ${id}$`))
          // and not only the first time
          await expect(decode(codec, 'books', framed(id, 0, 0))).rejects.toThrow(CodecError)
        },
      )

      it('are refused: those of another topic', async () => {
        const bytes = codec.encode('trades', trade)
        await expect(decode(codec, 'books', bytes)).rejects.toThrow(/of trades, not of books/)
        await expect(decode(codec, 'books', bytes)).rejects.toThrow(CodecError)
      })

      it('are rejected: those with an incompatible schema', async () => {
        const schema = {
          type: 'record',
          name: 'Other',
          fields: [{ name: 'n', type: 'long' }],
        }
        const id = await room.bringIn(topic, schema)
        const decoding = decode(codec, topic, framed(id, 2))
        await expect(decoding).rejects.toThrow(CodecError)
        await expect(decoding).rejects.toThrow(
          `values with schema ${id} cannot be converted to the current schema of ${topic}`,
        )
      })

      it('are rejected: truncated at any byte, and with one appended', () => {
        for (const bytes of [codec.encode('books', book), codec.encode('trades', trade)]) {
          const kind = bytes.length > 200 ? 'trades' : 'books'
          for (let end = 0; end < bytes.length; end += 1)
            expect(() => codec.decode(kind, bytes.subarray(0, end))).toThrow(CodecError)
        }
        const longer = Buffer.concat([codec.encode('books', book), Buffer.from([0])])
        expect(() => codec.decode('books', longer)).toThrow(/1 excess bytes/)
      })

      it('are rejected at once when a list declares more items than there are bytes', () => {
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
            for (const kind of ['books', 'trades'] as const) {
              try {
                codec.decode(kind, bytes)
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
      const value = { key: 'k' } as { key: string; state: string }
      let early: Codec
      let late: Codec
      let among: CodecRoom

      beforeAll(async () => {
        among = await openRoom()
        early = await among.open(older)
        late = await among.open(newer)
      })
      afterAll(() => among.dispose())

      it('read what an older one wrote, after any number of restarts', async () => {
        const old = early.encode(topic, value)
        for (const codecNow of [late, await among.open(newer), await among.open(newer)])
          expect(await decode(codecNow, topic, old)).toEqual({ key: 'k', state: '{}', tags: [] })
      })

      it('read what a newer process writes', async () => {
        const bytes = late.encode(topic, { key: 'k', state: 's', tags: ['a'] } as never)
        expect(await decode(early, topic, bytes)).toEqual({ key: 'k' })
      })

      it('refuse another schema in bytes of a new one, too: cut off, or with one behind', async () => {
        const bytes = late.encode(topic, { key: 'k', state: 's', tags: ['a'] } as never)
        await decode(early, topic, bytes)
        for (let end = 0; end < bytes.length; end += 1)
          expect(() => early.decode(topic, bytes.subarray(0, end))).toThrow(CodecError)
        const longer = Buffer.concat([bytes, Buffer.from([0])])
        expect(() => early.decode(topic, longer)).toThrow(/1 excess bytes/)
      })

      it('give a schema the same id always, and no id twice', async () => {
        const idOf = (c: Codec): number => c.encode(topic, { key: 'k', state: 's' }).readUInt32BE(1)
        const first = [idOf(early), idOf(late)]
        expect([await among.open(older), await among.open(newer)].map(idOf)).toEqual(first)
        expect(new Set(first).size).toBe(2)
      })

      it('do not clash when many open at once', async () => {
        const many = await Promise.all(
          Array.from({ length: 8 }, (_, i) => among.open(i % 2 ? older : newer)),
        )
        const bytes = many.map((c) => c.encode(topic, { key: 'k', state: 's', tags: [] } as never))
        expect(new Set(bytes.map((b) => b.readUInt32BE(1))).size).toBe(2)
        for (const c of many)
          for (const b of bytes) expect(await decode(c, topic, b)).toMatchObject(value)
      })
    })
  })
}
