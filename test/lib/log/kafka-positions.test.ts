// Positions of readers and groups, and where they start, on a real broker. docs/kafka.md lists each pitfall
// with its workaround.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { EventLog, LogRecord } from '../../../services/lib/log/port.ts'
import { noFatal } from '../../contracts/event-log/subject.ts'
import { eventually, sleep } from '../../support/waiting.ts'
import { describeWithServers } from '../../support/servers/describe-with-servers.ts'
import { append, createKafkaLogs, readFrom, textsOf, type KafkaLogs } from './kafka-logs.ts'

await describeWithServers(['kafka'], 'positions on Kafka', ({ kafka }) => {
  let logs: KafkaLogs
  beforeEach(() => {
    logs = createKafkaLogs(kafka.brokers)
  })
  afterEach(() => logs.close())

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
      const subscription = await logs.collect(log, 'group', seen)
      await eventually(async () => expect(seen.length).toBe(2))
      await abortTen()
      const behind = async () => (await log.lag(`${logs.prefix}group`, ['in']))[0]?.behind
      await eventually(async () => expect(await behind()).toBe(0))
      await subscription.stop()
      expect(await behind()).toBe(0)
    })
  })

  describe('a position that the log does not hold', () => {
    const deleteBelow = async (offset: number): Promise<void> => {
      const admin = await logs.admin()
      await admin.fetchTopicOffsets(`${logs.prefix}in`) // or it does not know whom to ask
      await admin.deleteTopicRecords({
        topic: `${logs.prefix}in`,
        partitions: [{ partition: 0, offset: `${offset}` }],
      })
    }

    /** An append that was repeated leaves a transaction marker, so offsets are not known beforehand. */
    const offsetOf = async (log: EventLog, text: string): Promise<number> => {
      const record = (await readFrom(log, 'in')).find(({ value }) => value.toString() === text)
      if (!record) throw new Error(`no record ${text}`)
      return record.offset
    }

    it('ends a group loudly, and is not jumped over', async () => {
      const log = await logs.open()
      await append(log, ['a', 'b', 'c'])
      const first: LogRecord[] = []
      const subscription = await logs.collect(log, 'group', first)
      await eventually(async () => expect(first.length).toBe(3))
      await subscription.stop()
      const [before] = await log.lag(`${logs.prefix}group`, ['in'])
      await append(log, ['d', 'e', 'f', 'g'])
      const oldest = await offsetOf(log, 'f')
      await deleteBelow(oldest)
      const seen: LogRecord[] = []
      const fatal: Error[] = []
      await logs.collect(log, 'group', seen, fatal)
      await eventually(async () => expect(fatal.length).toBe(1))
      expect(fatal[0]).toMatchObject({ retriable: false })
      expect(fatal[0]?.message).toMatch(
        new RegExp(
          `stands at offset ${before?.position} of .*in/0.* ${oldest} to .* removed records before`,
        ),
      )
      expect(seen).toEqual([])
      const [after] = await log.lag(`${logs.prefix}group`, ['in'])
      expect(after?.position).toBe(before?.position)
    })

    it('ends a group loudly also where the log ends before it', async () => {
      const log = await logs.open()
      await append(log, ['a', 'b', 'c'])
      const seen: LogRecord[] = []
      const subscription = await logs.collect(log, 'group', seen)
      await eventually(async () => expect(seen.length).toBe(3))
      await subscription.stop()
      await log.close()
      const admin = await logs.admin()
      await admin.deleteTopics({ topics: [`${logs.prefix}in`] })
      // deleting a topic takes its positions along: the state of one restored from elsewhere
      const again = await eventuallyOpen()
      await append(again, ['x'])
      await setPosition(`${logs.prefix}group`, 4)
      const fatal: Error[] = []
      await logs.collect(again, 'group', seen, fatal)
      await eventually(async () => expect(fatal[0]?.message).toMatch(/offset 4 .* was recreated/))
      expect(seen.length).toBe(3)
    })

    it('is where a group without a position does not begin: it begins at the oldest record', async () => {
      const log = await logs.open()
      await append(log, ['a', 'b', 'c'])
      await deleteBelow(await offsetOf(log, 'c'))
      const seen: LogRecord[] = []
      await logs.collect(log, 'group', seen)
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
      const admin = await logs.admin()
      await admin.setOffsets({
        groupId: group,
        topic: `${logs.prefix}in`,
        partitions: [{ partition: 0, offset: `${offset}` }],
      })
    }
  })

  it('a member starts at the position of the group at the assignment, not at the join', async () => {
    const log = await logs.open()
    const group = `${logs.prefix}group`
    const seen: LogRecord[] = []
    await logs.collect(log, 'group', seen)
    // it has joined, and waits for records
    const admin = await logs.admin()
    await eventually(async () => {
      const { groups } = await admin.describeGroups([group])
      expect(groups[0]?.state).toBe('Stable')
    })
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
})
