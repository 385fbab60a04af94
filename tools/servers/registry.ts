// A real schema registry of one's own, in memory: it comes back empty. Its default compatibility is
// NONE, not the BACKWARD of others, so what does not set its own is found out here.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installServers } from './install.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePorts, saysPortTaken } from './free-ports.ts'
import { startGuarded, type GuardedProcess } from './guarded-process.ts'

export interface RegistryServer {
  readonly port: number
  /** With the base path under which it speaks the Confluent interface. */
  readonly url: string
  /** SIGKILL stops it at once, SIGSTOP makes it silent, SIGCONT lets it go on. */
  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void
  stop(): Promise<void>
}

interface RegistryOptions {
  /** To come back where another has been; else a free one. */
  readonly port?: number
}

const readyMs = 60_000
/** In every answer, so that another registry at a port that ours did not get is not taken for it. */
const identityHeader = 'oddslog-test-server'

/** Resolves when it answers. */
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
      await becomeReady(url, identity, running)
      return { port, url, signal: (signal) => running.signal(signal), stop }
    } catch (error) {
      const output = await running.output()
      await stop()
      if (saysPortTaken(output) && options.port === undefined && tries < 5) continue
      throw new Error(`the registry did not start: ${String(error)}\nIt wrote:\n${output}`)
    }
  }
}

function toCommand(jar: string, port: number, identity: string): string[] {
  const small = ['-Xmx128m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1']
  const place = ['-Dquarkus.http.host=127.0.0.1', `-Dquarkus.http.port=${port}`]
  const named = `-Dquarkus.http.header.${identityHeader}.value=${identity}`
  const quiet = ['-Dquarkus.log.level=WARN', '-Dquarkus.banner.enabled=false']
  return ['java', ...small, ...place, named, ...quiet, '-jar', jar]
}

async function becomeReady(url: string, identity: string, running: GuardedProcess): Promise<void> {
  const started = performance.now()
  for (;;) {
    if (running.hasEnded()) throw new Error('it ended')
    const answer = await fetch(`${url}/subjects`).catch(() => null)
    if (answer?.ok && answer.headers.get(identityHeader) === identity) return
    if (performance.now() - started > readyMs)
      throw new Error(`no answer within ${readyMs / 1_000} s`)
    await sleep(25)
  }
}
