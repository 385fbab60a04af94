// A deployment of the working tree by its compose file: a clone in its own folder, with its own project
// name, ports and image tag, so that nothing else on the machine is changed.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { run } from '../../tools/containers/run-command.ts'
import { freePorts } from '../../tools/servers/free-ports.ts'
import { root } from '../support/source-files.ts'
import type { Waiting } from '../support/waiting.ts'

const execute = promisify(execFile)

export interface Container {
  readonly id: string
  readonly service: string
  readonly user: string
  readonly isRunning: boolean
  /** null: it has no health check. */
  readonly health: 'starting' | 'healthy' | 'unhealthy' | null
  readonly pid: number
  readonly restarts: number
  readonly wasOutOfMemory: boolean
  /** Unix milliseconds. */
  readonly startedMs: number
  /** When the first health check passed that is still remembered; null: none did. */
  readonly healthyMs: number | null
}

export interface Deployment {
  readonly folder: string
  readonly apiUrl: string
  /** Runs a script of docs/deploying.md; throws with its output unless it succeeds. */
  follow(script: string, variables?: Readonly<Record<string, string>>): Promise<string>
  /** `docker compose` with its exit code; for what may fail. */
  compose(
    args: readonly string[],
    variables?: Readonly<Record<string, string>>,
  ): Promise<{ code: number | null; output: string }>
  containers(): Promise<Container[]>
  /** kill -9 of the container's first process from outside, as a crash would end it. */
  crash(container: Container): Promise<void>
  /** Removes containers, volumes and the folder. */
  close(): Promise<void>
}

export async function openDeployment(): Promise<Deployment> {
  const folder = await mkdtemp(join(tmpdir(), 'oddslog-deployment-'))
  const clone = join(folder, 'clone')
  await cloneWorkingTree(join(folder, 'origin'), clone)
  const project = `oddslog-test-${randomBytes(3).toString('hex')}`
  const ports = (await freePorts(6)).map(String)
  const [api = '', prometheus = '', registry = '', first = '', second = '', third = ''] = ports
  const own = {
    COMPOSE_PROJECT_NAME: project,
    ODDSLOG_VERSION: 'test',
    API_PORT: api,
    PROMETHEUS_PORT: prometheus,
    REGISTRY_PORT: registry,
    KAFKA_1_PORT: first,
    KAFKA_2_PORT: second,
    KAFKA_3_PORT: third,
    RATE_LIMIT: 'off',
  }
  const toOwn = (script: string): string =>
    script
      .replaceAll('oddslog_', `${project}_`)
      .replaceAll('oddslog:local', 'oddslog:test')
      .replaceAll('127.0.0.1:8080', `127.0.0.1:${api}`)
  const compose: Deployment['compose'] = (args, variables = {}) =>
    run('docker', ['compose', ...args], { ...own, ...variables }, clone)

  return {
    folder: clone,
    apiUrl: `http://127.0.0.1:${api}`,
    compose,
    async follow(script, variables = {}) {
      const args = ['-euo', 'pipefail', '-c', toOwn(script)]
      const { code, output } = await run('bash', args, { ...own, ...variables }, clone)
      if (code !== 0) throw new Error(`ended with ${code}:\n${script}\n${output}`)
      return output
    },
    async containers() {
      const { stdout } = await execute('docker', [
        'ps',
        '--all',
        '--quiet',
        '--no-trunc',
        '--filter',
        `label=com.docker.compose.project=${project}`,
      ])
      const ids = stdout.split('\n').filter(Boolean)
      if (ids.length === 0) return []
      const inspected = await execute('docker', ['inspect', ...ids], { maxBuffer: 1 << 26 })
      return (JSON.parse(inspected.stdout) as Inspected[]).map(toContainer)
    },
    async crash({ pid }) {
      const asRoot = ['--rm', '--pid', 'host', '--user', '0', '--entrypoint', 'node']
      const script = `process.kill(${pid}, 'SIGKILL')`
      await execute('docker', ['run', ...asRoot, 'oddslog:test', '-e', script])
    },
    async close() {
      await compose(['down', '--volumes', '--timeout', '2'])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

interface Inspected {
  readonly Id: string
  readonly RestartCount: number
  readonly Config: { readonly Labels: Record<string, string>; readonly User: string }
  readonly State: {
    readonly Running: boolean
    readonly Pid: number
    readonly OOMKilled: boolean
    readonly StartedAt: string
    readonly Health?: {
      readonly Status: 'starting' | 'healthy' | 'unhealthy'
      readonly Log: readonly { readonly ExitCode: number; readonly End: string }[] | null
    }
  }
}

function toContainer({ Id, RestartCount, Config, State }: Inspected): Container {
  const passed = State.Health?.Log?.find(({ ExitCode }) => ExitCode === 0)
  return {
    id: Id,
    service: Config.Labels['com.docker.compose.service'] ?? '',
    user: Config.User,
    isRunning: State.Running,
    health: State.Health?.Status ?? null,
    pid: State.Pid,
    restarts: RestartCount,
    wasOutOfMemory: State.OOMKilled,
    startedMs: Date.parse(State.StartedAt),
    healthyMs: passed ? Date.parse(passed.End) : null,
  }
}

/** Containers that start on a busy machine may take longer than the other tests wait. */
export const slowly: Waiting = { everyMs: 250, withinMs: 540_000 }

/** As a user has it: a clone with an origin to pull from. What is not committed is part of both. */
async function cloneWorkingTree(origin: string, clone: string): Promise<void> {
  const git = (...args: string[]): Promise<unknown> => execute('git', ['-C', origin, ...args])
  const { stdout } = await execute(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', '-z'],
    { cwd: root, maxBuffer: 1 << 24 },
  )
  const files = stdout.split('\0').filter(Boolean)
  const folders = new Set(files.map((file) => dirname(join(origin, file))))
  for (const path of folders) await mkdir(path, { recursive: true })
  // a file that is deleted, but not committed as deleted
  await Promise.all(files.map((file) => cp(join(root, file), join(origin, file)).catch(() => null)))
  await git('init', '--quiet', '--initial-branch', 'main')
  await git('add', '--all')
  const author = ['-c', 'user.name=test', '-c', 'user.email=test@example.com']
  await git(...author, 'commit', '--quiet', '--message', 'working tree')
  await execute('git', ['clone', '--quiet', origin, clone])
}
