// Reading and writing records on a real broker: complete, in order, and without aborted ones. docs/kafka.md
// lists each defect of kafkajs with its workaround.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { CompressionTypes } from 'kafkajs'
import type { LogRecord } from '../../../services/lib/log/port.ts'
import { record } from '../../contracts/event-log/subject.ts'
import { eventually, until } from '../../support/waiting.ts'
import { describeWithServers } from '../../support/servers/describe-with-servers.ts'
import { append, createKafkaLogs, readFrom, textsOf, type KafkaLogs } from './kafka-logs.ts'

await describeWithServers(['kafka'], 'records on Kafka', ({ kafka }) => {
  let logs: KafkaLogs
  beforeEach(() => {
    logs = createKafkaLogs(kafka.brokers)
  })
  afterEach(() => logs.close())

  describe('aborted records', () => {
    type Step = readonly [
      producer: 'p1' | 'p2',
      what: 'send' | 'commit' | 'abort',
      key?: Buffer | null,
    ]
    const int32Zero = Buffer.alloc(4)

    it.each<[string, readonly Step[], number]>([
      [
        'of transactions that overlap and end in another order than they began',
        [
          ['p1', 'send'],
          ['p2', 'send'],
          ['p2', 'abort'],
          ['p1', 'abort'],
        ],
        0,
      ],
      [
        'of two transactions, read from the middle on',
        [
          ['p1', 'send'],
          ['p2', 'send'],
          ['p2', 'send'],
          ['p1', 'abort'],
          ['p2', 'abort'],
        ],
        2,
      ],
      [
        'with a key that looks like a marker of an abort',
        [
          ['p1', 'send'],
          ['p1', 'send', int32Zero],
          ['p1', 'send'],
          ['p1', 'abort'],
        ],
        0,
      ],
      [
        'of one who aborts, commits and aborts again',
        [
          ['p1', 'send'],
          ['p1', 'abort'],
          ['p1', 'send'],
          ['p1', 'commit'],
          ['p1', 'send'],
          ['p1', 'abort'],
        ],
        0,
      ],
    ])('are not delivered: %s', async (_what, steps, from) => {
      const log = await logs.open()
      const producers = { p1: await logs.producer('p1'), p2: await logs.producer('p2') }
      const open = new Map<string, Awaited<ReturnType<typeof producers.p1.transaction>>>()
      const committed: string[] = []
      const pending: Record<string, string[]> = { p1: [], p2: [] }
      for (const [i, [who, what, key = null]] of steps.entries()) {
        const transaction = open.get(who) ?? (await producers[who].transaction())
        open.set(who, transaction)
        if (what === 'send') {
          await transaction.send({ topic: `${logs.prefix}in`, messages: [{ key, value: `${i}` }] })
          pending[who]?.push(`${i}`)
          continue
        }
        await transaction[what]()
        open.delete(who)
        if (what === 'commit') committed.push(...(pending[who] ?? []))
        pending[who] = []
      }
      await append(log, ['last'])
      expect(textsOf(await readFrom(log, 'in', from))).toEqual([...committed, 'last'])
      const seen: LogRecord[] = []
      await logs.collect(log, 'group', seen)
      await eventually(async () => expect(textsOf(seen)).toEqual([...committed, 'last']))
    })
  })

  it('an append of which one part was refused leaves nothing of the others', async () => {
    const log = await logs.open()
    const writer = await log.openWriter('test')
    await logs.alterTopic('out', { 'max.message.bytes': '10000' })
    const good = record('in', 'k', 'good')
    const tooLarge = record('out', 'k', 'x'.repeat(20_000))
    const refusal = { name: 'LogError', retriable: false, unknown: false }
    // until the broker has applied the limit
    await eventually(() => expect(writer.append([tooLarge])).rejects.toMatchObject(refusal))
    await expect(writer.append([good, tooLarge])).rejects.toMatchObject(refusal)
    expect(await readFrom(log, 'in')).toEqual([])
    await writer.append([good])
    expect(textsOf(await readFrom(log, 'in'))).toEqual(['good'])
  })

  it('an append of many megabytes goes in together, in batches that a broker takes', async () => {
    const log = await logs.open()
    const texts = Array.from({ length: 50 }, (_, i) => `${i} ${'x'.repeat(99_000)}`)
    await append(log, texts)
    expect(textsOf(await readFrom(log, 'in'))).toEqual(texts)
  })

  it('what was appended is there for a reader at once', async () => {
    const log = await logs.open()
    const writer = await log.openWriter('test')
    for (let i = 1; i <= 30; i += 1) {
      await writer.append([record('in', 'k', `${i}`)])
      expect((await readFrom(log, 'in')).length).toBe(i)
    }
  })

  describe('what others have written', () => {
    it('is read when it is compressed with gzip', async () => {
      const log = await logs.open()
      const producer = await logs.producer('gzip')
      const transaction = await producer.transaction()
      await transaction.send({
        topic: `${logs.prefix}in`,
        compression: CompressionTypes.GZIP,
        messages: ['a', 'b', 'c'].map((value) => ({ key: null, value, headers: { h: 'x' } })),
      })
      await transaction.commit()
      expect(textsOf(await readFrom(log, 'in'))).toEqual(['a', 'b', 'c'])
      expect(textsOf(await readFrom(log, 'in', 1))).toEqual(['b', 'c'])
    })

    it.each(['snappy', 'lz4', 'zstd'])(
      'ends a group loudly when it is compressed with %s',
      async (codec) => {
        const log = await logs.open()
        await append(log, ['a'])
        await logs.alterTopic('in', { 'compression.type': codec })
        const fatal: Error[] = []
        await logs.collect(log, 'group', [], fatal)
        await until(async () => {
          await append(log, ['b', 'c'])
          return fatal.length > 0
        })
        expect(fatal[0]?.message).toMatch(new RegExp(`in/0 at offset \\d+ holds .*${codec}`))
        await expect(readFrom(log, 'in')).rejects.toThrow(`compressed with ${codec}`)
        await expect(logs.open()).rejects.toThrow(`compression.type is ${codec}, must be producer`)
      },
    )

    it('is read though it is larger than what we write; we refuse to write it', async () => {
      await logs.createTopic('in', { 'max.message.bytes': '8000000' })
      const log = await logs.open()
      const big = 'x'.repeat(5_000_000)
      const producer = await logs.producer('big')
      const transaction = await producer.transaction()
      await transaction.send({ topic: `${logs.prefix}in`, messages: [{ value: big }] })
      await transaction.commit()
      const seen: LogRecord[] = []
      await logs.collect(log, 'group', seen)
      await eventually(async () => expect(seen.length).toBe(1))
      expect(seen[0]?.value.length).toBe(5_000_000)
      await expect(append(log, [big])).rejects.toThrow('has 5000000 bytes (limit 1000000)')
    })

    it('has the time at which the broker appended it, whatever its producer says', async () => {
      const log = await logs.open()
      const producer = await logs.producer('times')
      const transaction = await producer.transaction()
      await transaction.send({
        topic: `${logs.prefix}in`,
        messages: [{ value: 'a', timestamp: '1000' }],
      })
      await transaction.commit()
      const [found] = await readFrom(log, 'in')
      expect(found?.timestampMs).toBeGreaterThan(1_600_000_000_000)
    })
  })
})
