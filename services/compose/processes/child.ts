// Starts and observes one child process that runs some of the roles. Starts it again when a signal has ended it,
// for example because the system had too little memory.
import { fork, type ChildProcess } from 'node:child_process'
import { extname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { UrlsAndDemoKey, BackfillProgress } from '../../compose.ts'
import { mallocVariables } from '../../lib/run/child-memory.ts'
import { lowerPriority } from '../../lib/run/lower-priority.ts'
import { backOffMs } from '../../lib/run/retry.ts'
import { stopLimitsMs } from '../../lib/run/stop-process.ts'
import type { Role } from '../../topology.ts'
import type { CommitChannel } from '../../lib/log/lmdb/commit-channel.ts'
import { answerCommitMessage } from './commit-messages.ts'
import type { ChildMessage, MarketsLoadedMessage, OpenMessage } from './messages.ts'

export interface RoleProcess {
  readonly roles: readonly Role[]
  /** Returns the addresses at which the process listens; null unless all its parts are open. */
  addresses(): UrlsAndDemoKey | null
  /** Whether all parts of the process have been open at least once. */
  hasOpened(): boolean
  /** Starts the process, which loads its modules. */
  load(): void
  /**
   * Opens the parts of the process, after starting the process if load() was not called. Rejects with the
   * reason if a part could not be opened.
   */
  open(parent: ChildProcessSettings): Promise<void>
  /** Resolves when the process has loaded all markets for the first time, or has been stopped. */
  readonly loaded: Promise<void>
  /** Tells the process that the api has loaded all markets, and tells it again after each restart. */
  reportMarketsLoaded(): void
  /** Asks the process to stop, and kills it if it has not ended after `stopLimitsMs.killChild`. */
  stop(): Promise<void>
}

/** What the parent passes to the child process. */
export interface ChildProcessSettings {
  /** Environment variables that differ from those of the parent. */
  readonly variables: Readonly<Record<string, string>>
  /**
   * Commits records of the child to the LMDB log, to which only the parent writes. null: the child writes to the
   * log itself, which is Kafka.
   */
  readonly answerCommit: CommitChannel | null
}

export interface RoleProcessOptions {
  readonly roles: readonly Role[]
  /** How much lower the priority of the child is once it has opened its parts; see lowerPriority(). */
  readonly niceness: number
  /** Options of Node for this process, besides those of the parent. */
  readonly nodeOptions: readonly string[]
  readonly onBackfill: (progress: BackfillProgress) => void
  /** Called when a signal has ended the process, before it is started again. */
  readonly onRestart: (signal: string) => void
  /** Called when the process has ended because of an error of its own. It is not started again. */
  readonly onFatal: (error: Error) => void
  /** Called when stop() kills the process, because it has not ended in time. */
  readonly onKilled: () => void
}

interface Run {
  readonly child: ChildProcess
  /** Resolves when all parts are open; rejects if the process ends before. */
  open(parent: ChildProcessSettings): Promise<UrlsAndDemoKey>
  /** To be called after `open`. */
  reportMarketsLoaded(): void
  /** Resolves when the process has ended: with the signal that ended it, or else with the reason why it ended. */
  readonly ended: Promise<{ readonly signal: string } | { readonly reason: string }>
}

const restartBackOff = { firstMs: 100, maxMs: 10_000 }
/** After a run of at least this long, the back-off begins again with its first pause. */
const stableAfterMs = 60_000

export function createRoleProcess(options: RoleProcessOptions): RoleProcess {
  const stopping = new AbortController()
  let run: Run | null = null
  let addresses: UrlsAndDemoKey | null = null
  let hasOpened = false
  let running: Promise<void> = Promise.resolve()
  let markMarketsLoaded = (): void => undefined
  const loaded = new Promise<void>((resolve) => {
    markMarketsLoaded = resolve
  })
  const startRun = (): Run => startProcess(options, markMarketsLoaded)
  let areMarketsLoaded = false

  /** Starts the process again whenever a signal has ended it. */
  async function keepRunning(first: Run, parent: ChildProcessSettings): Promise<void> {
    let current = first
    let failures = 0
    for (;;) {
      const startedMs = performance.now()
      const end = await current.ended
      addresses = null
      if (stopping.signal.aborted) return
      if ('reason' in end) return options.onFatal(new Error(end.reason))
      options.onRestart(end.signal)
      failures = performance.now() - startedMs > stableAfterMs ? 0 : failures + 1
      const pauseMs = backOffMs({ ...restartBackOff, random: Math.random }, failures)
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      current = run = startRun()
      const opening = current.open(parent)
      if (areMarketsLoaded) current.reportMarketsLoaded()
      // If the process ends before it is open, the next iteration sees its end.
      addresses = await opening.catch(() => null)
    }
  }

  return {
    roles: options.roles,
    addresses: () => addresses,
    hasOpened: () => hasOpened,
    loaded,
    reportMarketsLoaded() {
      areMarketsLoaded = true
      run?.reportMarketsLoaded()
    },
    load() {
      run ??= startRun()
    },
    async open(parent) {
      run ??= startRun()
      addresses = await run.open(parent)
      hasOpened = true
      const variables = { ...parent.variables, ...portVariablesOf(addresses) }
      running = keepRunning(run, { ...parent, variables })
    },
    async stop() {
      stopping.abort()
      markMarketsLoaded()
      run?.child.kill('SIGTERM')
      const timer = setTimeout(() => {
        options.onKilled()
        run?.child.kill('SIGKILL')
      }, stopLimitsMs.killChild)
      // `running` waits only for a process that has opened its parts, so `run.ended` is awaited, too
      await Promise.all([running, run?.ended])
      clearTimeout(timer)
    },
  }
}

function startProcess(
  { roles, niceness, nodeOptions, onBackfill }: RoleProcessOptions,
  onLoaded: () => void,
): Run {
  let answerCommit: CommitChannel | null = null
  const extension = extname(fileURLToPath(import.meta.url))
  const entry = new URL(`../../role-process${extension}`, import.meta.url)
  const child = fork(entry, [...roles], {
    serialization: 'advanced',
    execArgv: [...process.execArgv, ...nodeOptions],
    env: { ...mallocVariables, ...process.env },
  })
  let reason: string | null = null
  const ended = new Promise<Awaited<Run['ended']>>((resolve) => {
    child.on('error', (error) => {
      reason ??= error.message
      if (child.pid === undefined) resolve({ reason })
    })
    child.on('close', (code, signal) =>
      resolve(
        signal !== null && reason === null
          ? { signal }
          : { reason: reason ?? `the process of ${roles.join(', ')} ended with code ${code}` },
      ),
    )
  })
  const opened = new Promise<UrlsAndDemoKey>((resolve, reject) => {
    child.on('message', (message: ChildMessage) => {
      if (message.type === 'opened') {
        if (child.pid !== undefined) lowerPriority(child.pid, niceness)
        resolve(message.addresses)
      } else if (message.type === 'loaded') onLoaded()
      else if (message.type === 'backfill') onBackfill(message.progress)
      else if (message.type === 'commit') {
        if (answerCommit) void answerCommitMessage(child, message, answerCommit)
      } else reason ??= message.reason
    })
    void ended.then((end) =>
      reject(new Error('reason' in end ? end.reason : `ended by ${end.signal}`)),
    )
  })
  // Prevents an unhandled rejection: `opened` may reject before a caller of open() waits for it.
  opened.catch(() => undefined)
  // Sending fails if the child has ended. That is ignored, because `opened` and `ended` report it.
  const send = (message: OpenMessage | MarketsLoadedMessage): void =>
    void child.send(message, () => undefined)
  return {
    child,
    ended,
    open(parent) {
      answerCommit = parent.answerCommit
      send({ type: 'open', variables: parent.variables })
      return opened
    },
    reportMarketsLoaded: () => send({ type: 'marketsLoaded' }),
  }
}

/** Returns the variables with which a restarted process listens on the same ports as before. */
function portVariablesOf({
  apiUrl,
  adminUrl,
  simulatorUrl,
}: UrlsAndDemoKey): Record<string, string> {
  const ports = { PORT: apiUrl, ADMIN_PORT: adminUrl, SIMULATOR_PORT: simulatorUrl }
  return Object.fromEntries(
    Object.entries(ports).flatMap(([name, url]) =>
      url === null ? [] : [[name, new URL(url).port]],
    ),
  )
}
