// A log on three brokers that are killed one after the other.
import { createRequire } from 'node:module'
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals'
import type { TopicSettings } from '../../../services/lib/log/port.ts'
import { noFatal } from '../../contracts/event-log/subject.ts'
import { eventually, sleep } from '../../support/waiting.ts'
import { describeWithServers } from '../../support/servers/describe-with-servers.ts'
import { startKafkaCluster, type KafkaCluster } from '../../../tools/servers/kafka-cluster.ts'
import { createKafkaLogs, readFrom, textsOf, type KafkaLogs } from './kafka-logs.ts'

const partitions = 3
const sends = 25
const topics: TopicSettings = {
  in: { partitions, cleanup: 'delete', retentionMs: Infinity },
  out: { partitions, cleanup: 'delete', retentionMs: Infinity },
}

interface Pool {
  readonly pool: readonly { readonly port: number }[]
}

interface Exchange {
  readonly request: { readonly apiName: string }
}

await describeWithServers([], 'a log on three Kafka brokers', () => {
  let cluster: KafkaCluster
  beforeAll(async () => {
    cluster = await startKafkaCluster({ brokers: 3 })
  })
  afterAll(() => cluster?.stop())

  let logs: KafkaLogs
  afterEach(async () => {
    isWriting = false
    await logs.close()
  })
  let isWriting = false

  const numbered = (partition: number, n: number) => ({
    topic: 'in',
    key: null,
    partition,
    value: Buffer.from(`${n}`),
  })

  it('does not take an append for done of which a dying broker never took its part', async () => {
    logs = createKafkaLogs(cluster.addresses, 'replication=3')
    const log = await logs.open(topics)
    const victim = await leaderOf(logs, 0)
    expect(new Set(await leadersOf(logs)).size).toBeGreaterThan(1)
    const writer = await log.openWriter(await nameBeyond(logs, victim))
    // as many sends as records of a partition: one of them is under way when the broker falls silent
    const value = Buffer.alloc(800_000)
    const everywhere = Array.from({ length: sends }, (_, i) =>
      [0, 1, 2].map((p) => ({ ...numbered(p, i), value })),
    ).flat()
    const appended = writer.append(everywhere)
    await sleep(400)
    cluster.broker(victim).signal('SIGSTOP')
    await sleep(500)
    await cluster.broker(victim).kill()
    await appended
    await cluster.broker(victim).restart()
    await cluster.waitUntilInSync()
    expect(await countAll()).toEqual([sends, sends, sends])

    async function countAll(): Promise<number[]> {
      return Promise.all([0, 1, 2].map(async (p) => (await readFrom(log, 'in', 0, p)).length))
    }
  })

  it('writes once what one broker took while another one failed', async () => {
    logs = createKafkaLogs(cluster.addresses, 'replication=3')
    const log = await logs.open(topics)
    const writer = await log.openWriter('test')
    const victim = await leaderOf(logs, 0)
    const port = Number(cluster.addresses[victim - 1]?.split(':')[1])
    const { prototype } = createRequire(import.meta.url)('kafkajs/src/network/connectionPool') as {
      prototype: { send: (this: Pool, exchange: Exchange) => Promise<unknown> }
    }
    const { send } = prototype
    let failures = 0
    prototype.send = async function (exchange) {
      if (exchange.request.apiName !== 'Produce') return send.call(this, exchange)
      if (this.pool[0]?.port === port && failures === 0) {
        failures += 1
        throw new Error('cut by the test')
      }
      const answer = await send.call(this, exchange)
      await sleep(300) // so the others answer when it has begun to be done again
      return answer
    }
    try {
      await writer.append([0, 1, 2].map((p) => numbered(p, 1)))
    } finally {
      prototype.send = send
    }
    expect(failures).toBe(1)
    for (const p of [0, 1, 2]) expect(textsOf(await readFrom(log, 'in', 0, p))).toEqual(['1'])
  })

  it('goes on, and loses and repeats nothing, whichever of them dies', async () => {
    logs = createKafkaLogs(cluster.addresses, 'replication=3&session=3')
    const log = await logs.open(topics)
    const group = `${logs.prefix}group`
    const writer = await log.openWriter('test')
    const subscription = await log.subscribe(
      { group, topics: ['in'], maxRecords: 20, onFatal: noFatal },
      async (batch) => batch.map((r) => ({ ...r, topic: 'out' })),
    )
    const followed: string[] = []
    const follower = await log.follow({ topic: 'out', onFatal: noFatal }, async (batch) => {
      followed.push(...batch.map((r) => `${r.partition} ${r.value.toString()}`))
    })
    isWriting = true
    let last = 0
    const writing = (async () => {
      while (isWriting) {
        last += 1
        await writer.append([0, 1, 2].map((p) => numbered(p, last)))
        await sleep(5)
      }
    })()
    for (const victim of [await coordinatorOf(logs, group), 1, 2, 3]) {
      await sleep(500)
      const then = last
      await cluster.broker(victim).kill()
      const goesOn = eventually(async () => expect(last).toBeGreaterThan(then + 20))
      await Promise.race([goesOn, writing]) // writing rejects as soon as an append fails
      await cluster.broker(victim).restart()
      await cluster.waitUntilInSync()
    }
    isWriting = false
    await writing
    const all = Array.from({ length: last }, (_, i) => `${i + 1}`)
    for (const p of [0, 1, 2]) {
      expect(textsOf(await readFrom(log, 'in', 0, p))).toEqual(all)
      await eventually(async () =>
        expect((await readFrom(log, 'out', 0, p)).length).toBeGreaterThanOrEqual(all.length),
      )
    }
    await subscription.stop()
    for (const p of [0, 1, 2]) {
      expect(textsOf(await readFrom(log, 'out', 0, p))).toEqual(all)
      const ofPartition = followed.filter((line) => line.startsWith(`${p} `))
      expect(ofPartition).toEqual(all.map((text) => `${p} ${text}`))
    }
    await follower.stop()
  })

  async function leadersOf(logs: KafkaLogs): Promise<number[]> {
    const admin = logs.kafka.admin()
    await admin.connect()
    const { topics: found } = await admin.fetchTopicMetadata({ topics: [`${logs.prefix}in`] })
    await admin.disconnect()
    const leaders: number[] = []
    for (const p of found[0]?.partitions ?? []) leaders[p.partitionId] = p.leader
    return leaders
  }

  async function leaderOf(logs: KafkaLogs, partition: number): Promise<number> {
    return (await leadersOf(logs))[partition] ?? 0
  }

  /** A writer whose coordinators are other brokers: what dies is only what it writes to. */
  async function nameBeyond(logs: KafkaLogs, victim: number): Promise<string> {
    for (let i = 0; i < 100; i += 1) {
      const id = `${logs.prefix}writers/${i}`
      const coordinators = [
        await coordinatorOf(logs, id),
        await coordinatorOf(logs, id, '__transaction_state'),
      ]
      if (!coordinators.includes(victim)) return `${i}`
    }
    throw new Error('no such name')
  }

  /** The leader of the partition that the name of a group or a transactional id hashes to. */
  async function coordinatorOf(
    logs: KafkaLogs,
    name: string,
    topic = '__consumer_offsets',
  ): Promise<number> {
    let hash = 0
    for (const letter of name) hash = (Math.imul(31, hash) + letter.charCodeAt(0)) | 0
    const admin = logs.kafka.admin()
    await admin.connect()
    const { topics: found } = await admin.fetchTopicMetadata({ topics: [topic] })
    await admin.disconnect()
    const all = found[0]?.partitions ?? []
    return all.find((p) => p.partitionId === (hash & 0x7fffffff) % all.length)?.leader ?? 1
  }
})
