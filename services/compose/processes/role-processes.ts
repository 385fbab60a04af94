// Runs the service as several processes on one machine, so that a stage with much work does not delay the
// others. This process has no role: it owns the store's child process, writes to the log for all of them,
// and answers for all of them at the admin port.
import type { Addresses, ComposeOptions, Service } from '../../compose.ts'
import type { Lifecycle } from '../../lib/run/lifecycle.ts'
import { openAdminServer } from '../../lib/telemetry/admin.ts'
import { createMetrics, type Metrics } from '../../lib/telemetry/metrics.ts'
import type { Role } from '../../topology.ts'
import { createDataDir } from '../data-dir.ts'
import { openMigratedStore, openOwnLmdbLog } from '../log-and-store.ts'
import { openRoleProcess, type RoleProcess } from './child.ts'
import { createMergedAdmin } from './merged-admin.ts'

interface ProcessGroup {
  readonly roles: readonly Role[]
  readonly niceness: number
}

/**
 * Roles that share a process. The projector is next to the normalizer, because it reads what the normalizer
 * has just written; the others each have enough work for a processor. If the processors are busy, the
 * processes with the lowest niceness come first: answers and new trades, then their rows, then matches. The
 * differences are small, because they also count against all other programs of the machine.
 *
 * Each list of groups starts when the one before has started: the matcher parses all markets at its start,
 * which would delay the first answer.
 */
const startOrder: readonly (readonly ProcessGroup[])[] = [
  [
    { roles: ['normalizer', 'projector'], niceness: 2 },
    { roles: ['poller'], niceness: 0 },
    { roles: ['api'], niceness: 0 },
  ],
  [{ roles: ['matcher'], niceness: 5 }],
]

/** Opens all processes. Rejects with the reason of the first that does not open. */
export async function openRoleProcesses(
  options: ComposeOptions & { readonly lifecycle: Lifecycle },
): Promise<Service> {
  const { config, lifecycle, logger } = options
  const metrics = createMetrics()
  await createDataDir(config, logger)
  const ownLog =
    config.log.kind === 'lmdb' ? await openOwnLmdbLog(lifecycle, config.log.path, options) : null
  const variables = {
    PROCESSES: 'one',
    ADMIN_HOST: '127.0.0.1',
    ADMIN_PORT: '0',
    ...(await openEmbeddedStore(lifecycle, options, metrics)),
  }
  const openProcess = ({ roles, niceness }: ProcessGroup): Promise<RoleProcess> => {
    const name = `process of ${roles.join(' and ')}`
    return lifecycle.open(
      name,
      () =>
        openRoleProcess({
          roles,
          niceness,
          variables,
          answerCommit: ownLog?.answerCommit ?? null,
          onBackfill: (progress) => options.onBackfill?.(progress),
          onRestart(signal) {
            metrics.processRestarts.inc()
            logger.error({ roles, signal }, 'a process of the service died and is being restarted')
          },
          onFatal(error) {
            logger.fatal({ roles, err: error }, `the ${name} has stopped permanently`)
            options.onFatal(error)
          },
        }),
      (opened) => opened.stop(),
    )
  }
  const processes: RoleProcess[] = []
  for (const groups of startOrder) {
    const used = groups
      .map(({ roles, niceness }) => ({
        roles: roles.filter((role) => options.roles.has(role)),
        niceness,
      }))
      .filter(({ roles }) => roles.length > 0)
    processes.push(...(await Promise.all(used.map(openProcess))))
  }
  const admin = await lifecycle.open(
    'admin server',
    () =>
      openAdminServer({
        host: config.adminHost,
        port: config.adminPort,
        ...createMergedAdmin(processes, () => metrics.registry.metrics()),
      }),
    (server) => server.close(),
  )
  const addresses = processes.map((one) => one.addresses())
  const find = <Name extends keyof Addresses>(name: Name): Addresses[Name] | null =>
    addresses.find((one) => one?.[name] != null)?.[name] ?? null
  return {
    apiUrl: find('apiUrl'),
    adminUrl: admin.url,
    simulatorUrl: find('simulatorUrl'),
    demoKey: find('demoKey'),
    stop: () => lifecycle.stop(),
  }
}

/**
 * Opens the store if it is embedded: it belongs to one process. Returns the variables with which the other
 * processes use it.
 */
async function openEmbeddedStore(
  lifecycle: Lifecycle,
  { config, logger }: ComposeOptions,
  metrics: Metrics,
): Promise<Record<string, string>> {
  if (config.storeUrl?.startsWith('chdb:') !== true) return {}
  const store = await openMigratedStore(lifecycle, config.storeUrl, metrics, logger)
  const endpoint = store.endpoint()
  if (endpoint === null) throw new Error('the store ended while the service started')
  const url = new URL(endpoint.url)
  url.username = endpoint.user
  url.password = endpoint.password
  return { STORE_URL: url.href }
}
