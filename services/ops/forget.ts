// The operator command `forget`: lets the consumer groups of a topic continue after records that they have not read and
// that are expired or already removed. Without this command, retention keeps such records (LMDB), or the brokers remove
// the records and the groups stop at the missing offsets (Kafka). The service must not run while the command runs.
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
 * Writes a dead letter for each skipped range before it moves the position of the consumer group. If the command fails
 * in between, the next call writes the dead letter again.
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
