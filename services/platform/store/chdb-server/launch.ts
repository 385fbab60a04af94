// One life of a chDB child: fork it, hear where it listens, learn why it died.
import { fork, type ChildProcess } from 'node:child_process'
import { createRequire } from 'node:module'
import { extname } from 'node:path'
import { env as inherited } from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ChildConfig, ChildMessage, ParentMessage } from './protocol.ts'

export interface Endpoint {
  readonly url: string
  readonly user: string
  readonly password: string
}

export interface Child {
  /** Rejects with `dead`'s reason if it dies before. */
  readonly listening: Promise<Endpoint>
  /** Resolves with the reason when the process is gone. */
  readonly dead: Promise<string>
  /** null when it is dead. */
  pid(): number | null
  /** It was ended by a signal: nothing was refused, another one may live. */
  wasKilled(): boolean
  /** Another process has the data directory, perhaps for a moment only. */
  wasLockedOut(): boolean
  /** Asks it to close; kills it if it takes too long. Resolves when it is dead. */
  stop(): Promise<void>
}

const closeWaitMs = 10_000
const stderrTailChars = 8_192

export function launchChild(config: ChildConfig): Child {
  const process_ = forkChild(config.sessions)
  const stderr = keepTail(process_)
  let refusal: string | null = null
  let alive = true
  let killed = false
  let lockedOut = false
  const dead = new Promise<string>((resolve) => {
    process_.on('error', (error) => {
      refusal ??= error.message
      if (process_.pid === undefined) resolve(refusal) // it was never started: no close event
    })
    process_.on('close', (code, signal) => {
      alive = false
      killed = signal !== null && refusal === null
      lockedOut = isLockRefusal(stderr())
      resolve(explainDeath({ refusal, stderr: stderr(), code, signal, dataDir: config.dataDir }))
    })
  })
  const listening = new Promise<Endpoint>((resolve, reject) => {
    process_.on('message', (message: ChildMessage) => {
      if (message.type === 'refused') refusal = message.reason
      else {
        const { user, password } = config
        resolve({ url: `http://127.0.0.1:${message.port}`, user, password })
      }
    })
    void dead.then((reason) => reject(new Error(reason)))
  })
  const say = (message: ParentMessage): void => {
    // A failure to send is a death, which is told otherwise.
    if (process_.connected) process_.send(message, () => undefined)
  }
  say({ type: 'open', config })
  return {
    listening,
    dead,
    pid: () => (alive ? (process_.pid ?? null) : null),
    wasKilled: () => killed,
    wasLockedOut: () => lockedOut,
    async stop() {
      say({ type: 'close' })
      const timer = setTimeout(() => process_.kill('SIGKILL'), closeWaitMs)
      await dead
      clearTimeout(timer)
    },
  }
}

function forkChild(sessions: number): ChildProcess {
  const extension = extname(fileURLToPath(import.meta.url))
  const require = createRequire(import.meta.url)
  // A statement blocks a thread of libuv's pool; KILL QUERY and Node need some, too. The size of the
  // pool is read once, before any code of the child runs, so it has to come with the environment,
  // which is handed on unread.
  const env = { ...inherited, UV_THREADPOOL_SIZE: String(sessions + 4), TZ: 'UTC' }
  return fork(new URL(`./main${extension}`, import.meta.url), {
    execArgv:
      extension === '.ts'
        ? ['--import', pathToFileURL(require.resolve('tsx')).href]
        : ['--enable-source-maps'],
    env,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
}

function keepTail(child: ChildProcess): () => string {
  let tail = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    tail = (tail + chunk).slice(-stderrTailChars)
  })
  return () => tail
}

interface Ending {
  readonly refusal: string | null
  readonly stderr: string
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly dataDir: string
}

function isLockRefusal(stderr: string): boolean {
  return /Cannot lock file|Another server instance/.test(stderr)
}

/** In one line for the user. chDB says why it refuses a directory only on stderr. */
export function explainDeath({ refusal, stderr, code, signal, dataDir }: Ending): string {
  if (isLockRefusal(stderr)) {
    return `another oddslog is using ${dataDir}: stop it, or choose another DATA_DIR`
  }
  const exception = /Exception: ([^\n]{1,300})/.exec(stderr)?.[1]
  if (refusal !== null) return exception === undefined ? refusal : `${refusal}: ${exception}`
  if (signal !== null) return `the chDB process was ended by ${signal}`
  const lastLine = stderr.trim().split('\n').at(-1)?.slice(0, 300) ?? ''
  return `the chDB process exited with code ${code}${lastLine === '' ? '' : `: ${lastLine}`}`
}
