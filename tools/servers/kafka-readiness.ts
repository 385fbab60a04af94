// Waits until a Kafka test cluster is usable. Its coordinators load only after the brokers listen on their
// ports, and the first test would otherwise see errors that it has not caused.
import { createConnection } from 'node:net'
import { Kafka, logLevel, type Admin } from 'kafkajs'
import { setTimeout as sleep } from 'node:timers/promises'

// A broker that recovers from kill -9 on a busy machine needs more than a minute.
const timeoutMs = 300_000
const topic = 'warm'

/** Repeats `condition` until it is true; `checkAlive` throws when a broker has ended. */
async function waitUntil(
  what: string,
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
      throw new Error(`Kafka: not ${what} within ${timeoutMs / 1_000} s`, { cause: last })
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
  const kafka = client(brokers, { initialRetryTime: 50, maxRetryTime: 200, retries: 20 })
  await waitUntil('able to commit a transaction', checkAlive, () => commitOne(kafka))
  await waitUntil('able to read in a group', checkAlive, () => readOne(kafka))
}

/**
 * Resolves when all brokers run and all replicas are in sync, also of internal topics. For up to 2 s after a
 * kill, the metadata of the other brokers still show the killed broker as in sync. A restarted broker opens
 * its port only after the others have noticed, so the ports are checked first.
 */
export async function waitUntilClusterInSync(
  brokers: readonly string[],
  checkAlive: () => void,
): Promise<void> {
  await withAdmin(brokers, (admin) =>
    waitUntil('in sync', checkAlive, async () => {
      if (!(await Promise.all(brokers.map(isListening))).every(Boolean)) return false
      const { brokers: liveBrokers } = await admin.describeCluster()
      const { topics } = await admin.fetchTopicMetadata()
      return (
        liveBrokers.length === brokers.length &&
        topics.every(({ partitions }) =>
          partitions.every(({ isr, replicas }) => isr.length === replicas.length),
        )
      )
    }),
  )
}

async function commitOne(kafka: Kafka): Promise<boolean> {
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

async function readOne(kafka: Kafka): Promise<boolean> {
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
  use: (admin: Admin) => Promise<void>,
): Promise<void> {
  const admin = client(brokers, { retries: 1, initialRetryTime: 50 }).admin()
  try {
    await admin.connect().catch(() => {}) // ignored: without a connection, the calls of `use` fail and report it
    await use(admin)
  } finally {
    await admin.disconnect()
  }
}

function client(
  brokers: readonly string[],
  retry: { retries: number; initialRetryTime: number; maxRetryTime?: number },
): Kafka {
  return new Kafka({
    clientId: 'test-servers',
    brokers: [...brokers],
    retry,
    requestTimeout: 5_000,
    logLevel: logLevel.NOTHING,
  })
}
