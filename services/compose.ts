// Composition root: creates and connects all parts of a process. Parts open in the order log, store,
// stages, api, admin server, and close in reverse. main.ts calls it; compose/ has the details per part.
import type { Logger } from 'pino'
import { normalizeEmail } from './api/email.ts'
import type { OpenedApi } from './compose/api.ts'
import { createDataDir } from './compose/data-dir.ts'
import { openLog, openMigratedStore } from './compose/log-and-store.ts'
import { createServiceLifecycle } from './compose/lifecycle.ts'
import type { Parts } from './compose/parts.ts'
import { loadRoles, roleModules } from './compose/role-modules.ts'
import { snapshotCommandOf } from './compose/snapshot-command.ts'
import { addStageLagChecks } from './compose/stage-lag.ts'
import { openStages } from './compose/stages.ts'
import { openSimulator } from './compose/upstream.ts'
import type { Config } from './config.ts'
import { createFactRowsCommand, factRowsPath } from './ops/fact-rows.ts'
import { createTableSizesCommand, startTableTrends, tableSizesPath } from './ops/status/tables.ts'
import { createRowHashesCommand, rowHashesPath } from './ops/verify/admin.ts'
import { createRevokeCommand, revokeDeveloperPath } from './ops/revoke-developer.ts'
import type { CommitChannel } from './lib/log/lmdb/commit-channel.ts'
import type { Lifecycle } from './lib/run/lifecycle.ts'
import { describeFullDisk } from './lib/run/disk-space.ts'
import { openAdminServer, type AdminCommand } from './lib/telemetry/admin.ts'
import {
  createLagGauges,
  readReadiness,
  refreshReadiness,
  shareRunningChecks,
  startDiskGauges,
} from './lib/telemetry/gauges.ts'
import { createMetrics } from './lib/telemetry/metrics.ts'
import { createTableObserver } from './lib/telemetry/observers.ts'
import type { Role } from './topology.ts'

export interface ComposeOptions {
  readonly config: Config
  readonly roles: ReadonlySet<Role>
  readonly version: string
  readonly logger: Logger
  /** Unix milliseconds. */
  readonly now: () => number
  /** Called when a part has stopped permanently; the caller must stop the service and show the reason. */
  readonly onFatal: (error: Error) => void
  /** Called when files of the embedded store are found to be damaged. The next start repairs the store. */
  readonly onStoreDamaged?: (found: string) => void
  /**
   * If given, the parts are opened in this lifecycle, so that its stop() can also interrupt the start. If
   * omitted, the service creates one.
   */
  readonly lifecycle?: Lifecycle
  /** Channel to the parent of this process, if the parent writes to the LMDB log. */
  readonly commitChannel?: CommitChannel
  /** Resolves when the api has loaded all markets. Given only if the api runs in another process of the service. */
  readonly marketsLoaded?: Promise<void>
  /**
   * Called with the progress whenever the poller has read a part of the market lists or fetched a part of the
   * histories.
   */
  readonly onBackfill?: (progress: BackfillProgress) => void
}

export interface BackfillProgress {
  readonly platform: string
  /** False while the platform's lists of open markets are being read for the first time. */
  readonly isListed: boolean
  readonly marketsDone: number
  /** The markets known so far. */
  readonly marketsTotal: number
}

export interface UrlsAndDemoKey {
  /** The URL of the api; null if the api is not one of the roles. */
  readonly apiUrl: string | null
  readonly adminUrl: string
  /** null when no simulator runs in this process. */
  readonly simulatorUrl: string | null
  /** The API key of a new demo account; null if accounts exist already, or if this process has no role api. */
  readonly demoKey: string | null
}

export interface Service extends UrlsAndDemoKey {
  /**
   * Resolves when the api has loaded all markets into memory and can answer all requests; without the role api, it
   * resolves at once.
   */
  readonly loaded: Promise<void>
  stop(): Promise<void>
}

/**
 * Opens all parts. If a part fails to open, the function closes the parts that are open already, and rejects with
 * the name of the failed part and the reason.
 */
export async function openService(options: ComposeOptions): Promise<Service> {
  const { config, roles, logger, now } = options
  const { topicPrefix } = config
  const lifecycle = options.lifecycle ?? createServiceLifecycle(logger)
  const metrics = createMetrics()
  for (const role of roles) metrics.role.set({ role }, 1)
  const onFatal = (part: string) => (error: Error) => {
    metrics.fatal.set({ part }, 1)
    logger.fatal({ part, err: error }, `${part} has stopped permanently`)
    options.onFatal(error)
  }

  await loadRoles(roles)
  await createDataDir(config, logger)
  const { log, codec } = await openLog(lifecycle, { ...options, metrics })
  const { storeUrl } = config
  const store =
    storeUrl === null ? null : await openMigratedStore(lifecycle, storeUrl, { ...options, metrics })
  const simulatorUrl = roles.has('poller') ? await openSimulator(lifecycle, config, now) : null
  const stage = { log, codec, topicPrefix, now }
  const checks: Record<string, () => Promise<string | null>> = {
    log: () => log.ranges(`${topicPrefix}raw.markets`).then(() => null),
  }
  const commands: Record<string, AdminCommand> = {}

  if (config.log.kind === 'lmdb') {
    const { path } = config.log
    checks['disk'] = () => describeFullDisk(path)
  }
  if (store)
    checks['store'] = () =>
      store.query('SELECT 1', {}, { timeoutMs: storeCheckTimeoutMs }).then(() => null)
  if (store) {
    commands[factRowsPath] = createFactRowsCommand(store)
    const tableTrends = await lifecycle.open(
      'table trends',
      async () => startTableTrends(store, now, createTableObserver(metrics)),
      async (sizeMeasurements) => sizeMeasurements.stop(),
    )
    commands[tableSizesPath] = createTableSizesCommand(store, tableTrends, now)
    commands[rowHashesPath] = createRowHashesCommand(store)
    Object.assign(commands, snapshotCommandOf(store, storeUrl))
  }
  const parts = { stage, store, metrics, onFatal, checks, commands }
  let resolveLoaded = (): void => undefined
  const loadedHere = new Promise<void>((resolve) => {
    resolveLoaded = resolve
  })
  const marketsLoaded = options.marketsLoaded ?? loadedHere
  await openStages(lifecycle, { ...options, marketsLoaded }, parts, simulatorUrl)
  addStageLagChecks(checks, roles, { ...stage, steadyNow: () => performance.now() })
  const api = await openApiWithAccounts(lifecycle, options, parts)
  const loaded = api?.loaded ?? Promise.resolve()
  void loaded.then(resolveLoaded)
  const disk = await lifecycle.open(
    'disk gauges',
    async () => startDiskGauges(metrics, config.dataDir, now),
    async (gauges) => gauges.stop(),
  )
  const refreshLag = createLagGauges(metrics, { log, topicPrefix, roles })
  const sharedChecks = shareRunningChecks(checks)
  const admin = await lifecycle.open(
    'admin server',
    () =>
      openAdminServer({
        host: config.adminHost,
        port: config.adminPort,
        readMetrics: async () => {
          await refreshReadiness(metrics, sharedChecks)
          await disk.refresh()
          await refreshLag()
          return metrics.registry.metrics()
        },
        readReadiness: () => readReadiness(sharedChecks),
        commands,
      }),
    (server) => server.close(),
  )

  // The demo key is created last, because it is shown only once: a later step that fails would lose it.
  // It is created only in the embedded form, where a person reads the output of the process.
  const isEmbedded = config.log.kind === 'lmdb'
  const demoKey = api && isEmbedded ? await api.createDemoKey() : null
  return {
    apiUrl: api?.url ?? null,
    adminUrl: admin.url,
    simulatorUrl,
    demoKey,
    loaded,
    stop: () => lifecycle.stop(),
  }
}

interface OpenedApiWithAccounts extends Pick<OpenedApi, 'url' | 'loaded'> {
  /** Creates a demo account and resolves with its API key; null when an account exists already. */
  readonly createDemoKey: () => Promise<string | null>
}

/** Resolves with null if the api is not one of the roles. */
async function openApiWithAccounts(
  lifecycle: Lifecycle,
  { config, roles, logger, version }: ComposeOptions,
  { stage, store, metrics, onFatal, checks, commands }: Parts,
): Promise<OpenedApiWithAccounts | null> {
  if (!store || !roles.has('api')) return null
  const { openAccounts, openApi, createDemoKey } = await roleModules.api()
  const accounts = await openAccounts(lifecycle, {
    ...stage,
    instance: config.instance,
    logger,
    onFatal: onFatal('accounts'),
  })
  const options = { ...stage, config, store, accounts, metrics, logger, version, onFatal }
  const { url, problem, loaded } = await openApi(lifecycle, options)
  checks['catalog'] = () => Promise.resolve(problem())
  commands[revokeDeveloperPath] = createRevokeCommand((email, reason) =>
    accounts.revokeDeveloper(normalizeEmail(email), reason),
  )
  return { url, loaded, createDemoKey: () => createDemoKey(accounts) }
}

/** Timeout of the store check of /health/ready. Programs that call /health/ready give up after some seconds. */
const storeCheckTimeoutMs = 5_000
