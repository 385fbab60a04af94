// The state of the schema registry when a process starts, and what the process registers.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { openLocalCodec } from '../../../services/lib/codec/local.ts'
import { CodecError, type Codec } from '../../../services/lib/codec/port.ts'
import { openRegistryCodec } from '../../../services/lib/codec/registry.ts'
import { readTopicSchemas, type AvroSchema } from '../../../services/lib/codec/schemas.ts'
import { topics, type Topic } from '../../../services/topology.ts'
import { book, decode, trade } from '../../contracts/codec.ts'
import { describeWithServers } from '../../support/servers/describe-with-servers.ts'
import { ask, register, silent } from './registry-requests.ts'

const text = { type: 'string' }
const record = (name: string, ...fields: object[]): AvroSchema => ({ type: 'record', name, fields })
const side = (...symbols: string[]): object => ({ type: 'enum', name: 'Side', symbols })
const level = (...fields: object[]): object => ({ type: 'record', name: 'Level', fields })
const list = (items: object): object => ({ type: 'array', items })

await describeWithServers(['registry'], 'schemas in a registry', ({ registry: { url } }) => {
  let topicPrefix: string
  let reported: { level: string; fields: object; message: string }[]

  beforeEach(() => {
    topicPrefix = `${randomUUID()}.`
    reported = []
  })

  const logger = {
    info: (fields: object, message: string) =>
      void reported.push({ level: 'info', fields, message }),
    warn: (fields: object, message: string) =>
      void reported.push({ level: 'warn', fields, message }),
  }
  const open = (schemas?: Readonly<Record<string, AvroSchema>>): Promise<Codec> =>
    openRegistryCodec({ url, topicPrefix, logger, ...(schemas && { schemas }) })
  const subject = (topic: string): string => `${topicPrefix}${topic}-value`
  const levelOf = (topic: string): Promise<unknown> => ask(url, 'GET', `/config/${subject(topic)}`)
  const versionsOf = (topic: string): Promise<unknown> =>
    ask(url, 'GET', `/subjects/${subject(topic)}/versions`)

  describe('at start', () => {
    it('each topic has its schema, with its explanations, and BACKWARD_TRANSITIVE', async () => {
      await open()
      for (const topic of Object.keys(topics)) {
        expect(await levelOf(topic)).toEqual({ compatibilityLevel: 'BACKWARD_TRANSITIVE' })
        const latest = await ask(url, 'GET', `/subjects/${subject(topic)}/versions/latest`)
        const { schema } = latest as { schema: string }
        expect(JSON.parse(schema)).toEqual(readTopicSchemas()[topic as Topic])
      }
    })

    it('again: nothing changes', async () => {
      await open()
      await open()
      for (const topic of Object.keys(topics)) expect(await versionsOf(topic)).toEqual([1])
      expect(reported).toEqual([])
    })

    it('many at once: one id', async () => {
      const codecs = await Promise.all(Array.from({ length: 8 }, () => open()))
      const bytes = codecs.map((codec) => codec.encode('books', book))
      expect(new Set(bytes.map((b) => b.readUInt32BE(1))).size).toBe(1)
      for (const topic of Object.keys(topics)) {
        // this registry may take them in at once as two versions, of one id
        const ids = ((await versionsOf(topic)) as number[]).map((version) =>
          ask(url, 'GET', `/subjects/${subject(topic)}/versions/${version}`),
        )
        const found = (await Promise.all(ids)) as { id: number }[]
        expect(new Set(found.map(({ id }) => id)).size).toBe(1)
        expect(await levelOf(topic)).toEqual({ compatibilityLevel: 'BACKWARD_TRANSITIVE' })
      }
    })

    it('a subject with another compatibility level gets ours, and this is reported', async () => {
      const schemas = { books: record('Book', { name: 'a', ...text }) }
      // as a process leaves it that is killed between registering and setting it
      await register(url, subject('books'), schemas.books)
      await open(schemas)
      expect(await levelOf('books')).toEqual({ compatibilityLevel: 'BACKWARD_TRANSITIVE' })
      expect(reported).toEqual([
        {
          level: 'info',
          fields: { subject: subject('books'), levelBefore: 'NONE' },
          message: 'compatibility set to BACKWARD_TRANSITIVE',
        },
      ])
    })

    it('a subject with a stricter level keeps it', async () => {
      const schemas = { books: record('Book', { name: 'a', ...text }) }
      await open(schemas)
      await ask(url, 'PUT', `/config/${subject('books')}`, { compatibility: 'FULL_TRANSITIVE' })
      await open(schemas)
      expect(await levelOf('books')).toEqual({ compatibilityLevel: 'FULL_TRANSITIVE' })
      expect(reported).toEqual([])
    })
  })

  describe('a schema that clashes stops the start, and is not registered', () => {
    const a = { name: 'a', ...text }
    const b = { name: 'b', ...text }
    it.each<[string, object[], object[], string]>([
      ['a field that is gone', [a, b], [a], 'b is gone'],
      [
        'a field that is gone, although it had a default',
        [a, { ...b, default: '' }],
        [a],
        'b is gone',
      ],
      [
        'a field that is renamed',
        [a],
        [b],
        'a is gone (a field that is renamed needs its old name among its aliases), b is new and has no default',
      ],
      ['a new field without a default', [a], [a, b], 'b is new and has no default'],
      ['another type', [{ name: 'a', type: 'long' }], [a], 'a was long and is string'],
      [
        'a type that holds less',
        [{ name: 'a', type: ['null', 'long'] }],
        [{ name: 'a', type: 'long' }],
        'a was ["null","long"] and is long',
      ],
      [
        'a smaller number',
        [{ name: 'a', type: 'long' }],
        [{ name: 'a', type: 'int' }],
        'a was long and is int',
      ],
      [
        'a symbol that is gone',
        [{ name: 'a', type: side('buy', 'sell') }],
        [{ name: 'a', type: side('buy') }],
        'a has lost the symbol sell',
      ],
      [
        'inside a list',
        [{ name: 'a', type: list(level(a, b)) }],
        [{ name: 'a', type: list(level(a)) }],
        'a[].b is gone',
      ],
      [
        'inside what may be null',
        [{ name: 'a', type: ['null', level(a)] }],
        [{ name: 'a', type: ['null', level(a, b)] }],
        'a.b is new and has no default',
      ],
      [
        'inside what may now be null',
        [{ name: 'a', type: level(a) }],
        [{ name: 'a', type: ['null', level(b)] }],
        'a.a is gone',
      ],
    ])('%s', async (_what, before, today, expected) => {
      await open({ books: record('Book', ...before) })
      const opening = open({ books: record('Book', ...today) })
      await expect(opening).rejects.toThrow(
        `the schema of books (schemas/events/books.avsc) clashes`,
      )
      await expect(opening).rejects.toThrow(`: since version 1, ${expected}`)
      expect(await versionsOf('books')).toEqual([1])
    })

    it('another name of the record', async () => {
      await open({ books: record('Book', a) })
      await expect(open({ books: record('Ladder', a) })).rejects.toThrow(
        'the record was named Book and is Ladder',
      )
    })

    it('with any earlier version, not only with the last', async () => {
      await open({ books: record('Book', a) })
      await open({ books: record('Book', a, { ...b, default: '' }) })
      await expect(open({ books: record('Book', a, b) })).rejects.toThrow(
        'since version 1, b is new and has no default',
      )
      expect(await versionsOf('books')).toEqual([1, 2])
    })

    it('with what is no Avro schema', async () => {
      const schema = { type: 'object', properties: { a: { type: 'string' } } }
      await register(url, subject('books'), schema, { schemaType: 'JSON' })
      await expect(open({ books: record('Book', a) })).rejects.toThrow('it is no Avro schema')
    })

    it('for a reason that only the registry has', async () => {
      const of = (...symbols: string[]): Record<string, AvroSchema> => ({
        books: record('Book', { name: 'a', type: side(...symbols) }),
      })
      await open(of('buy', 'sell'))
      await ask(url, 'PUT', `/config/${subject('books')}`, { compatibility: 'FULL_TRANSITIVE' })
      const opening = open(of('buy', 'sell', 'unknown'))
      await expect(opening).rejects.toThrow('the schema of books')
      await expect(opening).rejects.toThrow('answers 409')
    })
  })

  describe('a schema that can follow', () => {
    const a = { name: 'a', ...text }
    it.each<[string, object[], object[]]>([
      ['a new field with a default', [a], [a, { name: 'b', ...text, default: '' }]],
      ['what may now be null', [a], [{ name: 'a', type: ['null', 'string'] }]],
      ['a larger number', [{ name: 'a', type: 'int' }], [{ name: 'a', type: 'long' }]],
      [
        'one symbol more',
        [{ name: 'a', type: side('buy') }],
        [{ name: 'a', type: side('buy', 'sell') }],
      ],
      ['another name, the old one an alias', [a], [{ name: 'b', ...text, aliases: ['a'] }]],
      ['other words', [a], [{ ...a, doc: 'explained better' }]],
      ['fields in another order', [a, { name: 'b', ...text }], [{ name: 'b', ...text }, a]],
    ])('%s', async (_what, before, today) => {
      const schemas = { books: record('Book', ...before) }
      await open(schemas)
      await open({ books: record('Book', ...today) })
      expect(await versionsOf('books')).toEqual([1, 2])
      // and the older program may start again, to go back to it
      await open(schemas)
      expect(await versionsOf('books')).toEqual([1, 2])
    })
  })

  it('bytes of the codec of one machine are never taken for something else', async () => {
    const path = await mkdtemp(join(tmpdir(), 'codec-'))
    try {
      const local = await openLocalCodec({ path })
      const codec = await openRegistryCodec({ url, topicPrefix, logger: silent })
      const values = { books: book, trades: trade, 'poll-checkpoints': { key: 'k', state: 's' } }
      for (const topic of ['books', 'trades', 'poll-checkpoints'] as const)
        for (const as of ['books', 'trades', 'poll-checkpoints'] as const) {
          const bytes = local.encode(topic, values[topic] as never)
          // whatever a registry has given the number to
          const batch = Array.from({ length: 40 }, (_, i) => {
            const value = Buffer.from(bytes)
            value.writeUInt32BE(i + 1, 1)
            return { value }
          })
          await codec.loadSchemas(batch)
          for (const { value } of batch) {
            const decoded = await decode(codec, as, value).catch((error: unknown) => error)
            if (!(decoded instanceof CodecError))
              expect([as, decoded]).toEqual([topic, values[topic]])
          }
        }
    } finally {
      await rm(path, { recursive: true })
    }
  })
})
