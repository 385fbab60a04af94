// How much disk space partitions use on the brokers, and which records the brokers remove by retention.
import kafkajs, { type Kafka } from 'kafkajs'
import { firstOffsetWithinSize } from '../expiry.ts'
import type { EventLog } from '../port.ts'
import { disconnect } from './client.ts'
import type { KafkaContext } from './context.ts'
import { readPartitionSizes } from './log-dirs.ts'
import type { PositionQueries } from './position-queries.ts'
import { readPartition } from './reader.ts'
import { retryIdempotent } from './retry-idempotent.ts'

/** How many bytes are fetched to find the oldest record. */
const probeBytes = 64 * 1024

/**
 * Creates the query. The limits are those of the topic on the brokers, which operators may have raised. Brokers
 * remove a segment only when all its records have expired, so they remove fewer records than stated here.
 */
export function createUsageQuery(
  context: KafkaContext,
  kafka: Kafka,
  { ranges, offsetsAt }: PositionQueries,
  now: () => number,
): EventLog['usage'] {
  const { internals, queryClient } = context

  async function readSettings(topic: string) {
    const admin = kafka.admin()
    try {
      await admin.connect()
      const { resources } = await admin.describeConfigs({
        includeSynonyms: false,
        resources: [{ type: kafkajs.ConfigResourceTypes.TOPIC, name: topic }],
      })
      const entries = resources[0]?.configEntries ?? []
      const settingOf = (name: string): string | undefined =>
        entries.find(({ configName }) => configName === name)?.configValue
      const hasDeletePolicy = settingOf('cleanup.policy')?.includes('delete') === true
      const limitOf = (name: string): number => {
        const value = Number(settingOf(name) ?? -1)
        return hasDeletePolicy && value >= 0 ? value : Infinity
      }
      return {
        hasDeletePolicy,
        retentionMs: limitOf('retention.ms'),
        retentionBytes: limitOf('retention.bytes'),
      }
    } finally {
      await disconnect(admin)
    }
  }

  async function readOldestTimestampMs(
    topic: string,
    partition: number,
    from: number,
  ): Promise<number | null> {
    const range = { from, until: Infinity, maxBytes: probeBytes }
    for await (const { timestampMs } of readPartition(context, { topic, partition }, range))
      return timestampMs
    return null
  }

  return async (topic) => {
    const found = await ranges(topic)
    const { hasDeletePolicy, retentionMs, retentionBytes } = await retryIdempotent(
      `reading the settings of ${topic}`,
      () => readSettings(topic),
    )
    const sizes = await retryIdempotent(`reading the size of ${topic}`, () =>
      queryClient.withCluster((cluster) => readPartitionSizes(internals, cluster, topic)),
    )
    const young = Number.isFinite(retentionMs) ? await offsetsAt(topic, now() - retentionMs) : []
    return Promise.all(
      found.map(async (range) => {
        const { partition, low, high } = range
        const bytes = sizes.get(partition) ?? null
        const expiredUntil = Math.max(
          young[partition]?.offset ?? low,
          firstOffsetWithinSize(range, bytes ?? 0, retentionBytes),
        )
        return {
          ...range,
          records: hasDeletePolicy ? high - low : null,
          bytes,
          oldestMs: low === high ? null : await readOldestTimestampMs(topic, partition, low),
          retentionMs,
          retentionBytes,
          expiredUntil,
          removableUntil: expiredUntil,
        }
      }),
    )
  }
}
