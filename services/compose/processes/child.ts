// One child process that runs some of the roles: started, observed, and started again when a signal has
// ended it, for example when the system had too little memory.
import { fork, type ChildProcess } from 'node:child_process'
import { setPriority } from 'node:os'
import { extname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Addresses, BackfillProgress } from '../../compose.ts'
import { backOffMs } from '../../lib/run/retry.ts'
import type { Role } from '../../topology.ts'
import type { CommitChannel } from '../../lib/log/lmdb/commit-channel.ts'
import { answerChild } from './commit-messages.ts'
import type { ChildMessage, MarketsLoadedMessage, OpenMessage } from './messages.ts'

export interface RoleProcess {
  readonly roles: readonly Role[]
  /** Null unless all parts are open. */
  addresses(): Addresses | null
  /** Starts the process, which loads its modules. */
  load(): void
  /** Opens its parts; starts it if that was not done. Rejects with the reason if one could not be opened. */
  open(parent: ParentParts): Promise<void>
  /** Resolves when the process has loaded all markets for the first time, or has been stopped. */
  readonly loaded: Promise<void>
  /** Tells the process, also if it is started again later, that the api has loaded all markets. */
  reportMarketsLoaded(): void
  /** Asks the process to stop, and kills it after `stopTimeoutMs`. */
  stop(): Promise<void>
}

/** What the process uses of its parent. */
export interface ParentParts {
  /** Variables that differ from those of this process. */
  readonly variables: Readonly<Record<string, string>>
  /** Commits to the log of this process; null: the process has a log of its own. */
  readonly answerCommit: CommitChannel | null
}

export interface RoleProcessOptions {
  readonly roles: readonly Role[]
  /** The priority of the process once it has opened its parts, from -20 (first) to 19 (last). */
  readonly niceness: number
  readonly onBackfill: (progress: BackfillProgress) => void
  /** A signal has ended the process, and it is started again. */
  readonly onRestart: (signal: string) => void
  /** The process has ended because of an error of its own. */
  readonly onFatal: (error: Error) => void
}

interface Run {
  readonly child: ChildProcess
  /** Resolves when all parts are open; rejects if the process ends before. */
  open(parent: ParentParts): Promise<Addresses>
  /** To be called after `open`. */
  reportMarketsLoaded(): void
  /** Resolves with the signal that ended the process, or else with the reason. */
  readonly ended: Promise<{ readonly signal: string } | { readonly reason: string }>
}

/** Longer than any part takes to close: the process is killed only if it hangs. */
const stopTimeoutMs = 30_000
const restartBackOff = { firstMs: 100, maxMs: 10_000 }
/** A process that ran this long starts the back-off again. */
const stableAfterMs = 60_000

export function createRoleProcess(options: RoleProcessOptions): RoleProcess {
  const stopping = new AbortController()
  let run: Run | null = null
  let addresses: Addresses | null = null
  let running: Promise<void> = Promise.resolve()
  let markLoaded = (): void => undefined
  const loaded = new Promise<void>((resolve) => {
    markLoaded = resolve
  })
  const startRun = (): Run => start(options, markLoaded)
  let areMarketsLoaded = false

  /** Starts the process again whenever a signal has ended it. */
  async function keepRunning(first: Run, parent: ParentParts): Promise<void> {
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
      // If it ends before it opens, the next iteration handles its end.
      addresses = await opening.catch(() => null)
    }
  }

  return {
    roles: options.roles,
    addresses: () => addresses,
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
      const variables = { ...parent.variables, ...portsOf(addresses) }
      running = keepRunning(run, { ...parent, variables })
    },
    async stop() {
      stopping.abort()
      markLoaded()
      run?.child.kill('SIGTERM')
      const timer = setTimeout(() => run?.child.kill('SIGKILL'), stopTimeoutMs)
      await running
      clearTimeout(timer)
    },
  }
}

function start({ roles, niceness, onBackfill }: RoleProcessOptions, onLoaded: () => void): Run {
  let answerCommit: CommitChannel | null = null
  const extension = extname(fileURLToPath(import.meta.url))
  const entry = new URL(`../../role-process${extension}`, import.meta.url)
  const child = fork(entry, [...roles], { serialization: 'advanced' })
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
  const opened = new Promise<Addresses>((resolve, reject) => {
    child.on('message', (message: ChildMessage) => {
      if (message.type === 'opened') {
        if (child.pid !== undefined) setPriority(child.pid, niceness)
        resolve(message.addresses)
      } else if (message.type === 'loaded') onLoaded()
      else if (message.type === 'backfill') onBackfill(message.progress)
      else if (message.type === 'commit') {
        if (answerCommit) void answerChild(child, message, answerCommit)
      } else reason ??= message.reason
    })
    void ended.then((end) =>
      reject(new Error('reason' in end ? end.reason : `ended by ${end.signal}`)),
    )
  })
  // It may end before anybody waits for it.
  opened.catch(() => undefined)
  // If the child has ended, `opened` and `ended` say why.
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

/** A process that is started again listens on the same ports. */
function portsOf({ apiUrl, adminUrl, simulatorUrl }: Addresses): Record<string, string> {
  const ports = { PORT: apiUrl, ADMIN_PORT: adminUrl, SIMULATOR_PORT: simulatorUrl }
  return Object.fromEntries(
    Object.entries(ports).flatMap(([name, url]) =>
      url === null ? [] : [[name, new URL(url).port]],
    ),
  )
}
