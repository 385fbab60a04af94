// Log and codec of the distributed form over the servers of a benchmark, composed as in
// compose/log-and-store.ts, but with a configurable number of partitions.
import { openRegistryCodec } from '../../services/lib/codec/registry.ts'
import { createSchemaLoadingLog } from '../../services/lib/codec/schema-loading-log.ts'
import type { Codec } from '../../services/lib/codec/port.ts'
import { openKafkaLog } from '../../services/lib/log/kafka.ts'
import type { EventLog, Position } from '../../services/lib/log/port.ts'
import { topics } from '../../services/topology.ts'

export interface FlowAt {
  readonly logUrl: string
  readonly registryUrl: string
  readonly topicPrefix: string
  /** Partitions of the topics that are keyed by market; null: as in the service. */
  readonly partitions: number | null
}

export interface Flow {
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
  close(): Promise<void>
}

export async function openFlow({
  logUrl,
  registryUrl,
  topicPrefix,
  partitions,
}: FlowAt): Promise<Flow> {
  const logger = { debug() {}, info() {}, warn: showWarning }
  const codec = await openRegistryCodec({ url: registryUrl, topicPrefix, logger })
  const settings = Object.fromEntries(
    Object.entries(topics).map(([topic, spec]) => [
      topicPrefix + topic,
      spec.partitions > 1 ? { ...spec, partitions: partitions ?? spec.partitions } : spec,
    ]),
  )
  const log = await openKafkaLog({
    url: logUrl,
    topics: settings,
    clientId: 'bench',
    prefix: topicPrefix,
    now: Date.now,
    logger,
  })
  return { log: createSchemaLoadingLog(log, codec), codec, topicPrefix, close: () => log.close() }
}

/** Fails the benchmark if records were processed twice. */
function showWarning(fields: object, message: string): void {
  const { err, reason } = fields as { readonly err?: Error; readonly reason?: string }
  process.stderr.write(`${message}: ${reason ?? err?.message ?? 'no reason given'}\n`)
}

/** The current end offsets of the topics, as positions of a group. */
export async function endsOf({ log }: Flow, topics: readonly string[]): Promise<Position[]> {
  const ranges = await Promise.all(topics.map((topic) => log.ranges(topic)))
  return ranges.flat().map(({ topic, partition, high }) => ({ topic, partition, offset: high }))
}
