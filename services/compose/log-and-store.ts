// Opens the log (LMDB or Kafka, with its codec) and the store (chDB or ClickHouse) of a process, as their URLs
// specify. Used by compose.ts.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { createSchemaLoadingLog } from '../lib/codec/schema-loading-log.ts'
import { openLocalCodec } from '../lib/codec/local.ts'
import type { Codec } from '../lib/codec/port.ts'
import {
  openLmdbLog,
  openLmdbLogThroughChannel,
  type LmdbLog,
  type LmdbLogOptions,
} from '../lib/log/lmdb.ts'
import type { CommitChannel } from '../lib/log/lmdb/commit-channel.ts'
import type { EventLog, TopicSettings } from '../lib/log/port.ts'
import type { Lifecycle } from '../lib/run/lifecycle.ts'
import { retryUntilAvailable } from '../lib/run/retry.ts'
import type { Endpoint } from '../lib/store/chdb-server/launch.ts'
import { openStore, type OpenedStore } from '../lib/store/clickhouse.ts'
import { migrate, readMigrations } from '../lib/store/migrate.ts'
import { openRepairedStore } from '../lib/store/repair.ts'
import { readRepairs } from '../lib/store/repairs.ts'
import type { Metrics } from '../lib/telemetry/metrics.ts'
import { tablesBeyondLog } from '../ops/replay.ts'
import { topicsWithPrefix } from '../topology.ts'

export const migrationsDir = fileURLToPath(new URL('../../infra/clickhouse/', import.meta.url))

/** How long the process waits for Kafka at the start: long enough for containers that start together. */
const kafkaStartTimeoutMs = 60_000
/**
 * How long the process waits for the store at the start: long enough for a store that restarts at the
 * same time.
 */
const storeStartTimeoutMs = 15_000

export interface LogAndCodec {
  readonly log: EventLog
  readonly codec: Codec
}

export interface LogOptions {
  readonly config: Config
  /** Unix milliseconds. */
  readonly now: () => number
  readonly logger: Logger
  readonly metrics: Metrics
  /** Set if this process sends its writes to its parent, which writes to the LMDB log. */
  readonly commitChannel?: CommitChannel | undefined
}

export async function openLog(lifecycle: Lifecycle, options: LogOptions): Promise<LogAndCodec> {
  const { config, now, logger, commitChannel } = options
  const settings = topicsWithPrefix(config.topicPrefix, config.retentionBytes)
  if (config.log.kind === 'kafka')
    return openKafkaLogAndCodec(
      lifecycle,
      { ...config.log, topicPrefix: config.topicPrefix },
      { topics: settings, now, logger },
    )
  const { path } = config.log
  const log = commitChannel
    ? await lifecycle.open(
        'log',
        async () => openLmdbLogThroughChannel(commitChannel, toLmdbOptions(path, options)),
        (openedLog) => openedLog.close(),
      )
    : await openOwnLmdbLog(lifecycle, path, options)
  const codec = await openLocalCodec({ path: join(config.dataDir, 'schemas') })
  return { log, codec }
}

/** Opens the LMDB log in the process that writes to it, also on behalf of its child processes. */
export function openOwnLmdbLog(
  lifecycle: Lifecycle,
  path: string,
  options: LogOptions,
): Promise<LmdbLog> {
  return lifecycle.open(
    'log',
    () => openLmdbLog(toLmdbOptions(path, options)),
    (openedLog) => openedLog.close(),
  )
}

function toLmdbOptions(path: string, options: LogOptions): LmdbLogOptions {
  const { config, now, logger, metrics } = options
  const { topicPrefix, retentionBytes } = config
  return {
    path,
    topics: topicsWithPrefix(topicPrefix, retentionBytes),
    now,
    logger,
    onHeldBack: (topic, records) =>
      metrics.retentionHeldBack.set({ topic: topic.slice(topicPrefix.length) }, records),
  }
}

/**
 * Opens the Kafka log with its codec. The schema registry comes first, so that no topic is created when
 * the registry rejects a schema.
 */
async function openKafkaLogAndCodec(
  lifecycle: Lifecycle,
  addresses: { readonly url: string; readonly registryUrl: string; readonly topicPrefix: string },
  options: Pick<LogOptions, 'now' | 'logger'> & { readonly topics: TopicSettings },
): Promise<LogAndCodec> {
  const { url, registryUrl, topicPrefix } = addresses
  const { logger } = options
  const { openRegistryCodec } = await import('../lib/codec/registry.ts')
  const { openKafkaLog } = await import('../lib/log/kafka.ts')
  const codec = await lifecycle.open(
    'schema registry',
    () => openRegistryCodec({ url: registryUrl, topicPrefix, logger }),
    async () => undefined,
  )
  const onWait = (reason: string): void => logger.warn({ reason }, 'waiting for Kafka')
  const log = await lifecycle.open(
    'log',
    () =>
      retryUntilAvailable(
        () => openKafkaLog({ url, clientId: 'oddslog', prefix: topicPrefix, ...options }),
        { withinMs: kafkaStartTimeoutMs, onWait },
      ),
    (openedLog) => openedLog.close(),
  )
  return { log: createSchemaLoadingLog(log, codec), codec }
}

interface StoreOptions {
  readonly logger: Logger
  /** Unix milliseconds. */
  readonly now: () => number
  readonly metrics: Metrics
  /** Called when files of an embedded store are found to be damaged. */
  readonly onStoreDamaged?: (found: string) => void
}

/** Opens the store and applies the missing migrations. An embedded store that is damaged is repaired first. */
export async function openMigratedStore(
  lifecycle: Lifecycle,
  url: string,
  options: StoreOptions,
): Promise<OpenedStore> {
  const { logger } = options
  const store = await lifecycle.open(
    'store',
    () => openServerOrChdbStore(url, options),
    (openedStore) => openedStore.close(),
  )
  await lifecycle.open(
    'tables',
    async () => {
      const migrations = await readMigrations(migrationsDir)
      const applied = await retryUntilStoreAnswers(() => migrate(store, migrations), logger)
      const isUpgrade = applied.length > 0 && applied.length < migrations.length
      if (isUpgrade) logger.info({ applied }, 'migrations applied')
    },
    async () => undefined,
  )
  return store
}

async function openServerOrChdbStore(
  url: string,
  { logger, now, metrics, onStoreDamaged = () => undefined }: StoreOptions,
): Promise<OpenedStore> {
  if (!url.startsWith('chdb:'))
    return openStore({
      url,
      onWait: (reason) => logger.warn({ reason }, 'waiting for ClickHouse'),
    })
  const dataDir = url.slice('chdb:'.length)
  const store = await openRepairedStore({
    dataDir,
    keptTables: tablesBeyondLog,
    now,
    onDeath: (childDeath) => {
      metrics.storeDeaths.inc()
      logger.error(childDeath, 'the store child process died and is being restarted')
    },
    onRepaired: (storeRepair) =>
      logger.error(storeRepair, 'the store was damaged: its tables are rebuilt from the log'),
    onDamaged: onStoreDamaged,
  })
  metrics.storeRepairs.inc((await readRepairs(dataDir)).length)
  return store
}

/**
 * Returns the URL of a database of the store, with user and password. `database`: empty for the store's default
 * database.
 */
export function toStoreUrl({ url, user, password }: Endpoint, database = ''): string {
  const found = new URL(url)
  found.username = user
  found.password = password
  found.pathname = `/${encodeURIComponent(database)}`
  return found.href
}

/** Retries work on the store while the service starts. The work must be idempotent. */
export function retryUntilStoreAnswers<T>(work: () => Promise<T>, logger: Logger): Promise<T> {
  const onWait = (reason: string): void => logger.warn({ reason }, 'waiting for the store')
  return retryUntilAvailable(work, { withinMs: storeStartTimeoutMs, onWait })
}
