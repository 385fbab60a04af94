// The event log on Kafka: every write is a transaction, and every read is read_committed. docs/kafka.md
// explains which parts are Kafka's, which are kafkajs's, and which are our own and why.
import { Kafka } from 'kafkajs'
import {
  checkResetOffset,
  isPartitionOf,
  unknownPartitionError,
  unknownTopicError,
} from './checks.ts'
import { createClient } from './kafka/client.ts'
import { startFollower } from './kafka/follower.ts'
import { loadKafkajsInternals } from './kafka/kafkajs-internals.ts'
import type { KafkaLogger } from './kafka/logging.ts'
import { checkConnection, toKafkaJsConfig } from './kafka/connecting.ts'
import type { KafkaContext } from './kafka/context.ts'
import { createPositionQueries } from './kafka/position-queries.ts'
import { readPartition } from './kafka/reader.ts'
import { resetGroup } from './kafka/reset.ts'
import { startTaskCoordination } from './kafka/task-coordination.ts'
import { startSubscription } from './kafka/subscription.ts'
import { prepareTopics } from './kafka/topics.ts'
import { parseKafkaUrl } from './kafka/url.ts'
import { createUsageQuery } from './kafka/usage.ts'
import { openWriter } from './kafka/writer.ts'
import { createClosableParts } from './open-parts.ts'
import type { EventLog, TopicSettings } from './port.ts'

export interface KafkaLogOptions {
  /** The URL of the cluster, in the form that kafka/url.ts parses. */
  readonly url: string
  /** Missing topics are created; existing topics must have these settings. */
  readonly topics: TopicSettings
  /** Default true. If false, missing topics are an error. */
  readonly createTopics?: boolean
  /** The name of this client in the brokers' logs and metrics. */
  readonly clientId: string
  /**
   * Prefix of the transactional ids of writers. If services on one cluster do not share topics, they need
   * different prefixes. Names of groups get no prefix here: callers add it.
   */
  readonly prefix: string
  readonly logger?: KafkaLogger
  /** Unix milliseconds. */
  readonly now: () => number
}

/** Opens the log. Rejects with a LogError, which is retriable if the cluster may still be starting. */
export async function openKafkaLog(options: KafkaLogOptions): Promise<EventLog> {
  const { topics, prefix, logger = null, createTopics = true, now } = options
  const internals = loadKafkajsInternals()
  const url = parseKafkaUrl(options.url)
  const config = await toKafkaJsConfig(url, options.clientId, options.logger ?? null)
  await checkConnection(internals, config, url)
  const kafka = new Kafka(config)
  await prepareTopics(kafka, topics, {
    create: createTopics,
    replication: url.replication,
  })

  const names = Object.keys(topics)
  const openClient: KafkaContext['openClient'] = () =>
    createClient(internals, config, url.brokers, names)
  const queryClient = openClient()
  const { sessionTimeoutMs } = url
  const context: KafkaContext = {
    internals,
    openClient,
    queryClient,
    topics,
    sessionTimeoutMs,
    logger,
  }
  const parts = createClosableParts()

  function checkTopic(topic: string): TopicSettings[string] {
    parts.checkOpen()
    const settings = topics[topic]
    if (!settings) throw unknownTopicError(topic)
    return settings
  }

  function checkPartition(topic: string, partition: number): void {
    if (!isPartitionOf(checkTopic(topic), partition)) throw unknownPartitionError(topic, partition)
  }

  const queries = createPositionQueries(context, checkTopic)

  return {
    async openWriter(name) {
      parts.checkOpen()
      return parts.add(await openWriter(context, name, `${prefix}writers/${name}`))
    },

    async subscribe(subscribeOptions, handle) {
      subscribeOptions.topics.forEach(checkTopic)
      return parts.add(startSubscription(context, subscribeOptions, handle))
    },

    async coordinateTasks(coordinationOptions, runTask) {
      parts.checkOpen()
      return parts.add(startTaskCoordination(context, coordinationOptions, runTask))
    },

    async *read({ topic, partition, from, until = Infinity, pageBytes }) {
      checkPartition(topic, partition)
      const range = { from, until, ...(pageBytes === undefined ? {} : { maxBytes: pageBytes }) }
      for await (const record of readPartition(context, { topic, partition }, range)) {
        parts.checkOpen()
        yield record
      }
    },

    async follow(followOptions, handle) {
      checkTopic(followOptions.topic)
      const follower = parts.add(startFollower(context, followOptions, handle))
      await follower.caughtUp
      return follower
    },

    ...queries,
    usage: createUsageQuery(context, kafka, queries, now),

    async reset(group, positions) {
      for (const { topic, partition, offset } of positions) {
        checkPartition(topic, partition)
        const range = (await queries.ranges(topic))[partition]
        checkResetOffset(range ?? { topic, partition, low: 0, high: 0 }, offset)
      }
      await resetGroup(context, group, positions)
    },

    close: () => parts.close(() => queryClient.close()),
  }
}
