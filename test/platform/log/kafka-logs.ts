// Logs on the broker of the run, each test with topics of its own, and other clients of that broker:
// what a test needs to bring about that a log of ours never would.
import { randomUUID } from 'node:crypto'
import { Kafka, logLevel, type Producer } from 'kafkajs'
import { openKafkaLog } from '../../../services/platform/log/kafka.ts'
import type { EventLog, LogRecord, TopicSettings } from '../../../services/platform/log/port.ts'
import { prefixTopics, withoutPrefix } from './prefixed-log.ts'

export interface KafkaLogs {
  /** In front of the topics and groups of this test. */
  readonly prefix: string
  readonly kafka: Kafka
  /** Topics without the prefix; one of one partition unless others are given. */
  open(topics?: TopicSettings): Promise<EventLog>
  producer(transactionalId: string): Promise<Producer>
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
  return {
    prefix,
    kafka,
    async open(topics = oneTopic) {
      const log = await openKafkaLog({
        url: `kafka://${brokers.join(',')}?${parameters}`,
        topics: prefixTopics(prefix, topics),
        clientId: 'test',
        prefix,
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
    async close() {
      await Promise.all(opened.splice(0).map((close) => close()))
    },
  }
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
