// Runs a limited number of statements of the chDB child at once, and cancels those whose client has disconnected.
// Used by engine.ts.
import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Sessions } from './sessions.ts'

export interface RunningStatements {
  /**
   * Calls `run` when fewer statements than the maximum are running. The SQL that `run` executes must begin with
   * `tag`, a comment. When the signal aborts, the engine cancels the statement.
   */
  run<T>(signal: AbortSignal, run: (tag: string) => Promise<T>): Promise<T>
  /** Resolves when all statements have ended. */
  waitUntilSettled(): Promise<void>
}

const killRetryMs = 50

/** `tagPrefix`: prefix of the tags by which this engine finds its own statements in system.processes. */
export function createRunningStatements(
  sessions: Pick<Sessions, 'open'>,
  maxConcurrent: number,
  tagPrefix: string,
): RunningStatements {
  const limit = pLimit(maxConcurrent)
  const running = new Set<Promise<unknown>>()
  let lastTag = 0

  /**
   * Cancels the statement with this tag. KILL QUERY finds only statements that have started, so it is
   * repeated until the statement has ended.
   */
  async function killUntilSettled(tag: string, isSettled: () => boolean): Promise<void> {
    const query = `KILL QUERY WHERE startsWith(query, '${tag}') FORMAT Null`
    while (!isSettled()) {
      const session = sessions.open()
      // If an attempt fails, the loop repeats it.
      await session.queryAsync(query).catch(() => undefined)
      session.close()
      await sleep(killRetryMs)
    }
  }

  async function runCancellable<T>(
    signal: AbortSignal,
    run: (tag: string) => Promise<T>,
  ): Promise<T> {
    signal.throwIfAborted()
    const tag = `/*${tagPrefix}-${++lastTag}*/`
    let settled = false
    const onAbort = (): void => void killUntilSettled(tag, () => settled)
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      return await run(tag)
    } finally {
      settled = true
      signal.removeEventListener('abort', onAbort)
    }
  }

  return {
    async run(signal, run) {
      const answer = limit(() => runCancellable(signal, run))
      running.add(answer)
      try {
        return await answer
      } finally {
        running.delete(answer)
      }
    },
    async waitUntilSettled() {
      await Promise.allSettled(running)
    },
  }
}
