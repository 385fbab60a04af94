// Opens the log and a decoder of its records for commands that only read. Nothing is created: no directory, no
// topic, no schema. The service may run meanwhile or not.
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { openLocalDecoder } from '../lib/codec/local.ts'
import type { Decoder } from '../lib/codec/port.ts'
import { createSchemaLoadingLog } from '../lib/codec/schema-loading-log.ts'
import { openReadOnlyLmdbLog } from '../lib/log/lmdb.ts'
import type { ReadableLog } from '../lib/log/port.ts'
import { topicsWithPrefix } from '../topology.ts'

export interface ReadOnlyLog {
  readonly log: ReadableLog
  readonly decoder: Decoder
}

export interface ReadOnlyLogOptions {
  readonly config: Config
  readonly logger: Logger
  /** Unix milliseconds. */
  readonly now: () => number
}

export async function openReadOnlyLog(options: ReadOnlyLogOptions): Promise<ReadOnlyLog> {
  const { config, logger, now } = options
  const { topicPrefix, retentionBytes } = config
  const topics = topicsWithPrefix(topicPrefix, retentionBytes)
  if (config.log.kind === 'lmdb') {
    const log = openReadOnlyLmdbLog({ path: config.log.path, topics, now, logger })
    return { log, decoder: openLocalDecoder({ path: join(config.dataDir, 'schemas') }) }
  }
  const { url, registryUrl } = config.log
  const { openRegistryDecoder } = await import('../lib/codec/registry.ts')
  const { openKafkaLog } = await import('../lib/log/kafka.ts')
  const decoder = openRegistryDecoder({ url: registryUrl, topicPrefix, logger })
  const kafkaLog = await openKafkaLog({
    url,
    topics,
    createTopics: false,
    clientId: 'oddslog-ops',
    prefix: topicPrefix,
    now,
    logger,
  })
  return { log: createSchemaLoadingLog(kafkaLog, decoder), decoder }
}
