// Builds the service from its parts: the one file that knows which adapters there are. Parts open in
// the order of the flow, from the log outwards, and close in reverse.
import { mkdir } from 'node:fs/promises'
import type { Logger } from 'pino'
import { toEmail } from './api/email.ts'
import { makeDemoKey, openAccounts, openApi } from './compose/api.ts'
import { openLog, openMigratedStore } from './compose/engines.ts'
import { openMatcher, openNormalizer, openPoller, openProjector } from './compose/stages.ts'
import { openSimulator, platformUrls, simulatorSeed } from './compose/upstream.ts'
import type { Config } from './config.ts'
import { createExplainCommand, explainMatchPath } from './ops/explain-match.ts'
import { createRevokeCommand, revokeDeveloperPath } from './ops/revoke-developer.ts'
import { replay, type Replayed, type ReplayableStage } from './ops/replay.ts'
import { createLifecycle } from './platform/run/lifecycle.ts'
import type { StageOptions } from './platform/run/stage.ts'
import { openAdminServer } from './platform/telemetry/admin.ts'
import { createMetrics, type Metrics } from './platform/telemetry/metrics.ts'
import { createPollerObserver, refreshLag } from './platform/telemetry/observers.ts'
import { createSimulator } from './simulator/simulator.ts'

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
  /** An API key to try things with, seen this once: made when nobody had signed up yet. */
  readonly demoKey: string | null
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
  const matcher = await openMatcher(lifecycle, {
    log,
    codec,
    topicPrefix: config.topicPrefix,
    now,
    metrics,
    logger,
    onFatal: onFatal('matcher'),
  })
  await openNormalizer(lifecycle, { ...stage, onFatal: onFatal('normalizer') })
  await openPoller(lifecycle, {
    platforms: platformUrls(config, simulatorUrl),
    log,
    codec,
    topicPrefix: config.topicPrefix,
    now,
    onFatal: onFatal('poller'),
    observer: createPollerObserver(metrics, logger, (progress) => options.onBackfill?.(progress)),
  })
  const accounts = await openAccounts(lifecycle, {
    log,
    codec,
    topicPrefix: config.topicPrefix,
    now,
    logger,
    onFatal: onFatal('accounts'),
  })
  const { version } = options
  const parts = { config, store, accounts, log, codec, metrics, logger, now, version }
  const apiServer = await openApi(lifecycle, parts)
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
        commands: {
          [revokeDeveloperPath]: createRevokeCommand((email, reason) =>
            accounts.revokeDeveloper(toEmail(email), reason),
          ),
          [explainMatchPath]: createExplainCommand((id, otherId) => matcher.explain(id, otherId)),
        },
        refresh: () => refreshLag(metrics, log, config.topicPrefix),
      }),
    (server) => server.close(),
  )

  // last: it is shown once, so nothing may fail behind it
  const demoKey = await makeDemoKey(accounts)
  return {
    apiUrl: apiServer.url,
    adminUrl: admin.url,
    simulatorUrl,
    demoKey,
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
