// Clusters of a test's own: what tests of broken brokers take for granted.
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { Kafka, logLevel, type Admin } from 'kafkajs'
import { eventually } from '../../support/waiting.ts'
import { describeWithServers } from '../../support/servers/describe-with-servers.ts'
import { startKafkaCluster, type KafkaCluster } from '../../../tools/servers/kafka-cluster.ts'

await describeWithServers([], 'a cluster of three', () => {
  let cluster: KafkaCluster
  let kafka: Kafka
  let admin: Admin

  beforeAll(async () => {
    cluster = await startKafkaCluster({ brokers: 3 })
    kafka = new Kafka({
      brokers: [...cluster.addresses],
      logLevel: logLevel.NOTHING,
      requestTimeout: 1_000,
      retry: { initialRetryTime: 50, maxRetryTime: 500, retries: 30 },
    })
    admin = kafka.admin()
    await admin.connect()
    await admin.createTopics({
      topics: [{ topic: 'kept', numPartitions: 3 }],
      waitForLeaders: true,
    })
  })

  /** Of each partition. */
  async function countInSync(): Promise<number[] | undefined> {
    const { topics } = await admin.fetchTopicMetadata({ topics: ['kept'] })
    return topics[0]?.partitions.map(({ isr }) => isr.length)
  }

  afterAll(async () => {
    await admin.disconnect()
    await cluster.stop()
  })

  it('loses nothing when each of its brokers is killed and comes back', async () => {
    const producer = kafka.producer({ idempotent: true, maxInFlightRequests: 1 })
    await producer.connect()
    for (const id of [1, 2, 3]) {
      await cluster.broker(id).kill()
      for (const partition of [0, 1, 2])
        await producer.send({ topic: 'kept', messages: [{ value: `without ${id}`, partition }] })
      await cluster.broker(id).restart()
      await cluster.waitUntilInSync()
      expect(await countInSync()).toEqual([3, 3, 3])
    }
    await producer.disconnect()
    const offsets = await admin.fetchTopicOffsets('kept')
    expect(offsets.map(({ high }) => high)).toEqual(['3', '3', '3'])
  })

  it('can have a silent broker, which is missed, and goes on', async () => {
    cluster.broker(2).signal('SIGSTOP')
    await eventually(async () => expect(await countInSync()).toEqual([2, 2, 2]))
    cluster.broker(2).signal('SIGCONT')
    await cluster.waitUntilInSync()
    expect(await countInSync()).toEqual([3, 3, 3])
  })

  it('does not wait for a broker that was not restarted', async () => {
    await cluster.broker(3).kill()
    await expect(cluster.waitUntilInSync()).rejects.toThrow('does not run')
    await expect(cluster.broker(1).restart()).rejects.toThrow('kill it first')
  })
})

await describeWithServers([], 'a single broker', () => {
  it('starts at another port where the first is in use', async () => {
    const usedPorts = createServer()
    const cluster = await startKafkaCluster({
      brokers: 1,
      prepare: async (_folder, [ports]) => {
        if (!usedPorts.listening)
          await once(usedPorts.listen(ports?.client, '127.0.0.1'), 'listening')
        return { properties: {}, formatArguments: [] }
      },
    })
    const { port } = usedPorts.address() as AddressInfo
    expect(cluster.addresses).not.toEqual([`127.0.0.1:${port}`])
    await cluster.stop()
    usedPorts.close()
  })

  it('says why it does not start', async () => {
    const prepare = async () => ({ properties: { 'num.io.threads': '0' }, formatArguments: [] })
    await expect(startKafkaCluster({ brokers: 1, prepare })).rejects.toThrow('num.io.threads')
  })
})
