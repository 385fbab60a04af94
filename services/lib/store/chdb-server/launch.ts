// One chDB child process, from fork to exit: its endpoint, and the reason of its end. supervisor.ts
// starts one after another.
import { fork, type ChildProcess } from 'node:child_process'
import { createRequire } from 'node:module'
import { extname } from 'node:path'
import { env as inherited } from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { jemallocVariables, mallocVariables, semiSpace } from '../../run/child-memory.ts'
import { lowerPriority } from '../../run/lower-priority.ts'
import type { ChildConfig, ChildMessage, ParentMessage } from './protocol.ts'

export interface Endpoint {
  readonly url: string
  readonly user: string
  readonly password: string
}

export interface Child {
  /** Resolves when the child listens; rejects with the reason of `dead` if the child dies before. */
  readonly listening: Promise<Endpoint>
  /** Resolves when the child process has ended, with the reason. */
  readonly dead: Promise<string>
  /** The process id, or null when the child is dead. */
  pid(): number | null
  /**
   * Whether a signal ended the child although the child had no error of its own, so that another start
   * may succeed.
   */
  wasKilled(): boolean
  /**
   * Whether the child ended because another process holds the lock on the data directory, perhaps only
   * briefly.
   */
  wasLockedOut(): boolean
  /** Asks the child to close, and kills it after `closeTimeoutMs`. Resolves when the process is gone. */
  stop(): Promise<void>
}

const closeTimeoutMs = 10_000
/** How much lower the priority of the child is than that of this process, which may answer requests itself. */
const niceness = 4
const pingEveryMs = 5_000
const maxUnansweredPings = 3
const hungReason = `the chDB process did not answer for ${(maxUnansweredPings * pingEveryMs) / 1_000} s and was killed`
const stderrTailChars = 8_192

/** `onDamaged`: called when the child has met damaged files of a table. */
export function launchChild(
  config: ChildConfig,
  onDamaged: (found: string) => void = () => undefined,
): Child {
  const childProcess = forkChild(config.sessions)
  const stderr = collectStderrTail(childProcess)
  let refusal: string | null = null
  let alive = true
  let killed = false
  let lockedOut = false
  const send = (message: ParentMessage): void => {
    // Sending fails only when the child is dead, and `dead` reports that.
    if (childProcess.connected) childProcess.send(message, () => undefined)
  }
  const health = createHealthCheck({
    ping: () => send({ type: 'ping' }),
    kill: () => childProcess.kill('SIGKILL'),
  })
  const dead = new Promise<string>((resolve) => {
    childProcess.on('error', (error) => {
      refusal ??= error.message
      if (childProcess.pid === undefined) resolve(refusal) // without a process there is no close event
    })
    childProcess.on('close', (code, signal) => {
      alive = false
      health.stop()
      killed = signal !== null && refusal === null
      lockedOut = isLockRefusal(stderr())
      const { dataDir } = config
      const reason = describeExit({ refusal, stderr: stderr(), code, signal, dataDir })
      resolve(health.isHung() ? hungReason : reason)
    })
  })
  const listening = new Promise<Endpoint>((resolve, reject) => {
    childProcess.on('message', (message: ChildMessage) => {
      if (message.type === 'refused') refusal = message.reason
      else if (message.type === 'pong') health.onPong()
      else if (message.type === 'damaged') onDamaged(message.found)
      else {
        health.start()
        const { user, password } = config
        resolve({ url: `http://127.0.0.1:${message.port}`, user, password })
      }
    })
    void dead.then((reason) => reject(new Error(reason)))
  })
  send({ type: 'open', config })
  return {
    listening,
    dead,
    pid: () => (alive ? (childProcess.pid ?? null) : null),
    wasKilled: () => killed,
    wasLockedOut: () => lockedOut,
    async stop() {
      send({ type: 'close' })
      const timer = setTimeout(() => childProcess.kill('SIGKILL'), closeTimeoutMs)
      await dead
      clearTimeout(timer)
    },
  }
}

/**
 * Kills a child that hangs. Counts unanswered pings instead of the time since the last answer: after a
 * pause of this process (SIGSTOP, a suspended machine) all time has passed, but only one ping is
 * unanswered.
 */
function createHealthCheck({ ping, kill }: { ping: () => void; kill: () => void }) {
  let unanswered = 0
  let timer: NodeJS.Timeout | undefined
  const isHung = (): boolean => unanswered === maxUnansweredPings
  const check = (): void => {
    if (isHung()) return kill()
    unanswered += 1
    ping()
  }
  return {
    isHung,
    start: () => {
      timer = setInterval(check, pingEveryMs)
    },
    stop: () => clearInterval(timer),
    onPong: () => {
      unanswered = 0
    },
  }
}

function forkChild(sessions: number): ChildProcess {
  const extension = extname(fileURLToPath(import.meta.url))
  const require = createRequire(import.meta.url)
  // Each running statement blocks one thread of libuv's pool, and KILL QUERY and Node need threads, too.
  // libuv reads the pool size before any code of the child runs, so the size has to be in the
  // environment. The rest of the environment is passed on unchanged.
  const env = {
    ...mallocVariables,
    ...jemallocVariables,
    ...inherited,
    UV_THREADPOOL_SIZE: String(sessions + 4),
    TZ: 'UTC',
  }
  const child = fork(new URL(`./main${extension}`, import.meta.url), {
    execArgv: [
      semiSpace(4),
      ...(extension === '.ts'
        ? ['--import', pathToFileURL(require.resolve('tsx')).href]
        : ['--enable-source-maps']),
    ],
    env,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  // Threads that the child starts later have the priority of the thread that starts them.
  if (child.pid !== undefined) lowerPriority(child.pid, niceness)
  return child
}

function collectStderrTail(child: ChildProcess): () => string {
  let tail = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    tail = (tail + chunk).slice(-stderrTailChars)
  })
  return () => tail
}

interface ChildExit {
  readonly refusal: string | null
  readonly stderr: string
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly dataDir: string
}

function isLockRefusal(stderr: string): boolean {
  return /Cannot lock file|Another server instance/.test(stderr)
}

/**
 * Returns one line for the operator. It uses stderr, because chDB writes only there why it cannot open a
 * directory.
 */
export function describeExit({ refusal, stderr, code, signal, dataDir }: ChildExit): string {
  if (isLockRefusal(stderr)) {
    return `another oddslog is using ${dataDir}: stop it, or choose another DATA_DIR`
  }
  const exception = /Exception: ([^\n]{1,300})/.exec(stderr)?.[1]
  if (refusal !== null) return exception === undefined ? refusal : `${refusal}: ${exception}`
  if (signal !== null) return `the chDB process was ended by ${signal}`
  const lastLine = stderr.trim().split('\n').at(-1)?.slice(0, 300) ?? ''
  return `the chDB process exited with code ${code}${lastLine === '' ? '' : `: ${lastLine}`}`
}
