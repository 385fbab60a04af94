// The log and the codec of the distributed form over a benchmark's servers, put together as
// compose/engines.ts does, but with as many partitions as the benchmark wants.
import { openRegistryCodec } from '../../services/platform/codec/registry.ts'
import { createLearningLog } from '../../services/platform/codec/learning-log.ts'
import type { Codec } from '../../services/platform/codec/port.ts'
import { openKafkaLog } from '../../services/platform/log/kafka.ts'
import type { EventLog, Position } from '../../services/platform/log/port.ts'
import { topics } from '../../services/topology.ts'

export interface FlowAt {
  readonly logUrl: string
  readonly registryUrl: string
  readonly topicPrefix: string
  /** Of the topics that are keyed by market; null: as in the service. */
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
    logger,
  })
  return { log: createLearningLog(log, codec), codec, topicPrefix, close: () => log.close() }
}

/** A benchmark in which something was done twice is none. */
function showWarning(fields: object, message: string): void {
  const { err, reason } = fields as { readonly err?: Error; readonly reason?: string }
  process.stderr.write(`${message}: ${reason ?? err?.message ?? 'no reason given'}\n`)
}

/** Where the topics end now, as a group's positions. */
export async function endsOf({ log }: Flow, topics: readonly string[]): Promise<Position[]> {
  const ranges = await Promise.all(topics.map((topic) => log.ranges(topic)))
  return ranges.flat().map(({ topic, partition, high }) => ({ topic, partition, offset: high }))
}
