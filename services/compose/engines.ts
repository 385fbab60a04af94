// The log and the store of a service, opened by their URLs.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { openLocalCodec } from '../platform/codec/local.ts'
import type { Codec } from '../platform/codec/port.ts'
import { openLmdbLog } from '../platform/log/lmdb.ts'
import type { EventLog, TopicSettings } from '../platform/log/port.ts'
import type { Lifecycle } from '../platform/run/lifecycle.ts'
import { retryRetriable } from '../platform/run/retry.ts'
import { openStore } from '../platform/store/clickhouse.ts'
import { migrate, readMigrations } from '../platform/store/migrate.ts'
import type { Store } from '../platform/store/port.ts'
import type { Metrics } from '../platform/telemetry/metrics.ts'
import { topics } from '../topology.ts'

const migrationsDir = fileURLToPath(new URL('../../infra/clickhouse/', import.meta.url))

export async function openLog(
  lifecycle: Lifecycle,
  config: Config,
  now: () => number,
  logger: Logger,
): Promise<{ log: EventLog; codec: Codec }> {
  const settings: TopicSettings = Object.fromEntries(
    Object.entries(topics).map(([name, spec]) => [config.topicPrefix + name, spec]),
  )
  const log = await lifecycle.open(
    'log',
    () => openLmdbLog({ path: config.logPath, topics: settings, now, logger }),
    (opened) => opened.close(),
  )
  const codec = await openLocalCodec({ path: join(config.dataDir, 'schemas') })
  return { log, codec }
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
      }),
    (opened) => opened.close(),
  )
  await lifecycle.open(
    'tables',
    async () => {
      const migrations = await readMigrations(migrationsDir)
      const applied = await retryRetriable(() => migrate(store, migrations))
      const isUpgrade = applied.length > 0 && applied.length < migrations.length
      if (isUpgrade) logger.info({ applied }, 'tables brought up to date')
    },
    async () => undefined,
  )
  return store
}
