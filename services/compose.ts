// Builds the service from its parts: the one file that knows which adapters there are. Parts open in
// the order of the flow, from the log outwards, and close in reverse.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { createApi } from './api/api.ts'
import type { Config } from './config.ts'
import { normalize } from './normalizer/normalizer.ts'
import { openLocalCodec } from './platform/codec/local.ts'
import type { Codec } from './platform/codec/port.ts'
import { openLmdbLog } from './platform/log/lmdb.ts'
import { partitionOf } from './platform/log/partitioner.ts'
import type { EventLog, TopicSettings } from './platform/log/port.ts'
import { openHttpServer } from './platform/run/http-server.ts'
import { createLifecycle, type Lifecycle } from './platform/run/lifecycle.ts'
import { retryRetriable } from './platform/run/retry.ts'
import { runSink, runTransform, type StageOptions } from './platform/run/stage.ts'
import { createTradesLog } from './platform/run/trades-log.ts'
import { openStore } from './platform/store/clickhouse.ts'
import { migrate, readMigrations } from './platform/store/migrate.ts'
import type { Store } from './platform/store/port.ts'
import { openAdminServer } from './platform/telemetry/admin.ts'
import { createMetrics, type Metrics } from './platform/telemetry/metrics.ts'
import {
  createApiObserver,
  createPollerObserver,
  refreshLag,
} from './platform/telemetry/observers.ts'
import { replay, type Replayed, type ReplayableStage } from './ops/replay.ts'
import { createPoller } from './poller/poller.ts'
import { createProjector } from './projector/projector.ts'
import { createSimulator } from './simulator/simulator.ts'
import { roles, topics } from './topology.ts'

const migrationsDir = fileURLToPath(new URL('../infra/clickhouse/', import.meta.url))

/** The made-up world of `npm start`: the same every time. */
const simulatorSeed = 'oddslog'

/**
 * Live, rows wait `lingerMs` for company and candles `putOffMs`; a backlog fills blocks of
 * `maxRecords`. bench/ runs at the same pace.
 */
export const projectorPace = { lingerMs: 100, maxRecords: 50_000, putOffMs: 1_000 } as const

export interface ComposeOptions {
  readonly config: Config
  readonly version: string
  readonly logger: Logger
  /** Unix milliseconds. */
  readonly now: () => number
  /** A part has stopped for good: the service should be stopped, and the reason shown. */
  readonly onFatal: (error: Error) => void
  /** The back-fill of history, as it goes on. */
  readonly onBackfill?: (progress: BackfillProgress) => void
}

export interface BackfillProgress {
  readonly platform: string
  readonly marketsDone: number
  readonly marketsTotal: number
}

export interface Service {
  readonly apiUrl: string
  readonly adminUrl: string
  /** null when both platforms have addresses of their own. */
  readonly simulatorUrl: string | null
  stop(): Promise<void>
}

/** Rejects when a part does not open, with its name and the reason; the others are closed by then. */
export async function openService(options: ComposeOptions): Promise<Service> {
  const { config, logger, now } = options
  const lifecycle = createLifecycle((part, error) =>
    logger.error({ part, err: error }, 'did not close'),
  )
  const metrics = createMetrics()
  const onFatal = (part: string) => (error: Error) => {
    metrics.fatal.set({ part }, 1)
    logger.fatal({ part, err: error }, `${part} has stopped for good`)
    options.onFatal(error)
  }

  await mkdir(config.dataDir, { recursive: true })
  const { log, codec } = await openLog(lifecycle, config, now, logger)
  const store = await openMigratedStore(lifecycle, config.storeUrl, metrics, logger)
  const simulatorUrl = await openSimulator(lifecycle, config, now)
  const stage = { log, codec, topicPrefix: config.topicPrefix, now, count: countStage(metrics) }

  await openProjector(lifecycle, {
    ...stage,
    store,
    metrics,
    logger,
    onFatal: onFatal('projector'),
  })
  await lifecycle.open(
    'normalizer',
    () =>
      runTransform({
        ...stage,
        role: 'normalizer',
        transform: normalize,
        onFatal: onFatal('normalizer'),
      }),
    (subscription) => subscription.stop(),
  )
  await lifecycle.open(
    'poller',
    () => {
      const poller = createPoller({
        platforms: platformUrls(config, simulatorUrl),
        log,
        codec,
        topicPrefix: config.topicPrefix,
        now,
        onFatal: onFatal('poller'),
        observer: createPollerObserver(metrics, logger, (progress) =>
          options.onBackfill?.(progress),
        ),
      })
      poller.start()
      return poller
    },
    (poller) => poller.stop(),
  )
  const api = await lifecycle.open(
    'api',
    async () => {
      const made = await createApi({
        store,
        now,
        partitionOf: (marketId) => partitionOf(marketId, topics.trades.partitions),
        version: options.version,
        observer: createApiObserver(metrics, logger),
      })
      await retryRetriable(() => made.start())
      return made
    },
    (opened) => opened.stop(),
  )
  const apiServer = await lifecycle.open(
    'api server',
    () =>
      openHttpServer({
        host: config.host,
        port: config.port,
        handler: (request, response) => void api.handler(request, response),
      }),
    (server) => server.close(),
  )
  const admin = await lifecycle.open(
    'admin server',
    () =>
      openAdminServer({
        host: '127.0.0.1',
        port: config.adminPort,
        metrics,
        checks: {
          log: () => check(() => log.ranges(`${config.topicPrefix}raw.markets`)),
          store: () => check(() => store.query('SELECT 1')),
        },
        refresh: () => refreshLag(metrics, log, config.topicPrefix),
      }),
    (server) => server.close(),
  )

  return {
    apiUrl: apiServer.url,
    adminUrl: admin.url,
    simulatorUrl,
    stop: () => lifecycle.stop(),
  }
}

/** Rejects while the service runs on the same data. */
export async function replayStage(
  stage: ReplayableStage,
  options: Pick<ComposeOptions, 'config' | 'logger' | 'now'>,
): Promise<Replayed> {
  const { config, logger, now } = options
  const lifecycle = createLifecycle((part, error) =>
    logger.error({ part, err: error }, 'did not close'),
  )
  await mkdir(config.dataDir, { recursive: true })
  const store = await openMigratedStore(lifecycle, config.storeUrl, createMetrics(), logger)
  const { log } = await openLog(lifecycle, config, now, logger)
  try {
    return await replay({ stage, log, store, topicPrefix: config.topicPrefix })
  } finally {
    await lifecycle.stop()
  }
}

/** The simulator and nothing else. */
export async function openSimulatorOnly(
  config: Config,
  now: () => number,
): Promise<{ url: string; stop(): Promise<void> }> {
  const simulator = createSimulator({ seed: simulatorSeed, now })
  const server = await simulator.listen({ port: config.simulatorPort, host: config.host })
  return { url: server.url, stop: () => server.close() }
}

async function openLog(
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

async function openMigratedStore(
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

/** Listens only when a platform needs it. */
async function openSimulator(
  lifecycle: Lifecycle,
  config: Config,
  now: () => number,
): Promise<string | null> {
  if (config.platformA !== 'simulator' && config.platformB !== 'simulator') return null
  const server = await lifecycle.open(
    'simulator',
    () =>
      createSimulator({ seed: simulatorSeed, now }).listen({
        port: config.simulatorPort,
        host: '127.0.0.1',
      }),
    (opened) => opened.close(),
  )
  return server.url
}

function platformUrls(config: Config, simulatorUrl: string | null) {
  const { platformA, platformB } = config
  const a =
    platformA === 'simulator'
      ? {
          gammaUrl: `${simulatorUrl}/gamma`,
          clobUrl: `${simulatorUrl}/clob`,
          dataUrl: `${simulatorUrl}/data`,
        }
      : platformA
  const b = platformB === 'simulator' ? { url: `${simulatorUrl}/trade-api/v2` } : platformB
  return { ...(a ? { platform_a: a } : {}), ...(b ? { platform_b: b } : {}) }
}

async function openProjector(
  lifecycle: Lifecycle,
  options: Omit<StageOptions<'projector'>, 'role'> & {
    readonly store: Store
    readonly metrics: Metrics
    readonly logger: Logger
  },
): Promise<void> {
  const { store, metrics, logger, ...stage } = options
  const projector = await lifecycle.open(
    'projector',
    async () => {
      const made = createProjector({
        store,
        tradesLog: createTradesLog({ ...stage, group: roles.projector.group }),
        putOffMs: projectorPace.putOffMs,
        onRefused: ({ topic, partition, offset }, reason) => {
          metrics.refusedRecords.inc({ topic, reason })
          logger.warn({ topic, partition, offset, reason }, 'a record that no table can hold')
        },
        onFlushFailed: (error) => logger.warn({ err: error }, 'candles could not be written yet'),
      })
      await retryRetriable(() => made.start())
      return made
    },
    (made) => made.stop(),
  )
  await lifecycle.open(
    'projector subscription',
    () =>
      runSink({
        ...stage,
        role: 'projector',
        sink: projector.handle,
        maxRecords: projectorPace.maxRecords,
        lingerMs: projectorPace.lingerMs,
      }),
    (subscription) => subscription.stop(),
  )
}

function countStage(metrics: Metrics): StageOptions<'normalizer'>['count'] {
  return (labels, records) => metrics.stageRecords.inc(labels, records)
}

/** null when it works, else what it says. */
async function check(ask: () => Promise<unknown>): Promise<string | null> {
  try {
    await ask()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
