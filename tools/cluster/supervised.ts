// One process of ours that is kept running as an orchestrator would: when it ends, it is started again.
import { setTimeout as sleep } from 'node:timers/promises'
import { startGuarded, type GuardedProcess } from '../servers/guarded-process.ts'

export interface Supervised {
  readonly name: string
  readonly logPath: string
  /** null while it does not run. */
  pid(): number | null
  /** It starts again after SIGKILL. Nothing happens while it does not run. */
  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void
  /** False also when there is no answer, or not soon. */
  isReady(): Promise<boolean>
  /** SIGTERM; resolves when it is gone, with its exit status. It does not start again. */
  stop(): Promise<number>
  /** After `stop`. */
  start(): Promise<void>
}

/** An end that nobody asked for. */
export interface UnexpectedEnd {
  readonly name: string
  /** Of the shell's kind: 128 and its number for a signal. */
  readonly status: number
  /** Whether it was ready at any time of that life. */
  readonly wasReady: boolean
  readonly logPath: string
}

export interface SupervisedOptions {
  readonly name: string
  readonly command: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** Answers with 200 when it is. */
  readonly readyUrl: string
  readonly logPath: string
  readonly onUnexpectedEnd: (end: UnexpectedEnd) => void
}

/** Between an end and the next start; doubled from one life that was never ready to the next. */
const restartMs = 500
const longestRestartMs = 8_000
/** Longer than any part may take to close. */
const stopWithinMs = 60_000
/** By SIGTERM. */
const terminated = 143
const answerWithinMs = 5_000

export async function startSupervised(options: SupervisedOptions): Promise<Supervised> {
  const { name, command, env, readyUrl, logPath, onUnexpectedEnd } = options
  let running: GuardedProcess | null = null
  let isKept = true
  let wasKilled = false
  let wasReady = false
  let nextRestartMs = restartMs
  let lifeEnded: Promise<void> = Promise.resolve()

  async function launch(): Promise<void> {
    wasKilled = false
    wasReady = false
    const life = await startGuarded({ command, env, logPath, folder: null })
    running = life
    lifeEnded = life.ended.then((status) => onEnd(life, status))
  }

  async function onEnd(life: GuardedProcess, status: number): Promise<void> {
    running = null
    await life.kill() // the shell around it
    if (!isKept) return
    if (!wasKilled) onUnexpectedEnd({ name, status, wasReady, logPath })
    nextRestartMs =
      wasReady || wasKilled ? restartMs : Math.min(2 * nextRestartMs, longestRestartMs)
    void sleep(nextRestartMs).then(() => (isKept && running === null ? launch() : undefined))
  }

  await launch()
  return {
    name,
    logPath,
    pid: () => running?.pid ?? null,
    signal(signal) {
      if (signal === 'SIGKILL') wasKilled = true
      running?.signal(signal)
    },
    async isReady() {
      const signal = AbortSignal.timeout(answerWithinMs)
      const answer = await fetch(readyUrl, { signal }).catch(() => null)
      await answer?.arrayBuffer().catch(() => null)
      if (answer?.ok) wasReady = true
      return answer?.ok ?? false
    },
    async stop() {
      isKept = false
      const life = running
      if (life === null) return 0
      life.signal('SIGCONT')
      life.signal('SIGTERM')
      const deadline = setTimeout(() => life.signal('SIGKILL'), stopWithinMs)
      const status = await life.ended
      clearTimeout(deadline)
      await lifeEnded
      // before a program is loaded it does not know how to end well
      return wasKilled || (status === terminated && !wasReady) ? 0 : status
    },
    async start() {
      if (isKept) throw new Error(`${name} runs: stop it first`)
      isKept = true
      await launch()
    },
  }
}
