// One process of the service that is restarted whenever it ends, as an orchestrator would do.
import { setTimeout as sleep } from 'node:timers/promises'
import { backOffMs } from '../../services/lib/run/retry.ts'
import { startGuarded, type GuardedProcess } from '../servers/guarded-process.ts'

export interface SupervisedProcess {
  readonly name: string
  readonly logPath: string
  /** The process id; null while the process does not run. */
  pid(): number | null
  /**
   * Sends a signal; has no effect while the process does not run. A process that SIGKILL ended is
   * restarted.
   */
  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void
  /**
   * Whether the process responds that it is ready. False if it does not respond within
   * `readinessTimeoutMs`.
   */
  isReady(): Promise<boolean>
  /** Sends SIGTERM and does not restart the process; resolves with its exit status. */
  stop(): Promise<number>
  /** Starts the process again after `stop`. */
  start(): Promise<void>
}

/** The end of a process that was caused neither by `stop` nor by SIGKILL. */
export interface UnexpectedEnd {
  readonly name: string
  /** Exit status as in a shell: 128 plus the number of the signal, if a signal ended the process. */
  readonly status: number
  /** Whether the process was ever ready since its last start. */
  readonly wasReady: boolean
  readonly logPath: string
}

export interface SupervisedOptions {
  readonly name: string
  readonly command: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** URL that responds with 200 when the process is ready. */
  readonly readyUrl: string
  readonly logPath: string
  readonly onUnexpectedEnd: (end: UnexpectedEnd) => void
}

/** Delay before a restart; it doubles with each consecutive start that never became ready. */
const restartBackOff = { firstMs: 500, maxMs: 8_000 }
/** Time after which `stop` sends SIGKILL. A working process stops sooner. */
const stopTimeoutMs = 60_000
/** Exit status of a process that SIGTERM ended: 128 + 15. */
const sigtermStatus = 143
const readinessTimeoutMs = 5_000

export async function startSupervised(options: SupervisedOptions): Promise<SupervisedProcess> {
  const { name, command, env, readyUrl, logPath, onUnexpectedEnd } = options
  let running: GuardedProcess | null = null
  let shouldRun = true
  let wasKilled = false
  let wasReady = false
  let failedStarts = 0
  let processEnded: Promise<void> = Promise.resolve()

  async function launchProcess(): Promise<void> {
    wasKilled = false
    wasReady = false
    const guarded = await startGuarded({ command, env, logPath, folder: null })
    running = guarded
    processEnded = guarded.ended.then((status) => onEnd(guarded, status))
  }

  async function onEnd(guardedProcess: GuardedProcess, status: number): Promise<void> {
    running = null
    await guardedProcess.kill() // also ends the shell that guards the process
    if (!shouldRun) return
    if (!wasKilled) onUnexpectedEnd({ name, status, wasReady, logPath })
    failedStarts = wasReady || wasKilled ? 0 : failedStarts + 1
    const pauseMs = backOffMs(restartBackOff, failedStarts)
    void sleep(pauseMs).then(() => (shouldRun && running === null ? launchProcess() : undefined))
  }

  await launchProcess()
  return {
    name,
    logPath,
    pid: () => running?.pid ?? null,
    signal(signal) {
      if (signal === 'SIGKILL') wasKilled = true
      running?.signal(signal)
    },
    async isReady() {
      const signal = AbortSignal.timeout(readinessTimeoutMs)
      const answer = await fetch(readyUrl, { signal }).catch(() => null)
      await answer?.arrayBuffer().catch(() => null)
      if (answer?.ok) wasReady = true
      return answer?.ok ?? false
    },
    async stop() {
      shouldRun = false
      const guarded = running
      if (guarded === null) return 0
      guarded.signal('SIGCONT')
      guarded.signal('SIGTERM')
      const deadline = setTimeout(() => guarded.signal('SIGKILL'), stopTimeoutMs)
      const status = await guarded.ended
      clearTimeout(deadline)
      await processEnded
      // returns 0, too, if SIGTERM ended the process before the program had installed its signal handler
      return wasKilled || (status === sigtermStatus && !wasReady) ? 0 : status
    },
    async start() {
      if (shouldRun) throw new Error(`${name} runs: stop it first`)
      shouldRun = true
      await launchProcess()
    },
  }
}
