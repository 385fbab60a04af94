// Members of a group and their handlers, on a real broker. docs/kafka.md lists each defect of kafkajs with
// its workaround.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { noFatal, numbered, record } from '../../contracts/event-log/subject.ts'
import { eventually, never, sleep } from '../../support/waiting.ts'
import { describeWithServers } from '../../support/servers/describe-with-servers.ts'
import { append, createKafkaLogs, readFrom, textsOf, type KafkaLogs } from './kafka-logs.ts'

await describeWithServers(['kafka'], 'members of groups on Kafka', ({ kafka }) => {
  let logs: KafkaLogs
  beforeEach(() => {
    logs = createKafkaLogs(kafka.brokers)
  })
  afterEach(() => logs.close())

  describe('a transactional id that another process uses', () => {
    it('costs a member that task for a moment, and no record', async () => {
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
      // the id without the name: no process that opened the writer
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
})
