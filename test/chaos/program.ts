// The program as a child process: started, waited for, killed.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { builtMainPath } from '../../tools/built-program.ts'
import { root } from '../support/source-files.ts'

export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface Program {
  readonly pid: number
  /** What it wrote so far. */
  stdout(): string
  stderr(): string
  /** Where the api is, as it says itself; rejects when it ends before it says so. */
  readonly apiUrl: Promise<string>
  readonly exit: Promise<Exit>
  /** Process id of its store child; null: there is none at the moment. */
  storePid(): number | null
  signal(signal: NodeJS.Signals): void
}

/** Nothing of the environment of the tests but what starts a program. */
export function startProgram(
  variables: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Program {
  const child = spawn(process.execPath, ['--enable-source-maps', builtMainPath, ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stdout = collect(child.stdout)
  const stderr = collect(child.stderr)
  const exit = once(child, 'close').then(([code, signal]): Exit => ({
    code: code as Exit['code'],
    signal: signal as Exit['signal'],
  }))
  const apiUrl = waitForUrl(stdout, exit, stderr)
  // Who kills it does not wait for the address.
  apiUrl.catch(() => undefined)
  const pid = pidOf(child)
  return {
    pid,
    stdout,
    stderr,
    apiUrl,
    exit,
    storePid: () => storeChildOf(pid),
    signal: (name) => child.kill(name),
  }
}

export interface Programs {
  /** On free ports. */
  start: typeof startProgram
  /** Resolves when none is left. */
  killAll(): Promise<void>
}

/**
 * How often a test kills the program: `KILLS` times if that is set, for a long run, and otherwise as
 * often as CI has time for.
 */
export function killsOfRun(inCi: number): number {
  return Number(process.env['KILLS'] ?? inCi)
}

/** Programs of one test. */
export function createPrograms(): Programs {
  const started: Program[] = []
  const ports = { PORT: '0', ADMIN_PORT: '0', SIMULATOR_PORT: '0', LOG_LEVEL: 'error' }
  return {
    start(variables, ...rest) {
      const program = startProgram({ ...ports, ...variables }, ...rest)
      started.push(program)
      return program
    },
    async killAll() {
      for (const program of started) program.signal('SIGKILL')
      await Promise.all(started.map(({ exit }) => exit))
    },
  }
}

function pidOf({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error('the program did not start')
  return pid
}

function collect(stream: NodeJS.ReadableStream): () => string {
  let text = ''
  stream.setEncoding('utf8').on('data', (piece: string) => {
    text += piece
  })
  return () => text
}

async function waitForUrl(
  stdout: () => string,
  exit: Promise<Exit>,
  stderr: () => string,
): Promise<string> {
  let ended = false
  const end = exit.then(() => {
    ended = true
  })
  for (;;) {
    const url = /The api is at (\S+?),/.exec(stdout())?.[1]
    if (url !== undefined) return url
    if (ended) throw new Error(`it ended: ${stdout()}\n${stderr()}`)
    await Promise.race([sleep(25), end])
  }
}

function storeChildOf(pid: number): number | null {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
  for (const line of table.split('\n')) {
    const [, child, parent, args] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    if (Number(parent) === pid && args?.includes('chdb-server')) return Number(child)
  }
  return null
}
