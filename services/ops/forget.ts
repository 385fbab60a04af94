// The operator command `forget`: lets the consumer groups of a topic continue after records that they have
// not read and that are expired or already removed. Retention keeps such records otherwise (LMDB), or the
// groups stop in front of them (Kafka, whose brokers remove them). The service must not run meanwhile.
import type { Codec } from '../lib/codec/port.ts'
import type { EventLog, NewRecord } from '../lib/log/port.ts'
import { roles, stagesReading, topics, type Role, type Topic } from '../topology.ts'

/** Records that a stage will never process. */
export interface SkippedRange {
  readonly stage: Role
  readonly partition: number
  /** Included. */
  readonly from: number
  /** Excluded. */
  readonly until: number
}

/** The topics that the command accepts: those that have a retention time and are read by a consumer group. */
export const forgettableTopics: readonly Topic[] = (Object.keys(topics) as Topic[]).filter(
  (topic) => topics[topic].retentionMs !== Infinity && stagesReading(topic).length > 0,
)

/**
 * Reports each skipped range as a dead letter before it moves the group. If the command fails in between,
 * the next call reports the range again.
 */
export async function skipUnreadRecords(options: {
  readonly topic: Topic
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
  /** Unix milliseconds. */
  readonly now: () => number
}): Promise<readonly SkippedRange[]> {
  const { topic, log, codec, topicPrefix, now } = options
  const name = topicPrefix + topic
  const keptFrom = await log.offsetsAt(name, now() - topics[topic].retentionMs)
  const usage = await log.usage(name)
  const skipped: SkippedRange[] = []
  for (const stage of stagesReading(topic))
    for (const { partition, position } of await log.lag(consumerGroupOf(stage), [name])) {
      const until = Math.max(keptFrom[partition]?.offset ?? 0, usage[partition]?.expiredUntil ?? 0)
      if (position < until) skipped.push({ stage, partition, from: position, until })
    }
  if (skipped.length === 0) return []
  const writer = await log.openWriter('forget')
  await writer.append(skipped.map(toDeadLetter))
  await writer.close()
  for (const stage of stagesReading(topic)) {
    const moves = skipped.filter((range) => range.stage === stage)
    await log.reset(
      consumerGroupOf(stage),
      moves.map(({ partition, until }) => ({ topic: name, partition, offset: until })),
    )
  }
  return skipped

  function consumerGroupOf(stage: Role): string {
    return `${topicPrefix}${roles[stage].group}`
  }

  function toDeadLetter({ stage, partition, from, until }: SkippedRange): NewRecord {
    return {
      topic: `${topicPrefix}dead-letters`,
      key: `${topic}/${partition}/${from}`,
      value: codec.encode('dead-letters', {
        stage,
        topic,
        partition,
        offset: from,
        key: null,
        value: Buffer.alloc(0),
        reason: 'forgotten',
        detail: `an operator skipped ${until - from} unread records: offsets ${from} to ${until - 1}`,
        failed_at_ms: now(),
        resolution: null,
      }),
    }
  }
}
