// Transactions whose connection is cut at the worst moment, and brokers that stop responding or lose state:
// acknowledged records are there once, and others are reported as failed or uncertain.
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { noFatal, record } from '../../contracts/event-log/subject.ts'
import { eventually, sleep } from '../../support/waiting.ts'
import { describeWithServers } from '../../support/servers/describe-with-servers.ts'
import { createKafkaLogs, readFrom, textsOf, type KafkaLogs } from './kafka-logs.ts'
import { requests, startCutKafka, type Cut, type CutKafka } from './kafka-proxy.ts'

await describeWithServers([], 'a log on Kafka over a wire that is cut', () => {
  let kafka: CutKafka
  beforeAll(async () => {
    kafka = await startCutKafka()
  })
  afterAll(() => kafka?.stop())

  let logs: KafkaLogs
  const connect = (parameters = ''): KafkaLogs =>
    (logs = createKafkaLogs(kafka.brokers, parameters))
  afterEach(async () => {
    kafka.cut(0, 'before', 0)
    kafka.silence(false)
    await logs.close()
  })

  const moments: [string, number, Cut][] = [
    ['before the records get there', requests.produce, 'before'],
    ['after the records got there', requests.produce, 'after'],
    ['before the positions get there', requests.commit, 'before'],
    ['before the commit gets there', requests.endTransaction, 'before'],
    ['after the commit got there', requests.endTransaction, 'after'],
  ]

  describe('an append', () => {
    it.each(moments)('is there once when the wire is cut %s', async (_what, apiKey, when) => {
      const log = await connect().open()
      const writer = await log.openWriter('test')
      await writer.append([record('in', 'k', '0')])
      for (let i = 1; i <= 4; i += 1) {
        kafka.cut(apiKey, when, 1)
        await writer.append([record('in', 'k', `${i}`), record('out', 'k', `${i}`)])
        expect(kafka.left()).toBe(0)
      }
      expect(textsOf(await readFrom(log, 'in'))).toEqual(['0', '1', '2', '3', '4'])
      expect(textsOf(await readFrom(log, 'out'))).toEqual(['1', '2', '3', '4'])
    })

    it('that fails for good reports whether it may be durable, and is durable or not', async () => {
      const log = await connect().open()
      const writer = await log.openWriter('test')
      await writer.append([record('in', 'k', '0')])
      kafka.cut(requests.endTransaction, 'before', 100)
      await expect(writer.append([record('in', 'k', '1')])).rejects.toMatchObject({
        name: 'LogError',
        retriable: true,
        unknown: true,
      })
      kafka.cut(0, 'before', 0)
      await writer.append([record('in', 'k', '2')])
      expect(textsOf(await readFrom(log, 'in'))).toEqual(['0', '2'])
    })
  })

  describe('a member of a group', () => {
    it.each(moments)('emits once when the wire is cut %s', async (_what, apiKey, when) => {
      const log = await connect().open()
      const writer = await log.openWriter('test')
      const all = Array.from({ length: 60 }, (_, i) => `${i}`)
      await writer.append(all.map((text) => record('in', 'k', text)))
      await writer.close()
      let calls = 0
      const subscription = await log.subscribe(
        { group: `${logs.prefix}group`, topics: ['in'], maxRecords: 5, onFatal: noFatal },
        async (batch) => {
          calls += 1
          if (calls % 3 === 0) kafka.cut(apiKey, when, 1)
          return batch.map((r) => ({ ...r, topic: 'out' }))
        },
      )
      await eventually(async () => expect(textsOf(await readFrom(log, 'out'))).toEqual(all))
      expect(calls).toBeGreaterThanOrEqual(12)
      kafka.cut(0, 'before', 0)
      await subscription.stop()
      expect(textsOf(await readFrom(log, 'out'))).toEqual(all)
    })
  })

  it('emits once though the broker that took the positions has lost them', async () => {
    const log = await connect().open()
    const group = `${logs.prefix}group`
    const subscribe = () =>
      log.subscribe({ group, topics: ['in'], maxRecords: 1, onFatal: noFatal }, async (batch) =>
        batch.map((r) => ({ ...r, topic: 'out' })),
      )
    // without transactions: behind a marker the position moves once more, by itself
    const producer = logs.kafka.producer()
    await producer.connect()
    const send = (value: string) =>
      producer.send({ topic: `${logs.prefix}in`, messages: [{ key: 'k', value }] })
    await send('0')
    kafka.losePositions(group)
    const first = await subscribe()
    await eventually(async () => expect(textsOf(await readFrom(log, 'out'))).toEqual(['0']))
    expect(kafka.left()).toBe(0)
    await first.stop()
    await send('1')
    await producer.disconnect()
    const second = await subscribe()
    await eventually(async () => expect((await readFrom(log, 'out')).length).toBeGreaterThan(1))
    await second.stop()
    expect(textsOf(await readFrom(log, 'out'))).toEqual(['0', '1'])
  })

  it('goes on by itself when a broker that took and never answered is back', async () => {
    const log = await connect('session=5').open()
    const seen: string[] = []
    const follower = await log.follow({ topic: 'out', onFatal: noFatal }, async (batch) => {
      seen.push(...textsOf(batch))
    })
    const subscription = await log.subscribe(
      { group: `${logs.prefix}group`, topics: ['in'], onFatal: noFatal },
      async (batch) => batch.map((r) => ({ ...r, topic: 'out' })),
    )
    const writer = await log.openWriter('test')
    await writer.append([record('in', 'k', '0')])
    await eventually(async () => expect(seen).toEqual(['0']))
    kafka.silence(true)
    const late = writer.append([record('in', 'k', '1')])
    await sleep(8_000)
    kafka.silence(false)
    await late
    await writer.append([record('in', 'k', '2')])
    await eventually(async () => expect(seen).toEqual(['0', '1', '2']))
    await subscription.stop()
    await follower.stop()
    expect(textsOf(await readFrom(log, 'out'))).toEqual(['0', '1', '2'])
  })
})
