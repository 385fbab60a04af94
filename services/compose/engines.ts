// The log and the store of a service, opened by their URLs.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { createLearningLog } from '../platform/codec/learning-log.ts'
import { openLocalCodec } from '../platform/codec/local.ts'
import type { Codec } from '../platform/codec/port.ts'
import { openRegistryCodec } from '../platform/codec/registry.ts'
import { openKafkaLog } from '../platform/log/kafka.ts'
import { openLmdbLog } from '../platform/log/lmdb.ts'
import type { EventLog, TopicSettings } from '../platform/log/port.ts'
import type { Lifecycle } from '../platform/run/lifecycle.ts'
import { untilItAnswers } from '../platform/run/until-it-answers.ts'
import { openStore } from '../platform/store/clickhouse.ts'
import { migrate, readMigrations } from '../platform/store/migrate.ts'
import type { Store } from '../platform/store/port.ts'
import type { Metrics } from '../platform/telemetry/metrics.ts'
import { topicsWithPrefix } from '../topology.ts'

const migrationsDir = fileURLToPath(new URL('../../infra/clickhouse/', import.meta.url))

/** Where log or store lie in files of ours; elsewhere nothing is written to the disk. */
export async function makeDataDir({ log, storeUrl, dataDir }: Config): Promise<void> {
  if (log.kind === 'lmdb' || storeUrl.startsWith('chdb:')) await mkdir(dataDir, { recursive: true })
}

/** Containers that start together are up by then. */
const brokersAnswerWithinMs = 60_000
/** One that dies while we start is back by then. */
const storeAnswersWithinMs = 15_000

export interface LogAndCodec {
  readonly log: EventLog
  readonly codec: Codec
}

export async function openLog(
  lifecycle: Lifecycle,
  config: Config,
  now: () => number,
  logger: Logger,
): Promise<LogAndCodec> {
  const settings = topicsWithPrefix(config.topicPrefix)
  if (config.log.kind === 'kafka')
    return openKafka(
      lifecycle,
      { ...config.log, topicPrefix: config.topicPrefix },
      settings,
      logger,
    )
  const { path } = config.log
  const log = await lifecycle.open(
    'log',
    () => openLmdbLog({ path, topics: settings, now, logger }),
    (opened) => opened.close(),
  )
  const codec = await openLocalCodec({ path: join(config.dataDir, 'schemas') })
  return { log, codec }
}

/** The registry first: no topic is made for schemas that it refuses. */
async function openKafka(
  lifecycle: Lifecycle,
  at: { readonly url: string; readonly registryUrl: string; readonly topicPrefix: string },
  settings: TopicSettings,
  logger: Logger,
): Promise<LogAndCodec> {
  const { url, registryUrl, topicPrefix } = at
  const codec = await lifecycle.open(
    'schema registry',
    () => openRegistryCodec({ url: registryUrl, topicPrefix, logger }),
    async () => undefined,
  )
  const onWait = (reason: string): void => logger.warn({ reason }, 'waiting for Kafka')
  const log = await lifecycle.open(
    'log',
    () =>
      untilItAnswers(
        () =>
          openKafkaLog({ url, topics: settings, clientId: 'oddslog', prefix: topicPrefix, logger }),
        { withinMs: brokersAnswerWithinMs, onWait },
      ),
    (opened) => opened.close(),
  )
  return { log: createLearningLog(log, codec), codec }
}

export async function openMigratedStore(
  lifecycle: Lifecycle,
  url: string,
  metrics: Metrics,
  logger: Logger,
): Promise<Store> {
  const store = await lifecycle.open(
    'store',
    () =>
      openStore({
        url,
        onDeath: (death) => {
          metrics.storeDeaths.inc()
          logger.error(death, 'the store child died and is being started again')
        },
        onWait: (reason) => logger.warn({ reason }, 'waiting for ClickHouse'),
      }),
    (opened) => opened.close(),
  )
  await lifecycle.open(
    'tables',
    async () => {
      const migrations = await readMigrations(migrationsDir)
      const applied = await onceStoreAnswers(() => migrate(store, migrations), logger)
      const isUpgrade = applied.length > 0 && applied.length < migrations.length
      if (isUpgrade) logger.info({ applied }, 'tables brought up to date')
    },
    async () => undefined,
  )
  return store
}

/** For what is asked of it while the service starts, and may be done twice. */
export function onceStoreAnswers<T>(work: () => Promise<T>, logger: Logger): Promise<T> {
  const onWait = (reason: string): void => logger.warn({ reason }, 'waiting for the store')
  return untilItAnswers(work, { withinMs: storeAnswersWithinMs, onWait })
}
