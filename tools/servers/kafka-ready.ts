// When a Kafka cluster of a test can be used: not when it listens, but when its coordinators have
// loaded. Before that, the first test would see errors that are no fault of its own.
import { createConnection } from 'node:net'
import { Kafka, logLevel, type Admin } from 'kafkajs'
import { setTimeout as sleep } from 'node:timers/promises'

const readyMs = 60_000
const topic = 'warm'

/** Tries until it holds; `checkAlive` throws when waiting is in vain. */
async function until(
  what: string,
  checkAlive: () => void,
  holds: () => Promise<boolean>,
): Promise<void> {
  const started = performance.now()
  let last: unknown
  for (;;) {
    checkAlive()
    try {
      if (await holds()) return
    } catch (error) {
      last = error
    }
    if (performance.now() - started > readyMs)
      throw new Error(`Kafka: not ${what} within ${readyMs / 1_000} s`, { cause: last })
    await sleep(50)
  }
}

/** Resolves when every broker is there, topics are made, and a transaction and a group have worked. */
export async function becomeWarm(
  brokers: readonly string[],
  checkAlive: () => void,
): Promise<void> {
  await withAdmin(brokers, async (admin) => {
    await until('complete', checkAlive, async () => {
      const { brokers: there, controller } = await admin.describeCluster()
      return there.length === brokers.length && controller !== null
    })
    await until('able to make a topic', checkAlive, async () => {
      await admin.createTopics({ waitForLeaders: true, topics: [{ topic }] })
      return true
    })
  })
  await becomeInSync(brokers, checkAlive)
  const kafka = client(brokers, { initialRetryTime: 50, maxRetryTime: 200, retries: 20 })
  await until('able to commit a transaction', checkAlive, () => commitOne(kafka))
  await until('able to read in a group', checkAlive, () => readOne(kafka))
}

/**
 * Resolves when every broker is there and has every partition in sync, internal topics too. For up to
 * two seconds after a kill the others still tell that all is well; but a broker that came back opens
 * its port only when they have noticed, so it is asked for first.
 */
export async function becomeInSync(
  brokers: readonly string[],
  checkAlive: () => void,
): Promise<void> {
  await withAdmin(brokers, (admin) =>
    until('in sync', checkAlive, async () => {
      if (!(await Promise.all(brokers.map(isListening))).every(Boolean)) return false
      const { brokers: there } = await admin.describeCluster()
      const { topics } = await admin.fetchTopicMetadata()
      return (
        there.length === brokers.length &&
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
    await admin.connect().catch(() => {}) // proves nothing; the calls that follow connect as well
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
