// The event log on Kafka: transactions for what has to happen together, read-committed for all that
// is read. docs/kafka.md says what of it is Kafka's, what is kafkajs's, and what is ours and why.
import { setTimeout as sleep } from 'node:timers/promises'
import { Kafka } from 'kafkajs'
import {
  LogError,
  type EventLog,
  type Follower,
  type Sharing,
  type Subscription,
  type TopicSettings,
  type Writer,
} from './port.ts'
import { createClient } from './kafka/client.ts'
import { startFollower } from './kafka/follower.ts'
import { openInside } from './kafka/inside-kafkajs.ts'
import type { KafkaLogger } from './kafka/logging.ts'
import { committedOf, listOffsets, placeKey, type Boundary } from './kafka/offsets.ts'
import { mustAnswer, toConfig } from './kafka/opening.ts'
import type { KafkaParts } from './kafka/parts.ts'
import { persist } from './kafka/persist.ts'
import { readPartition } from './kafka/reader.ts'
import { resetGroup } from './kafka/reset.ts'
import { startSharing } from './kafka/sharing.ts'
import { startSubscription } from './kafka/subscription.ts'
import { prepareTopics } from './kafka/topics.ts'
import { parseKafkaUrl } from './kafka/url.ts'
import { openWriter } from './kafka/writer.ts'

export interface KafkaLogOptions {
  /** As kafka/url.ts has it. */
  readonly url: string
  /** Made if they are not there; those that are there must be so. */
  readonly topics: TopicSettings
  /** What the brokers' logs and metrics call us. */
  readonly clientId: string
  /**
   * In front of the names of writers: services that share a cluster and not their topics must not
   * share it either. Groups bring their own.
   */
  readonly prefix: string
  readonly logger?: KafkaLogger
}

/** The markers of a transaction are written some milliseconds after it is acknowledged. */
const settlePauseMs = 5
const settleWithinMs = 2_000
/** To see whether there is a record. */
const glanceBytes = 64 * 1024

/** Rejects with a LogError that says why; retriable, where the cluster may only be late. */
export async function openKafkaLog(options: KafkaLogOptions): Promise<EventLog> {
  const { topics, prefix, logger = null } = options
  const inside = openInside()
  const url = parseKafkaUrl(options.url)
  const config = await toConfig(url, options.clientId, options.logger ?? null)
  await mustAnswer(inside, config, url)
  await prepareTopics(new Kafka(config), topics, url.replication)

  const names = Object.keys(topics)
  const openClient: KafkaParts['openClient'] = () =>
    createClient(inside, config, url.brokers, names)
  const asking = openClient()
  const { sessionTimeoutMs } = url
  const parts: KafkaParts = { inside, openClient, asking, topics, sessionTimeoutMs, logger }
  const open = new Set<Subscription | Sharing | Follower | Writer>()
  let closing: Promise<void> | null = null

  function mustBeOpen(): void {
    if (closing) throw new LogError('the log is closed', { retriable: false })
  }

  function mustHave(topic: string): TopicSettings[string] {
    mustBeOpen()
    const settings = topics[topic]
    if (!settings) throw new LogError(`there is no topic ${topic}`, { retriable: false })
    return settings
  }

  function mustHavePartition(topic: string, partition: number): void {
    const { partitions } = mustHave(topic)
    if (!Number.isInteger(partition) || partition < 0 || partition >= partitions)
      throw new LogError(`${topic} has no partition ${partition}`, { retriable: false })
  }

  function offsets(
    topic: string,
    what: Boundary | { readonly timestampMs: number },
  ): Promise<readonly number[]> {
    mustHave(topic)
    return persist(`asking about ${topic}`, () =>
      asking.use((cluster) => listOffsets(cluster, topic, what)),
    )
  }

  /** Behind all that has been acknowledged; waits for transactions that are just being ended. */
  async function settledEnds(topic: string): Promise<readonly number[]> {
    const ends = await offsets(topic, 'end')
    for (let waitedMs = 0; ; waitedMs += settlePauseMs) {
      const settled = await offsets(topic, 'settled')
      if (settled.every((end, p) => end >= (ends[p] ?? 0)) || waitedMs >= settleWithinMs)
        return settled
      await sleep(settlePauseMs)
    }
  }

  async function ranges(topic: string) {
    const [lows, highs] = await Promise.all([offsets(topic, 'first'), settledEnds(topic)])
    return lows.map((low, partition) => ({ topic, partition, low, high: highs[partition] ?? low }))
  }

  async function closeAll(): Promise<void> {
    await Promise.all([...open].map((part) => ('stop' in part ? part.stop() : part.close())))
    await asking.close()
  }

  return {
    async openWriter(name) {
      mustBeOpen()
      const id = `${prefix}writers/${name}`
      const [mark = ''] = names.toSorted()
      const writer = await openWriter(parts, {
        name,
        transactionalId: id,
        group: id,
        mark: { topic: mark, partition: 0 },
      })
      open.add(writer)
      return writer
    },

    async subscribe(subscribeOptions, handle) {
      subscribeOptions.topics.forEach(mustHave)
      const subscription = startSubscription(parts, subscribeOptions, handle)
      open.add(subscription)
      return subscription
    },

    async share(shareOptions, work) {
      mustBeOpen()
      const sharing = startSharing(parts, shareOptions, work)
      open.add(sharing)
      return sharing
    },

    async *read({ topic, partition, from, until = Infinity }) {
      mustHavePartition(topic, partition)
      for await (const record of readPartition(parts, { topic, partition }, { from, until })) {
        mustBeOpen()
        yield record
      }
    },

    async follow(followOptions, handle) {
      mustHave(followOptions.topic)
      const follower = startFollower(parts, followOptions, handle)
      open.add(follower)
      await follower.caughtUp
      return follower
    },

    ranges,

    async offsetsAt(topic, timestampMs) {
      // a time before all others is not one that Kafka would look for
      const found = await offsets(topic, { timestampMs: Math.max(0, Math.floor(timestampMs)) })
      const highs = await settledEnds(topic)
      return Promise.all(
        highs.map(async (high, partition) => {
          const from = found[partition] ?? -1
          // what Kafka has found may be a marker, or aborted
          const range = { from, until: high, maxBytes: glanceBytes }
          const records = from < 0 ? [] : readPartition(parts, { topic, partition }, range)
          for await (const { offset } of records) return { topic, partition, offset }
          return { topic, partition, offset: high }
        }),
      )
    },

    async lag(group, ofTopics) {
      const all = (
        await Promise.all(
          ofTopics.map(async (topic) => {
            const [lows, ends] = await Promise.all([offsets(topic, 'first'), offsets(topic, 'end')])
            return lows.map((low, partition) => ({ topic, partition, low, end: ends[partition] }))
          }),
        )
      ).flat()
      const committed = await persist(`asking about group ${group}`, () =>
        asking.use(async (cluster) =>
          committedOf(await cluster.findGroupCoordinator({ groupId: group }), group, all),
        ),
      )
      return all.map(({ topic, partition, low, end = low }) => {
        const position = committed.get(placeKey({ topic, partition }))?.offset ?? low
        return { topic, partition, position, behind: Math.max(0, end - position) }
      })
    },

    async reset(group, positions) {
      for (const { topic, partition, offset } of positions) {
        mustHavePartition(topic, partition)
        const { low, high } = (await ranges(topic))[partition] ?? { low: 0, high: 0 }
        if (!Number.isInteger(offset) || offset < low || offset > high)
          throw new LogError(`${topic}/${partition} has offsets ${low} to ${high}, not ${offset}`, {
            retriable: false,
          })
      }
      await resetGroup(parts, group, positions)
    },

    close() {
      closing ??= closeAll()
      return closing
    },
  }
}
