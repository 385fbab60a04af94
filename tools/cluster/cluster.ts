// The distributed form on one machine: the servers (Kafka, registry, store, Redis), and the roles, each in
// several processes that are restarted when they end. Used by `npm run cluster` and by test/chaos/cluster,
// which injects faults.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import pino from 'pino'
import { openRegistryCodec } from '../../services/lib/codec/registry.ts'
import type { Role } from '../../services/topology.ts'
import { builtMainPath } from '../built-program.ts'
import { freePorts } from '../servers/free-ports.ts'
import { generateSecret, startClusterServers, type ClusterServers } from './servers.ts'
import { startSupervised, type SupervisedProcess, type UnexpectedEnd } from './supervised.ts'
import { roleVariables, toLogUrl } from './variables.ts'

export interface ClusterMember extends SupervisedProcess {
  readonly role: Role
  /** Base URL of metrics, health checks and commands. */
  readonly adminUrl: string
  /** Base URL of the api; null for other roles. */
  readonly apiUrl: string | null
}

export interface Cluster {
  readonly servers: ClusterServers
  readonly logUrl: string
  /** The members in the order in which they were added. */
  members(): readonly ClusterMember[]
  /**
   * Starts one more process of a role. The process runs this version, unless the command of another version is
   * given.
   */
  add(role: Role, command?: readonly string[]): Promise<ClusterMember>
  /** Stops a process and does not restart it; resolves with its exit status. */
  remove(member: ClusterMember): Promise<number>
  /** Resolves when all members are ready at the same time; rejects after `readyTimeoutMs`. */
  waitUntilReady(): Promise<void>
  /** Stops all processes. Resolves with one line for each member whose exit status was not 0. */
  stop(): Promise<readonly string[]>
}

export interface ClusterOptions {
  readonly folder: string
  readonly counts: Readonly<Record<Role, number>>
  /** The command of the first processes, if they run another version. They then register their schemas themselves. */
  readonly command?: readonly string[]
  readonly simulatorUrl: string
  readonly sessionSeconds: number
  /** Additional environment variables of all members. */
  readonly variables: Readonly<Record<string, string>>
  readonly onUnexpectedEnd: (end: UnexpectedEnd) => void
}

/** The command that runs a role of a compiled version, without its arguments. */
export const commandOf = (mainPath: string): readonly string[] => [
  process.execPath,
  '--max-old-space-size=256',
  '--enable-source-maps',
  mainPath,
]
/**
 * The command that runs a role of this version, without its arguments. buildProgram() must have compiled the
 * program before the first use.
 */
export const programCommand = commandOf(builtMainPath)
/** The default of the environment variable TOPIC_PREFIX. */
export const topicPrefix = 'pm.'
/** A busy machine takes minutes to start a dozen processes. After this time one of them must have hung. */
const readyTimeoutMs = 600_000

export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const { folder, counts, sessionSeconds } = options
  const logs = join(folder, 'logs')
  await mkdir(logs, { recursive: true })
  const servers = await startClusterServers(folder)
  const logUrl = toLogUrl(servers.addresses, sessionSeconds)
  if (options.command === undefined)
    await registerSchemas(servers).catch(async (error: unknown) => {
      await servers.stop()
      throw error
    })
  const secrets = { jwtSecret: generateSecret(), webhookSecret: generateSecret() }
  const members: ClusterMember[] = []
  const startedCounts = new Map<Role, number>()

  async function add(role: Role, command = programCommand): Promise<ClusterMember> {
    const number = (startedCounts.get(role) ?? 0) + 1
    startedCounts.set(role, number)
    const name = `${role}-${number}`
    const [adminPort = 0, apiPort = 0] = await freePorts(2)
    const adminUrl = `http://127.0.0.1:${adminPort}`
    const supervised = await startSupervised({
      name,
      command: [...command, role],
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        LOG_URL: logUrl,
        ADMIN_PORT: `${adminPort}`,
        PORT: `${apiPort}`,
        INSTANCE: name,
        DATA_DIR: join(folder, 'data'),
        ...roleVariables(role, servers.addresses, { ...options, ...secrets }),
        ...options.variables,
      },
      readyUrl: `${adminUrl}/health/ready`,
      logPath: join(logs, `${name}.log`),
      onUnexpectedEnd: options.onUnexpectedEnd,
    })
    const apiUrl = role === 'api' ? `http://127.0.0.1:${apiPort}` : null
    const member = { ...supervised, role, adminUrl, apiUrl }
    members.push(member)
    return member
  }

  async function stopMembers(): Promise<string[]> {
    const ends = await Promise.all(
      members.map(async (member) => [member.name, await member.stop()] as const),
    )
    return ends.flatMap(([name, status]) => (status === 0 ? [] : [`${name} ended with ${status}`]))
  }

  const cluster: Cluster = {
    servers,
    logUrl,
    members: () => members,
    add,
    async remove(member) {
      members.splice(members.indexOf(member), 1)
      return member.stop()
    },
    async waitUntilReady() {
      const deadlineMs = performance.now() + readyTimeoutMs
      for (;;) {
        const states = await Promise.all(members.map((member) => member.isReady()))
        if (states.every(Boolean)) return
        const missing = members.filter((_, i) => !states[i]).map(({ name }) => name)
        if (performance.now() > deadlineMs)
          throw new Error(`not ready within ${readyTimeoutMs / 1_000} s: ${missing.join(', ')}`)
        await new Promise((resolve) => setTimeout(resolve, 250))
      }
    },
    async stop() {
      const failures = await stopMembers()
      await servers.stop()
      return failures
    },
  }
  try {
    for (const [role, count] of Object.entries(counts))
      for (let i = 0; i < count; i += 1) await add(role as Role, options.command)
    return cluster
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

/**
 * Registers all schemas before the roles start. If several roles registered them concurrently, the schema
 * ids would differ from run to run. The ids must stay the same, because the registry keeps them in memory
 * only, while the records of an earlier run contain them.
 */
async function registerSchemas({ addresses }: ClusterServers): Promise<void> {
  const logger = pino({ level: 'silent' })
  await openRegistryCodec({ url: addresses.registryUrl, topicPrefix, logger })
}
