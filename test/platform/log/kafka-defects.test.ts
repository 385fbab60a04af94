// What kafkajs does and Kafka allows that would break the port, one test for each, on a real broker.
// docs/kafka.md names each of them with its cure.
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import kafkajs from 'kafkajs'
import type { EventLog, LogRecord } from '../../../services/platform/log/port.ts'
import { noFatal, numbered, record } from '../../contracts/event-log/subject.ts'
import { eventually, never, sleep } from '../../contracts/waiting.ts'
import { describeWithServers } from '../../support/servers/describe-with-servers.ts'
import { createKafkaLogs, readFrom, textsOf, type KafkaLogs } from './kafka-logs.ts'

jest.setTimeout(60_000) // a real broker on a busy machine

await describeWithServers(['kafka'], 'Kafka and kafkajs', ({ kafka }) => {
  let logs: KafkaLogs
  beforeEach(() => {
    logs = createKafkaLogs(kafka.brokers)
  })
  afterEach(() => logs.close())

  const append = async (log: EventLog, texts: readonly string[], topic = 'in'): Promise<void> => {
    const writer = await log.openWriter('test')
    await writer.append(
      texts.map((text) => ({ topic, key: null, partition: 0, value: Buffer.from(text) })),
    )
    await writer.close()
  }
  const collect = (log: EventLog, group: string, seen: LogRecord[], fatal: Error[] = []) =>
    log.subscribe(
      { group: logs.prefix + group, topics: ['in'], onFatal: (error) => fatal.push(error) },
      async (batch) => {
        seen.push(...batch)
        return []
      },
    )

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
      await collect(log, 'group', seen)
      await eventually(async () => expect(textsOf(seen)).toEqual([...committed, 'last']))
    })
  })

  it('an append of which one part was refused leaves nothing of the others', async () => {
    const log = await logs.open()
    const writer = await log.openWriter('test')
    await alterTopic('out', { 'max.message.bytes': '10000' })
    const good = record('in', 'k', 'good')
    await expect(
      writer.append([good, record('out', 'k', 'x'.repeat(20_000))]),
    ).rejects.toMatchObject({
      name: 'LogError',
      retriable: false,
      unknown: false,
    })
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

  describe('the end of a topic behind markers and aborted records', () => {
    async function abortTen(): Promise<void> {
      const producer = await logs.producer('aborts')
      const transaction = await producer.transaction()
      const messages = Array.from({ length: 10 }, () => ({ value: 'aborted' }))
      await transaction.send({ topic: `${logs.prefix}in`, messages })
      await transaction.abort()
    }

    it('is reached by a reader and by a follower', async () => {
      const log = await logs.open()
      await append(log, ['a', 'b'])
      await abortTen()
      expect(textsOf(await readFrom(log, 'in'))).toEqual(['a', 'b'])
      const seen: LogRecord[] = []
      const follower = await log.follow({ topic: 'in', onFatal: noFatal }, async (batch) => {
        seen.push(...batch)
      })
      expect(textsOf(seen)).toEqual(['a', 'b'])
      await follower.stop()
    })

    it('is no lag of a group, though nothing comes any more', async () => {
      const log = await logs.open()
      await append(log, ['a', 'b'])
      const seen: LogRecord[] = []
      const subscription = await collect(log, 'group', seen)
      await eventually(async () => expect(seen.length).toBe(2))
      await abortTen()
      const behind = async () => (await log.lag(`${logs.prefix}group`, ['in']))[0]?.behind
      await eventually(async () => expect(await behind()).toBe(0))
      await subscription.stop()
      expect(await behind()).toBe(0)
    })
  })

  it('what was appended is there for a reader at once', async () => {
    const log = await logs.open()
    const writer = await log.openWriter('test')
    for (let i = 1; i <= 30; i += 1) {
      await writer.append([record('in', 'k', `${i}`)])
      expect((await readFrom(log, 'in')).length).toBe(i)
    }
  })

  describe('a position that the log does not hold', () => {
    const deleteBelow = async (offset: number): Promise<void> => {
      const admin = logs.kafka.admin()
      await admin.connect()
      await admin.fetchTopicOffsets(`${logs.prefix}in`) // or it does not know whom to ask
      await admin.deleteTopicRecords({
        topic: `${logs.prefix}in`,
        partitions: [{ partition: 0, offset: `${offset}` }],
      })
      await admin.disconnect()
    }

    it('ends a group loudly, and is not jumped over', async () => {
      const log = await logs.open()
      await append(log, ['a', 'b', 'c'])
      const first: LogRecord[] = []
      const subscription = await collect(log, 'group', first)
      await eventually(async () => expect(first.length).toBe(3))
      await subscription.stop()
      const [before] = await log.lag(`${logs.prefix}group`, ['in'])
      await append(log, ['d', 'e', 'f', 'g'])
      await deleteBelow(6)
      const seen: LogRecord[] = []
      const fatal: Error[] = []
      await collect(log, 'group', seen, fatal)
      await eventually(async () => expect(fatal.length).toBe(1))
      expect(fatal[0]).toMatchObject({ retriable: false })
      expect(fatal[0]?.message).toMatch(/stands at offset 4 of .*in\/0.* 6 to 9.* removed before/)
      expect(seen).toEqual([])
      const [after] = await log.lag(`${logs.prefix}group`, ['in'])
      expect(after?.position).toBe(before?.position)
    })

    it('ends a group loudly also where the log ends before it', async () => {
      const log = await logs.open()
      await append(log, ['a', 'b', 'c'])
      const seen: LogRecord[] = []
      const subscription = await collect(log, 'group', seen)
      await eventually(async () => expect(seen.length).toBe(3))
      await subscription.stop()
      await log.close()
      const admin = logs.kafka.admin()
      await admin.connect()
      await admin.deleteTopics({ topics: [`${logs.prefix}in`] })
      await admin.disconnect()
      // deleting a topic takes its positions along: the state of one restored from elsewhere
      const again = await eventuallyOpen()
      await append(again, ['x'])
      await setPosition(`${logs.prefix}group`, 4)
      const fatal: Error[] = []
      await collect(again, 'group', seen, fatal)
      await eventually(async () => expect(fatal[0]?.message).toMatch(/offset 4 .* made anew/))
      expect(seen.length).toBe(3)
    })

    it('is where a group without a position does not begin: it begins at the oldest record', async () => {
      const log = await logs.open()
      await append(log, ['a', 'b', 'c'])
      await deleteBelow(2)
      const seen: LogRecord[] = []
      await collect(log, 'group', seen)
      await eventually(async () => expect(textsOf(seen)).toEqual(['c']))
    })

    it('ends a follower loudly that has begun', async () => {
      const log = await logs.open()
      await append(log, ['a'])
      const fatal: Error[] = []
      const seen: LogRecord[] = []
      let release: () => void = () => undefined
      const gate = new Promise<void>((resolve) => (release = resolve))
      const big = 'x'.repeat(900_000)
      const follower = await log.follow(
        { topic: 'in', maxRecords: 1, onFatal: (error) => fatal.push(error) },
        async (batch) => {
          if (seen.length === 1) await gate
          seen.push(...batch)
        },
      )
      // more than it reads ahead
      try {
        for (let i = 0; i < 12; i += 1) await append(log, [big])
        await deleteBelow(20)
      } finally {
        release()
      }
      await eventually(async () => expect(fatal[0]?.message).toMatch(/removed before/))
      expect(seen.length).toBeLessThan(12)
      await follower.stop()
    })

    async function eventuallyOpen(): Promise<EventLog> {
      let log: EventLog | null = null
      await eventually(async () => {
        log = await logs.open()
      })
      if (!log) throw new Error('not open')
      return log
    }

    async function setPosition(group: string, offset: number): Promise<void> {
      const admin = logs.kafka.admin()
      await admin.connect()
      await admin.setOffsets({
        groupId: group,
        topic: `${logs.prefix}in`,
        partitions: [{ partition: 0, offset: `${offset}` }],
      })
      await admin.disconnect()
    }
  })

  it('a member begins where the group stands when it has the lane, not where it stood at the join', async () => {
    const log = await logs.open()
    const group = `${logs.prefix}group`
    const seen: LogRecord[] = []
    await collect(log, 'group', seen)
    // it has joined, and waits for records
    const admin = logs.kafka.admin()
    await admin.connect()
    await eventually(async () => {
      const { groups } = await admin.describeGroups([group])
      expect(groups[0]?.state).toBe('Stable')
    })
    await admin.disconnect()
    await sleep(300)
    // what the owner before had begun ends: ten records are there, and five of them are done
    const before = await logs.producer('before')
    const transaction = await before.transaction()
    const messages = Array.from({ length: 10 }, (_, i) => ({ value: `${i}` }))
    await transaction.sendOffsets({
      consumerGroupId: group,
      topics: [{ topic: `${logs.prefix}in`, partitions: [{ partition: 0, offset: '5' }] }],
    })
    await transaction.send({ topic: `${logs.prefix}in`, messages })
    await transaction.commit()
    await eventually(async () => expect(textsOf(seen).at(-1)).toBe('9'))
    expect(textsOf(seen)).toEqual(['5', '6', '7', '8', '9'])
  })

  describe('a transactional id that somebody else has taken', () => {
    it('costs a member that lane for a moment, and no record', async () => {
      const log = await logs.open({
        in: { partitions: 2, cleanup: 'delete', retentionMs: Infinity },
        out: { partitions: 2, cleanup: 'delete', retentionMs: Infinity },
      })
      const group = `${logs.prefix}group`
      const writer = await log.openWriter('test')
      const put = (from: number) =>
        writer.append(
          [0, 1].flatMap((partition) =>
            Array.from({ length: 20 }, (_, i) => ({
              topic: 'in',
              key: null,
              partition,
              value: Buffer.from(`${from + i}`),
            })),
          ),
        )
      let isHeld = false
      let isWaiting = false
      const subscription = await log.subscribe(
        { group, topics: ['in'], maxRecords: 3, onFatal: noFatal },
        async (batch, signal) => {
          while (isHeld && !signal.aborted) {
            isWaiting = true
            await sleep(10)
          }
          return batch.map((r) => ({ ...r, topic: 'out' }))
        },
      )
      const thief = logs.kafka.producer({
        transactionalId: `${group}/0`,
        idempotent: true,
        maxInFlightRequests: 1,
      })
      await thief.connect()
      await put(0)
      await eventually(async () => expect((await readFrom(log, 'out')).length).toBe(20))
      isHeld = true
      await put(20)
      await eventually(async () => expect(isWaiting).toBe(true))
      // a zombie's transaction: it would set the group back, and emits what was emitted
      const zombie = await thief.transaction()
      await zombie.sendOffsets({
        consumerGroupId: group,
        topics: [{ topic: `${logs.prefix}in`, partitions: [{ partition: 0, offset: '1' }] }],
      })
      await zombie.send({
        topic: `${logs.prefix}out`,
        messages: [{ value: 'zombie', partition: 0 }],
      })
      isHeld = false
      const all = Array.from({ length: 40 }, (_, i) => `${i}`)
      await eventually(async () => expect(textsOf(await readFrom(log, 'out', 0, 1))).toEqual(all))
      await eventually(async () => expect(textsOf(await readFrom(log, 'out'))).toEqual(all))
      await expect(zombie.commit()).rejects.toThrow()
      await thief.disconnect()
      await subscription.stop()
      expect(textsOf(await readFrom(log, 'out'))).toEqual(all)
    })

    it('is given back to a writer who had it by right', async () => {
      const log = await logs.open()
      const writer = await log.openWriter('test')
      await writer.append([record('in', 'k', 'a')])
      // the id without the name: not somebody who opened the writer
      const thief = await logs.producer('writers/test')
      await (await thief.transaction()).abort()
      await writer.append([record('in', 'k', 'b')])
      await writer.append([record('in', 'k', 'c')])
      expect(textsOf(await readFrom(log, 'in'))).toEqual(['a', 'b', 'c'])
    })
  })

  describe('a handler', () => {
    it('that throws a TypeError gets its records again: nothing ends in silence', async () => {
      const log = await logs.open()
      await append(log, ['a'])
      let calls = 0
      await log.subscribe(
        { group: `${logs.prefix}group`, topics: ['in'], onFatal: noFatal },
        async (batch) => {
          calls += 1
          if (calls < 4) throw new TypeError('cannot read properties of undefined')
          return batch.map((r) => ({ ...r, topic: 'out' }))
        },
      )
      await eventually(async () => expect(textsOf(await readFrom(log, 'out'))).toEqual(['a']))
    })

    it('may stop its own subscription, and its work counts', async () => {
      const log = await logs.open()
      await append(log, ['a', 'b'])
      const stops: Promise<void>[] = []
      let calls = 0
      const subscription = await log.subscribe(
        { group: `${logs.prefix}group`, topics: ['in'], maxRecords: 1, onFatal: noFatal },
        async (batch) => {
          calls += 1
          stops.push(subscription.stop())
          await sleep(20)
          return batch.map((r) => ({ ...r, topic: 'out' }))
        },
      )
      await eventually(async () => expect(stops.length).toBe(1))
      await Promise.all(stops)
      expect(textsOf(await readFrom(log, 'out'))).toEqual(['a'])
      await never(() => calls > 1)
    })

    it('that holds a batch for longer than a session keeps its place', async () => {
      logs = createKafkaLogs(kafka.brokers, 'session=1')
      const log = await logs.open()
      await append(log, ['a', 'b'])
      const clashes: string[] = []
      let running = 0
      const join = () =>
        log.subscribe(
          { group: `${logs.prefix}group`, topics: ['in'], maxRecords: 1, onFatal: noFatal },
          async (batch) => {
            running += 1
            if (running > 1) clashes.push(...textsOf(batch))
            await sleep(2_500)
            running -= 1
            return batch.map((r) => ({ ...r, topic: 'out' }))
          },
        )
      await join()
      await join()
      await eventually(async () => expect(textsOf(await readFrom(log, 'out'))).toEqual(['a', 'b']))
      expect(clashes).toEqual([])
    })
  })

  describe('a sink, which lingers', () => {
    it('gets the records of all partitions together, and its dead letters go in once', async () => {
      const log = await logs.open({
        in: { partitions: 6, cleanup: 'delete', retentionMs: Infinity },
        out: { partitions: 1, cleanup: 'delete', retentionMs: Infinity },
      })
      const writer = await log.openWriter('test')
      await writer.append(numbered('in', 300, 40))
      const partitions: number[] = []
      const rows = new Set<string>()
      const subscription = await log.subscribe(
        { group: `${logs.prefix}group`, topics: ['in'], lingerMs: 50, onFatal: noFatal },
        async (batch) => {
          partitions.push(new Set(batch.map((r) => r.partition)).size)
          for (const r of batch) rows.add(r.value.toString())
          return batch
            .filter((r) => Number(r.value.toString()) % 100 === 99)
            .map((r) => ({ topic: 'out', key: null, partition: 0, value: r.value }))
        },
      )
      const behind = async () =>
        (await log.lag(`${logs.prefix}group`, ['in'])).reduce((sum, l) => sum + l.behind, 0)
      await eventually(async () => expect(await behind()).toBe(0))
      expect(rows.size).toBe(300)
      expect(Math.max(...partitions)).toBeGreaterThan(1)
      expect(textsOf(await readFrom(log, 'out')).toSorted()).toEqual(['199', '299', '99'])
      await subscription.stop()
    })
  })

  describe('what others have written', () => {
    it('is read when it is compressed with gzip', async () => {
      const log = await logs.open()
      const producer = await logs.producer('gzip')
      const transaction = await producer.transaction()
      await transaction.send({
        topic: `${logs.prefix}in`,
        compression: kafkajs.CompressionTypes.GZIP,
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
        await alterTopic('in', { 'compression.type': codec })
        await append(log, ['b', 'c'])
        const seen: LogRecord[] = []
        const fatal: Error[] = []
        await collect(log, 'group', seen, fatal)
        await eventually(async () => expect(fatal.length).toBe(1))
        expect(fatal[0]?.message).toMatch(new RegExp(`in/0 at offset 2 holds .*${codec}`))
        await expect(readFrom(log, 'in')).rejects.toThrow(`compressed with ${codec}`)
        await expect(logs.open()).rejects.toThrow(`compression.type is ${codec}, must be producer`)
      },
    )

    it('is read though it is larger than what we write; we refuse to write it', async () => {
      const log = await logs.open()
      await alterTopic('in', { 'max.message.bytes': '8000000' })
      const big = 'x'.repeat(5_000_000)
      const producer = await logs.producer('big')
      const transaction = await producer.transaction()
      await transaction.send({ topic: `${logs.prefix}in`, messages: [{ value: big }] })
      await transaction.commit()
      const seen: LogRecord[] = []
      await collect(log, 'group', seen)
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

  async function alterTopic(
    topic: string,
    config: Readonly<Record<string, string>>,
  ): Promise<void> {
    const admin = logs.kafka.admin()
    await admin.connect()
    const configEntries = Object.entries({
      'message.timestamp.type': 'LogAppendTime',
      'retention.ms': '-1',
      ...config,
    }).map(([name, value]) => ({ name, value }))
    await admin.alterConfigs({
      validateOnly: false,
      resources: [
        { type: kafkajs.ConfigResourceTypes.TOPIC, name: logs.prefix + topic, configEntries },
      ],
    })
    await admin.disconnect()
    await sleep(200) // the broker applies it a moment after it has answered
  }
})
