// A real Redis server for tests and the cluster, without persistence, at a free or a given port.
import { mkdtemp, rm } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { freePort } from './free-ports.ts'
import { startGuarded } from './guarded-process.ts'

export interface RedisServer {
  readonly port: number
  readonly url: string
  /** null when the server has ended. */
  pid(): number | null
  /** Sends one command on a new connection, with the password of the server. */
  command(name: string, ...args: readonly string[]): Promise<unknown>
  /** SIGKILL ends the server at once, SIGSTOP freezes it, SIGCONT resumes it. */
  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void
  stop(): Promise<void>
}

interface RedisServerOptions {
  /** Port of an earlier server that this one replaces; default: a free port. */
  readonly port?: number
  readonly password?: string
  /** Additional arguments for redis-server. */
  readonly args?: readonly string[]
}

/** Resolves when the server responds. */
export async function startRedisServer(options: RedisServerOptions = {}): Promise<RedisServer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await start(options.port ?? (await freePort()), options)
    } catch (error) {
      // retry: another process may have taken the free port
      if (options.port !== undefined || tries === 5) throw error
    }
  }
}

async function start(
  port: number,
  { password, args = [] }: RedisServerOptions,
): Promise<RedisServer> {
  const dir = await mkdtemp(join(tmpdir(), 'oddslog-redis-'))
  const settings = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  if (password !== undefined) settings.push('--requirepass', password)
  const command = ['redis-server', ...settings, '--dir', dir, '--loglevel', 'warning', ...args]
  const running = await startGuarded({ command, logPath: join(dir, 'output'), folder: dir })
  const stop = async (): Promise<void> => {
    await running.kill()
    await rm(dir, { recursive: true, force: true })
  }
  for (let tries = 0; !(await isServedByProcess(port, running.pid)); tries += 1) {
    if (tries === 400) {
      await stop()
      throw new Error(`redis-server did not answer at port ${port}`)
    }
    await sleep(25)
  }
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    pid: () => (running.hasEnded() ? null : running.pid),
    async command(name, ...rest) {
      const client = new Redis(port, '127.0.0.1', {
        retryStrategy: null,
        ...(password === undefined ? {} : { password }),
      })
      try {
        return await client.call(name, ...rest)
      } finally {
        client.disconnect()
      }
    },
    signal: (signal) => running.signal(signal),
    stop,
  }
}

/** Whether the process `pid` responds at the port, and not another server. */
function isServedByProcess(port: number, pid: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1', () => socket.write('INFO server\r\n'))
    const done = (isSameServer: boolean): void => {
      socket.destroy()
      resolve(isSameServer)
    }
    let answer = ''
    socket.setTimeout(1_000, () => done(false))
    socket.on('error', () => done(false))
    socket.on('close', () => done(false))
    socket.on('data', (data) => {
      answer += data.toString()
      if (answer.includes(`process_id:${pid}\r\n`) || answer.startsWith('-NOAUTH')) done(true)
    })
  })
}
