// Waits until a Kafka test cluster is usable. Its coordinators load only after the brokers listen on their
// ports, and the first test would otherwise see errors that it has not caused.
import { createConnection } from 'node:net'
import { Kafka, logLevel, type Admin, type KafkaConfig } from 'kafkajs'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadKafkajsInternals } from '../../services/lib/log/kafka/kafkajs-internals.ts'

// A broker that recovers from kill -9 on a busy machine needs more than a minute.
const timeoutMs = 300_000
const topic = 'warm'
const probeRetry = { retries: 1, initialRetryTime: 50 }

/** Repeats `condition` until it is true. `goal`: for the error message. `checkAlive` throws when a broker has ended. */
async function waitUntil(
  goal: string,
  checkAlive: () => void,
  condition: () => Promise<boolean>,
): Promise<void> {
  const started = performance.now()
  let last: unknown
  for (;;) {
    checkAlive()
    try {
      if (await condition()) return
    } catch (error) {
      last = error
    }
    if (performance.now() - started > timeoutMs)
      throw new Error(`Kafka: not ${goal} within ${timeoutMs / 1_000} s`, { cause: last })
    await sleep(50)
  }
}

/** Resolves when all brokers run, and creating a topic, a transaction and a consumer group have worked. */
export async function waitUntilClusterWorks(
  brokers: readonly string[],
  checkAlive: () => void,
): Promise<void> {
  await withAdmin(brokers, async (admin) => {
    await waitUntil('complete', checkAlive, async () => {
      const { brokers: liveBrokers, controller } = await admin.describeCluster()
      return liveBrokers.length === brokers.length && controller !== null
    })
    await waitUntil('able to make a topic', checkAlive, async () => {
      await admin.createTopics({ waitForLeaders: true, topics: [{ topic }] })
      return true
    })
  })
  await waitUntilClusterInSync(brokers, checkAlive)
  const kafka = new Kafka(
    toClientConfig(brokers, { initialRetryTime: 50, maxRetryTime: 200, retries: 20 }),
  )
  await waitUntil('able to commit a transaction', checkAlive, () => commitOneTransaction(kafka))
  await waitUntil('able to read in a group', checkAlive, () => readOneRecord(kafka))
}

/**
 * Resolves when every broker knows that all brokers run and that all replicas are in sync, also of internal
 * topics. It asks every broker, because for up to 6 s after a kill the other brokers still count the killed
 * broker as in sync, and so does a broker that was frozen. A restarted broker opens its port only after the
 * others have noticed its end, so the ports are checked first.
 */
export async function waitUntilClusterInSync(
  brokers: readonly string[],
  checkAlive: () => void,
): Promise<void> {
  const cluster = loadKafkajsInternals().createCluster(toClientConfig(brokers, probeRetry))

  async function seesAllReplicasInSync(nodeId: number): Promise<boolean> {
    const broker = await cluster.findBroker({ nodeId }) // the first call fails, and makes the client learn the addresses of the brokers
    const { brokers: live, topicMetadata } = await broker.metadata([])
    const partitions = topicMetadata.flatMap(({ partitionMetadata }) => partitionMetadata)
    return (
      live.length === brokers.length &&
      partitions.every(({ isr, replicas }) => isr.length === replicas.length)
    )
  }

  try {
    await waitUntil('in sync', checkAlive, async () => {
      if (!(await Promise.all(brokers.map(isListening))).every(Boolean)) return false
      await cluster.connect()
      return (await Promise.all(brokers.map((_, i) => seesAllReplicasInSync(i + 1)))).every(Boolean)
    })
  } finally {
    await cluster.disconnect()
  }
}

async function commitOneTransaction(kafka: Kafka): Promise<boolean> {
  const producer = kafka.producer({
    transactionalId: 'warm',
    idempotent: true,
    maxInFlightRequests: 1,
  })
  try {
    await producer.connect()
    const transaction = await producer.transaction()
    await transaction.send({ topic, messages: [{ value: 'warm' }] })
    await transaction.sendOffsets({
      consumerGroupId: 'warm-offsets',
      topics: [{ topic, partitions: [{ partition: 0, offset: '0' }] }],
    })
    await transaction.commit()
    return true
  } finally {
    await producer.disconnect()
  }
}

async function readOneRecord(kafka: Kafka): Promise<boolean> {
  const consumer = kafka.consumer({ groupId: 'warm-group', maxWaitTimeInMs: 100 })
  try {
    await consumer.connect()
    await consumer.subscribe({ topic, fromBeginning: true })
    await new Promise<void>((resolve, reject) => {
      consumer.on('consumer.crash', ({ payload }) => reject(payload.error))
      consumer.run({ eachMessage: async () => resolve() }).catch(reject)
    })
    return true
  } finally {
    await consumer.disconnect()
  }
}

function isListening(address: string): Promise<boolean> {
  const { hostname, port } = new URL(`tcp://${address}`)
  return new Promise((resolve) => {
    const socket = createConnection(Number(port), hostname)
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}

async function withAdmin(
  brokers: readonly string[],
  useAdmin: (admin: Admin) => Promise<void>,
): Promise<void> {
  const admin = new Kafka(toClientConfig(brokers, probeRetry)).admin()
  try {
    await admin.connect().catch(() => {}) // ignored: without a connection, the calls of `useAdmin` fail and report it
    await useAdmin(admin)
  } finally {
    await admin.disconnect()
  }
}

function toClientConfig(
  brokers: readonly string[],
  retry: { retries: number; initialRetryTime: number; maxRetryTime?: number },
): KafkaConfig {
  return {
    clientId: 'test-servers',
    brokers: [...brokers],
    retry,
    requestTimeout: 5_000,
    logLevel: logLevel.NOTHING,
  }
}
