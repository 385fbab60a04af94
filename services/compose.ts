// Builds the service from its parts: the one file that knows which adapters there are. Parts open in
// the order of the flow, from the log outwards, and close in reverse.
import type { Logger } from 'pino'
import type { Accounts } from './api/accounts/accounts.ts'
import { toEmail } from './api/email.ts'
import { makeDemoKey, openAccounts, openApi } from './compose/api.ts'
import { makeDataDir, openLog, openMigratedStore } from './compose/engines.ts'
import { openMatcher } from './compose/matcher.ts'
import { openNormalizer, openPoller, openProjector } from './compose/stages.ts'
import { openSimulator, platformUrls, simulatorSeed } from './compose/upstream.ts'
import type { Config } from './config.ts'
import { createExplainCommand, explainMatchPath } from './ops/explain-match.ts'
import { createRevokeCommand, revokeDeveloperPath } from './ops/revoke-developer.ts'
import { replay, type Replayed, type ReplayableStage } from './ops/replay.ts'
import { createLifecycle } from './platform/run/lifecycle.ts'
import type { StageOptions } from './platform/run/stage.ts'
import { openAdminServer, type AdminCommand } from './platform/telemetry/admin.ts'
import { createMetrics, type Metrics } from './platform/telemetry/metrics.ts'
import { createPollerObserver, refreshLag } from './platform/telemetry/observers.ts'
import { createSimulator } from './simulator/simulator.ts'
import type { Role } from './topology.ts'

export interface ComposeOptions {
  readonly config: Config
  readonly roles: ReadonlySet<Role>
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
  /** null: the api is not one of the roles. */
  readonly apiUrl: string | null
  readonly adminUrl: string
  /** null when no simulator runs in this process. */
  readonly simulatorUrl: string | null
  /** An API key to try things with, seen this once: made when nobody had signed up yet. */
  readonly demoKey: string | null
  stop(): Promise<void>
}

/** Rejects when a part does not open, with its name and the reason; the others are closed by then. */
export async function openService(options: ComposeOptions): Promise<Service> {
  const { config, roles, logger, now, version } = options
  const { topicPrefix } = config
  const lifecycle = createLifecycle((part, error) =>
    logger.error({ part, err: error }, 'did not close'),
  )
  const metrics = createMetrics()
  const onFatal = (part: string) => (error: Error) => {
    metrics.fatal.set({ part }, 1)
    logger.fatal({ part, err: error }, `${part} has stopped for good`)
    options.onFatal(error)
  }

  await makeDataDir(config)
  const { log, codec } = await openLog(lifecycle, config, now, logger)
  const usesStore = roles.has('projector') || roles.has('api')
  const store = usesStore
    ? await openMigratedStore(lifecycle, config.storeUrl, metrics, logger)
    : null
  const simulatorUrl = roles.has('poller') ? await openSimulator(lifecycle, config, now) : null
  const stage = { log, codec, topicPrefix, now }
  const count = countStage(metrics)
  const checks: Record<string, () => Promise<string | null>> = {
    log: () => check(() => log.ranges(`${topicPrefix}raw.markets`)),
  }
  const commands: Record<string, AdminCommand> = {}

  if (store) checks['store'] = () => check(() => store.query('SELECT 1'))
  if (store && roles.has('projector'))
    await openProjector(lifecycle, {
      ...stage,
      count,
      store,
      metrics,
      logger,
      onFatal: onFatal('projector'),
    })
  if (roles.has('matcher')) {
    const matcher = await openMatcher(lifecycle, {
      ...stage,
      metrics,
      logger,
      onFatal: onFatal('matcher'),
    })
    commands[explainMatchPath] = createExplainCommand((a, b) => matcher.explain(a, b))
  }
  if (roles.has('normalizer'))
    await openNormalizer(lifecycle, { ...stage, count, onFatal: onFatal('normalizer') })
  if (roles.has('poller'))
    await openPoller(lifecycle, {
      ...stage,
      platforms: platformUrls(config, simulatorUrl),
      onFatal: onFatal('poller'),
      observer: createPollerObserver(metrics, logger, (progress) => options.onBackfill?.(progress)),
    })
  let accounts: Accounts | null = null
  let apiUrl: string | null = null
  if (store && roles.has('api')) {
    const { instance } = config
    const opened = await openAccounts(lifecycle, {
      ...stage,
      instance,
      logger,
      onFatal: onFatal('accounts'),
    })
    const parts = { ...stage, config, store, accounts: opened, metrics, logger, version }
    apiUrl = (await openApi(lifecycle, parts)).url
    commands[revokeDeveloperPath] = createRevokeCommand((email, reason) =>
      opened.revokeDeveloper(toEmail(email), reason),
    )
    accounts = opened
  }
  const admin = await lifecycle.open(
    'admin server',
    () =>
      openAdminServer({
        host: config.adminHost,
        port: config.adminPort,
        metrics,
        checks,
        commands,
        refresh: () => refreshLag(metrics, { log, topicPrefix, roles }),
      }),
    (server) => server.close(),
  )

  // Last: it is shown once, so nothing may fail behind it. Where several processes are the service,
  // nobody is there to see it.
  const isForOnePerson = config.log.kind === 'lmdb'
  const demoKey = accounts && isForOnePerson ? await makeDemoKey(accounts) : null
  return { apiUrl, adminUrl: admin.url, simulatorUrl, demoKey, stop: () => lifecycle.stop() }
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
  await makeDataDir(config)
  try {
    // In the embedded form the store has the lock that says whether the service runs.
    const store =
      stage === 'projector' || config.log.kind === 'lmdb'
        ? await openMigratedStore(lifecycle, config.storeUrl, createMetrics(), logger)
        : null
    const { log } = await openLog(lifecycle, config, now, logger)
    const emptied = stage === 'projector' ? store : null
    return await replay({ stage, log, emptied, topicPrefix: config.topicPrefix })
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
