// A real Redis of a test's own, on a free port, with nothing kept. A shell stands between: it kills
// the server and removes its directory when its standard input ends, so also when the run is killed.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { createConnection, createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Redis } from 'ioredis'
import { sleep } from '../contracts/waiting.ts'
import { describeWhere, findMissing } from './describe-where.ts'

export interface RedisServer {
  readonly port: number
  readonly url: string
  /** Sends one command, on a connection of its own, with the password that the server was started with. */
  command(name: string, ...args: readonly string[]): Promise<unknown>
  /** SIGKILL stops it at once, SIGSTOP makes it silent, SIGCONT lets it go on. */
  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void
  stop(): Promise<void>
}

interface RedisServerOptions {
  /** To come back where another has been; else a free one. */
  readonly port?: number
  readonly password?: string
  /** More arguments for redis-server. */
  readonly args?: readonly string[]
}

/** `describeWhere` there is a redis-server, and whatever else is needed. */
export function describeWithRedis(
  name: string,
  body: () => void,
  alsoNeeded: readonly string[] = [],
): void {
  describeWhere(findMissing(['redis-server', ...alsoNeeded]), name, body)
}

/** Resolves when it answers. */
export async function startRedisServer(options: RedisServerOptions = {}): Promise<RedisServer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await start(options.port ?? (await freePort()), options)
    } catch (error) {
      // somebody else was quicker to the free port
      if (options.port !== undefined || tries === 5) throw error
    }
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

// Interrupts are for the test run to handle: the shell, and the server it starts, go when the run does.
const guard = `
trap '' INT TERM HUP
"$@" >"$0/output" 2>&1 &
echo $!
read -r _
kill -9 $!
wait
rm -rf "$0"
`

async function start(
  port: number,
  { password, args = [] }: RedisServerOptions,
): Promise<RedisServer> {
  const dir = await mkdtemp(join(tmpdir(), 'oddslog-redis-'))
  const settings = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  if (password !== undefined) settings.push('--requirepass', password)
  const shell = spawn(
    'sh',
    ['-c', guard, dir, 'redis-server', ...settings, '--dir', dir, '--loglevel', 'warning', ...args],
    { stdio: ['pipe', 'pipe', 'ignore'] },
  )
  const pid = await firstLine(shell)
  const stop = async (): Promise<void> => {
    if (shell.exitCode !== null) return
    const gone = once(shell, 'exit')
    shell.stdin?.end()
    await gone
  }
  for (let tries = 0; !(await answers(port, pid)); tries += 1) {
    if (tries === 400) {
      await stop()
      throw new Error(`redis-server did not answer at port ${port}`)
    }
    await sleep(25)
  }
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
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
    signal: (signal) => void process.kill(pid, signal),
    stop,
  }
}

async function firstLine(shell: ChildProcess): Promise<number> {
  if (!shell.stdout) throw new Error('the shell has no output')
  const [line] = (await once(createInterface(shell.stdout), 'line')) as [string]
  return Number(line)
}

/** Whether it is this server that answers, and not another one at its port. */
function answers(port: number, pid: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1', () => socket.write('INFO server\r\n'))
    const done = (isThere: boolean): void => {
      socket.destroy()
      resolve(isThere)
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
