// Runs the service as several processes on one machine, so that a stage with much work does not delay the
// others. This process has no role: it owns the store's child process, writes to the log for all of them,
// and answers for all of them at the admin port.
import { setTimeout as sleep } from 'node:timers/promises'
import type { BackfillProgress, ComposeOptions, Service, UrlsAndDemoKey } from '../../compose.ts'
import {
  compactHeap,
  heapGrowth,
  oneBackgroundThread,
  semiSpace,
} from '../../lib/run/child-memory.ts'
import type { Lifecycle } from '../../lib/run/lifecycle.ts'
import { openAdminServer, type AdminCommand } from '../../lib/telemetry/admin.ts'
import { createMetrics, type Metrics } from '../../lib/telemetry/metrics.ts'
import type { Role } from '../../topology.ts'
import { createDataDir } from '../data-dir.ts'
import { openMigratedStore, openOwnLmdbLog, toStoreUrl } from '../log-and-store.ts'
import { snapshotCommandOf } from '../snapshot-command.ts'
import { createRoleProcess, type ChildProcessSettings, type RoleProcess } from './child.ts'
import { createListsRead } from './lists-read.ts'
import { createMergedAdmin } from './merged-admin.ts'

interface ProcessGroup {
  readonly roles: readonly Role[]
  readonly niceness: number
  /** Options of Node for this process. */
  readonly nodeOptions: readonly string[]
}

/** The first load takes less than ten minutes. Meanwhile the heaps grow, and collections should be short. */
const compactAfterMs = 600_000

/**
 * The roles of each process. Each of these processes can at times keep one processor busy. If all processors are
 * busy, the processes with the lowest niceness run first: the process that answers requests, then the processes
 * that read trades, write their rows and match markets. docs/decisions/076-priorities-of-processes.md
 *
 * At the start, the api answers about single markets while it reads all of them. Meanwhile the poller only follows
 * the tapes. When the api has read the markets, the poller requests everything else, and messages are sent to webhooks.
 * When the poller has read all lists of open markets, the process of the matcher starts, which parses all markets.
 */
const firstGroups: readonly ProcessGroup[] = [
  { roles: ['normalizer'], niceness: 9, nodeOptions: [oneBackgroundThread, semiSpace(4)] },
  {
    // The webhooks have little work, and a process of their own would take 40 MiB.
    roles: ['projector', 'webhooks'],
    niceness: 10,
    nodeOptions: [oneBackgroundThread, heapGrowth(120), semiSpace(4), compactHeap(compactAfterMs)],
  },
  {
    roles: ['api'],
    niceness: 0,
    // Short collections, which wait for no other thread while all processors are busy.
    nodeOptions: [
      oneBackgroundThread,
      heapGrowth(50),
      semiSpace(8),
      compactHeap(compactAfterMs),
      '--no-parallel-scavenge',
    ],
  },
  {
    roles: ['poller'],
    niceness: 10,
    nodeOptions: [oneBackgroundThread, heapGrowth(60), semiSpace(16)],
  },
]
const lastGroups: readonly ProcessGroup[] = [
  {
    roles: ['matcher'],
    niceness: 17,
    nodeOptions: [oneBackgroundThread, heapGrowth(30), semiSpace(8), compactHeap(compactAfterMs)],
  },
]

/**
 * The process of the matcher starts this long after the api has read the markets at the latest, for example if a platform
 * does not answer.
 */
const maxListsWaitMs = 600_000

/**
 * Opens all processes. Rejects with the reason of the first process that does not open. Resolves before all
 * markets are loaded, which /health/ready reports, and before the matcher is open.
 */
export async function openRoleProcesses(
  options: ComposeOptions & { readonly lifecycle: Lifecycle },
): Promise<Service> {
  const { config, lifecycle, logger } = options
  const metrics = createMetrics()
  await createDataDir(config, logger)
  const listsRead = createListsRead(
    options.roles.has('poller') ? Object.keys(config.platforms) : [],
  )
  const onBackfill = (progress: BackfillProgress): void => {
    listsRead.note(progress)
    options.onBackfill?.(progress)
  }
  const create = (groups: readonly ProcessGroup[]): readonly RoleProcess[] =>
    groups.flatMap((group) => createProcess(group, { ...options, onBackfill }, metrics) ?? [])
  const first = create(firstGroups)
  const last = create(lastGroups)
  const processes = [...first, ...last]
  const stopAll = async (): Promise<void> => {
    await Promise.all(processes.map((one) => one.stop()))
  }
  // The processes are opened here with stopAll, so that they are stopped if the log or the store does not open.
  await lifecycle.open('loading processes', async () => first.forEach((one) => one.load()), stopAll)
  const ownLog =
    config.log.kind === 'lmdb'
      ? await openOwnLmdbLog(lifecycle, config.log.path, { ...options, metrics })
      : null
  const embeddedStore = await openEmbeddedStore(lifecycle, options, metrics)
  const parent: ChildProcessSettings = {
    variables: {
      PROCESSES: 'one',
      ADMIN_HOST: '127.0.0.1',
      ADMIN_PORT: '0',
      ...embeddedStore.variables,
    },
    answerCommit: ownLog?.answerCommit ?? null,
  }
  // The processes are stopped before the log and the store, and all at once: they work together only through the log
  // and the store.
  await lifecycle.open('processes of the roles', async () => undefined, stopAll)
  const open = (one: RoleProcess): Promise<void> =>
    lifecycle.open(
      nameOf(one),
      () => one.open(parent),
      async () => undefined,
    )
  await Promise.all(first.map(open))
  const loaded = Promise.all(first.map((one) => one.loaded)).then(() => undefined)
  void loaded.then(async () => {
    if (lifecycle.isStopping()) return
    for (const one of first) one.reportMarketsLoaded()
    await Promise.race([listsRead.done, sleep(maxListsWaitMs, undefined, { ref: false })])
    if (lifecycle.isStopping()) return
    await Promise.all(last.map(open)).catch((error: Error) => {
      if (!lifecycle.isStopping()) options.onFatal(error)
    })
  })
  const admin = await lifecycle.open(
    'admin server',
    () =>
      openAdminServer({
        host: config.adminHost,
        port: config.adminPort,
        ...createMergedAdmin(processes, {
          readMetrics: () => metrics.registry.metrics(),
          commands: embeddedStore.commands,
        }),
      }),
    (server) => server.close(),
  )
  const addresses = processes.map((one) => one.addresses())
  const findAddress = <Name extends keyof UrlsAndDemoKey>(
    name: Name,
  ): UrlsAndDemoKey[Name] | null => addresses.find((one) => one?.[name] != null)?.[name] ?? null
  return {
    apiUrl: findAddress('apiUrl'),
    adminUrl: admin.url,
    simulatorUrl: findAddress('simulatorUrl'),
    demoKey: findAddress('demoKey'),
    loaded,
    stop: () => lifecycle.stop(),
  }
}

const nameOf = ({ roles }: RoleProcess): string => `process of ${roles.join(' and ')}`

/** Returns null if this service runs none of the roles of the group. */
function createProcess(
  group: ProcessGroup,
  { roles: ownRoles, logger, onBackfill, onFatal }: ComposeOptions,
  metrics: Metrics,
): RoleProcess | null {
  const roles = group.roles.filter((role) => ownRoles.has(role))
  if (roles.length === 0) return null
  const created = createRoleProcess({
    roles,
    niceness: group.niceness,
    nodeOptions: group.nodeOptions,
    onBackfill: (progress) => onBackfill?.(progress),
    onRestart(signal) {
      metrics.processRestarts.inc()
      logger.error({ roles, signal }, 'a process of the service died and is being restarted')
    },
    onFatal(error) {
      logger.fatal({ roles, err: error }, `the ${nameOf(created)} has stopped permanently`)
      onFatal(error)
    },
    onKilled() {
      logger.error({ roles }, 'a process of the service has not stopped in time and is killed')
    },
  })
  return created
}

/**
 * Opens the store in this process if it is embedded, because only one process can open an embedded store. Returns
 * the variables with which the other processes use it, and the admin commands that only this process can execute.
 */
async function openEmbeddedStore(
  lifecycle: Lifecycle,
  options: ComposeOptions,
  metrics: Metrics,
): Promise<{
  readonly variables: Readonly<Record<string, string>>
  readonly commands: Readonly<Record<string, AdminCommand>>
}> {
  const { config } = options
  if (config.storeUrl?.startsWith('chdb:') !== true) return { variables: {}, commands: {} }
  const store = await openMigratedStore(lifecycle, config.storeUrl, { ...options, metrics })
  const endpoint = store.endpoint()
  if (endpoint === null) throw new Error('the store ended while the service started')
  return {
    variables: { STORE_URL: toStoreUrl(endpoint) },
    commands: snapshotCommandOf(store, config.storeUrl),
  }
}
