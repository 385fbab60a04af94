// A real schema registry for tests, in memory: after a restart it is empty. Its default compatibility is
// NONE, unlike the usual BACKWARD, so tests notice when the service does not set the compatibility itself.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installServers } from './install.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePorts, isPortInUseError } from './free-ports.ts'
import { startGuarded, type GuardedProcess } from './guarded-process.ts'

export interface RegistryServer {
  readonly port: number
  /** URL including the base path of the Confluent-compatible API. */
  readonly url: string
  /** SIGKILL ends the registry at once, SIGSTOP freezes it, SIGCONT resumes it. */
  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void
  stop(): Promise<void>
}

interface RegistryOptions {
  /** Port of an earlier registry that this one replaces; default: a free port. */
  readonly port?: number
}

const startTimeoutMs = 60_000
/** Response header with a random id: it shows that this registry responds, and not another one at its port. */
const identityHeader = 'oddslog-test-server'

/** Resolves when the registry responds. */
export async function startRegistry(options: RegistryOptions = {}): Promise<RegistryServer> {
  const { registryJar } = await installServers()
  for (let tries = 1; ; tries += 1) {
    const [free = 0] = await freePorts(1)
    const port = options.port ?? free
    const url = `http://127.0.0.1:${port}/apis/ccompat/v7`
    const folder = await mkdtemp(join(tmpdir(), 'oddslog-registry-'))
    const identity = randomUUID()
    const running = await startGuarded({
      command: toCommand(registryJar, port, identity),
      logPath: join(folder, 'registry.log'),
      folder,
    })
    const stop = async (): Promise<void> => {
      await running.kill()
      await rm(folder, { recursive: true, force: true })
    }
    try {
      await waitUntilReady(url, identity, running)
      return { port, url, signal: (signal) => running.signal(signal), stop }
    } catch (error) {
      const output = await running.output()
      await stop()
      if (isPortInUseError(output) && options.port === undefined && tries < 5) continue
      throw new Error(`the registry did not start: ${String(error)}\nIt wrote:\n${output}`)
    }
  }
}

function toCommand(jarPath: string, port: number, identity: string): string[] {
  const jvmOptions = ['-Xmx128m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1']
  const address = ['-Dquarkus.http.host=127.0.0.1', `-Dquarkus.http.port=${port}`]
  const header = `-Dquarkus.http.header.${identityHeader}.value=${identity}`
  const logging = ['-Dquarkus.log.level=WARN', '-Dquarkus.banner.enabled=false']
  return ['java', ...jvmOptions, ...address, header, ...logging, '-jar', jarPath]
}

async function waitUntilReady(
  url: string,
  identity: string,
  registry: GuardedProcess,
): Promise<void> {
  const started = performance.now()
  for (;;) {
    if (registry.hasEnded()) throw new Error('the process ended')
    const answer = await fetch(`${url}/subjects`).catch(() => null)
    if (answer?.ok && answer.headers.get(identityHeader) === identity) return
    if (performance.now() - started > startTimeoutMs)
      throw new Error(`no answer within ${startTimeoutMs / 1_000} s`)
    await sleep(25)
  }
}
