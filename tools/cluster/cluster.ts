// The distributed form on one machine: the engines, and each role in processes of its own, which are
// kept running. `npm run cluster` shows it to a person, test/chaos/cluster breaks it.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { openRegistryCodec } from '../../services/platform/codec/registry.ts'
import type { Role } from '../../services/topology.ts'
import { freePorts } from '../servers/free-ports.ts'
import { newJwtSecret, startEngines, type RunningEngines } from './engines.ts'
import { startSupervised, type Supervised, type UnexpectedEnd } from './supervised.ts'
import { roleVariables, toLogUrl } from './variables.ts'

export interface Member extends Supervised {
  readonly role: Role
  /** Metrics, health and commands. */
  readonly adminUrl: string
  /** Of the api; null: another role. */
  readonly apiUrl: string | null
}

export interface Cluster {
  readonly engines: RunningEngines
  readonly logUrl: string
  /** In the order in which they were added. */
  members(): readonly Member[]
  /** One more process of a role. */
  add(role: Role): Promise<Member>
  /** Ends it for good; resolves with its exit status. */
  remove(member: Member): Promise<number>
  /** Waits until all of them are ready at once. Rejects when that takes too long. */
  becomesReady(): Promise<void>
  /** Resolves when nothing of it is left, with what the members that did not end with status 0 ended with. */
  stop(): Promise<readonly string[]>
}

export interface ClusterOptions {
  readonly folder: string
  readonly counts: Readonly<Record<Role, number>>
  readonly simulatorUrl: string
  readonly sessionSeconds: number
  /** For all of them, besides what each needs. */
  readonly variables: Readonly<Record<string, string>>
  readonly onUnexpectedEnd: (end: UnexpectedEnd) => void
}

/** The way a role is started by hand, too. */
export const program = [process.execPath, '--max-old-space-size=256', '--import', 'tsx']
export const mainPath = fileURLToPath(new URL('../../services/main.ts', import.meta.url))
/** The default of TOPIC_PREFIX. */
export const topicPrefix = 'pm.'
const readyWithinMs = 180_000

export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const { folder, counts, sessionSeconds } = options
  const logs = join(folder, 'logs')
  await mkdir(logs, { recursive: true })
  const engines = await startEngines(folder)
  const logUrl = toLogUrl(engines.addresses, sessionSeconds)
  await registerSchemas(engines).catch(async (error: unknown) => {
    await engines.stop()
    throw error
  })
  const jwtSecret = newJwtSecret()
  const members: Member[] = []
  const made = new Map<Role, number>()

  async function add(role: Role): Promise<Member> {
    const number = (made.get(role) ?? 0) + 1
    made.set(role, number)
    const name = `${role}-${number}`
    const [adminPort = 0, apiPort = 0] = await freePorts(2)
    const adminUrl = `http://127.0.0.1:${adminPort}`
    const supervised = await startSupervised({
      name,
      command: [...program, mainPath, role],
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        LOG_URL: logUrl,
        ADMIN_PORT: `${adminPort}`,
        PORT: `${apiPort}`,
        INSTANCE: name,
        DATA_DIR: join(folder, 'data'),
        ...roleVariables(role, engines.addresses, { ...options, jwtSecret }),
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
    engines,
    logUrl,
    members: () => members,
    add,
    async remove(member) {
      members.splice(members.indexOf(member), 1)
      return member.stop()
    },
    async becomesReady() {
      const giveUpMs = performance.now() + readyWithinMs
      for (;;) {
        const states = await Promise.all(members.map((member) => member.isReady()))
        if (states.every(Boolean)) return
        const missing = members.filter((_, i) => !states[i]).map(({ name }) => name)
        if (performance.now() > giveUpMs)
          throw new Error(`not ready within ${readyWithinMs / 1_000} s: ${missing.join(', ')}`)
        await new Promise((resolve) => setTimeout(resolve, 250))
      }
    },
    async stop() {
      const faults = await stopMembers()
      await engines.stop()
      return faults
    },
  }
  try {
    for (const [role, count] of Object.entries(counts))
      for (let i = 0; i < count; i += 1) await add(role as Role)
    return cluster
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

/**
 * Before anybody else can: several at once would get other ids each time, and a registry in memory
 * begins anew over data of an earlier run.
 */
async function registerSchemas({ addresses }: RunningEngines): Promise<void> {
  const logger = pino({ level: 'silent' })
  await openRegistryCodec({ url: addresses.registryUrl, topicPrefix, logger })
}
