// Logs on the shared broker, with separate topics for each test, and other clients of that broker for
// situations that our own log never causes.
import { randomUUID } from 'node:crypto'
import { ConfigResourceTypes, Kafka, logLevel, type Admin, type Producer } from 'kafkajs'
import { openKafkaLog } from '../../../services/lib/log/kafka.ts'
import type {
  EventLog,
  LogRecord,
  Subscription,
  TopicSettings,
} from '../../../services/lib/log/port.ts'
import { retryUntilAvailable } from '../../../services/lib/run/retry.ts'
import { prefixTopics, withoutPrefix } from './prefixed-log.ts'

type TopicConfig = Readonly<Record<string, string>>

export interface KafkaLogs {
  /** In front of the topics and groups of this test. */
  readonly prefix: string
  readonly kafka: Kafka
  /** Topics without the prefix; one of one partition unless others are given. */
  open(topics?: TopicSettings): Promise<EventLog>
  producer(transactionalId: string): Promise<Producer>
  admin(): Promise<Admin>
  /** Creates a topic of one partition, for open() to find. */
  createTopic(topic: string, config: TopicConfig): Promise<void>
  /** The broker answers before it applies the change; while it creates other topics, seconds before. */
  alterTopic(topic: string, config: TopicConfig): Promise<void>
  /** Subscribes to `in`. */
  collect(log: EventLog, group: string, seen: LogRecord[], fatal?: Error[]): Promise<Subscription>
  /** Closes all that was opened here. */
  close(): Promise<void>
}

export const oneTopic: TopicSettings = {
  in: { partitions: 1, cleanup: 'delete', retentionMs: Infinity },
  out: { partitions: 1, cleanup: 'delete', retentionMs: Infinity },
}

export function createKafkaLogs(brokers: readonly string[], parameters = ''): KafkaLogs {
  const prefix = `test-${randomUUID()}.`
  const kafka = new Kafka({
    brokers: [...brokers],
    logLevel: logLevel.NOTHING,
    retry: { initialRetryTime: 50, maxRetryTime: 300, retries: 20 },
  })
  const opened: (() => Promise<unknown>)[] = []

  async function admin(): Promise<Admin> {
    const connected = kafka.admin()
    await connected.connect()
    opened.push(() => connected.disconnect())
    return connected
  }

  return {
    prefix,
    kafka,
    async open(topics = oneTopic) {
      const options = {
        url: `kafka://${brokers.join(',')}?${parameters}`,
        topics: prefixTopics(prefix, topics),
        clientId: 'test',
        prefix,
        now: Date.now,
      }
      // as a process does at its start: on a busy machine a broker does not always answer in time
      const log = await retryUntilAvailable(() => openKafkaLog(options), {
        withinMs: 60_000,
        onWait: () => undefined,
      })
      opened.push(() => log.close())
      return withoutPrefix(prefix, log)
    },
    async producer(transactionalId) {
      const producer = kafka.producer({
        transactionalId: prefix + transactionalId,
        idempotent: true,
        maxInFlightRequests: 1,
        createPartitioner: () => (partitioned) => partitioned.message.partition ?? 0,
      })
      await producer.connect()
      opened.push(() => producer.disconnect())
      return producer
    },
    admin,
    async createTopic(topic, config) {
      const configEntries = toConfigEntries(config)
      const created = { topic: prefix + topic, numPartitions: 1, configEntries }
      await (await admin()).createTopics({ waitForLeaders: true, topics: [created] })
    },
    async alterTopic(topic, config) {
      const configEntries = toConfigEntries(config)
      const resource = { type: ConfigResourceTypes.TOPIC, name: prefix + topic, configEntries }
      await (await admin()).alterConfigs({ validateOnly: false, resources: [resource] })
    },
    collect: (log, group, seen, fatal = []) =>
      log.subscribe(
        { group: prefix + group, topics: ['in'], onFatal: (error) => fatal.push(error) },
        async (batch) => {
          seen.push(...batch)
          return []
        },
      ),
    async close() {
      await Promise.all(opened.splice(0).map((close) => close()))
    },
  }
}

const toConfigEntries = (config: TopicConfig): { name: string; value: string }[] =>
  Object.entries({
    'message.timestamp.type': 'LogAppendTime',
    'retention.ms': '-1',
    ...config,
  }).map(([name, value]) => ({ name, value }))

/** To partition 0 of `in`. */
export async function append(log: EventLog, texts: readonly string[]): Promise<void> {
  const writer = await log.openWriter('test')
  await writer.append(
    texts.map((text) => ({ topic: 'in', key: null, partition: 0, value: Buffer.from(text) })),
  )
  await writer.close()
}

/** All records of a partition, from an offset on. */
export async function readFrom(
  log: EventLog,
  topic: string,
  from = 0,
  partition = 0,
): Promise<LogRecord[]> {
  const found: LogRecord[] = []
  for await (const record of log.read({ topic, partition, from })) found.push(record)
  return found
}

export const textsOf = (records: readonly LogRecord[]): string[] =>
  records.map((r) => r.value.toString())
