// The one way of writing: work that arrives while a commit is under way goes into the next one
// together (one fsync for all of it). Each piece of work is all or nothing.
import { setTimeout } from 'node:timers/promises'
import type { RootDatabase } from 'lmdb'
import { LogError } from '../port.ts'

export interface Work {
  /** Records it writes, to bound how long one transaction holds the event loop. */
  readonly records: number
  /** Runs in the write transaction, before anything of it is written. Throws to be left out. */
  check(): void
  /** Must not fail for a reason of its own. */
  write(): void
}

export interface Commits {
  /** Resolves when the work is durable. Rejects with what `check` threw, or with a LogError. */
  run(work: Work): Promise<void>
  /** Resolves when nothing is under way. */
  idle(): Promise<void>
}

interface Waiting {
  readonly work: Work
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** 5,000 records of a few hundred bytes take about 5 ms of the event loop. */
const recordsPerCommit = 5_000

export function createCommits(env: RootDatabase): Commits {
  const queue: Waiting[] = []
  let draining: Promise<void> | null = null

  function takeGroup(): Waiting[] {
    let records = 0
    let count = 0
    for (const { work } of queue) {
      records += work.records
      if (count > 0 && records > recordsPerCommit) break
      count += 1
    }
    return queue.splice(0, count)
  }

  async function commit(group: readonly Waiting[]): Promise<void> {
    const refused = new Map<Waiting, unknown>()
    let written = false
    try {
      // a child transaction, because only such a one is rolled back when the callback throws
      await env.childTransaction(() => {
        for (const waiting of group) {
          try {
            waiting.work.check()
          } catch (error) {
            refused.set(waiting, error)
            continue
          }
          waiting.work.write()
        }
        written = true
      })
    } catch (failure) {
      const cause = await reasonOf(failure)
      const message = cause instanceof Error ? cause.message : String(cause)
      const error = new LogError(`the log could not be written: ${message}`, {
        cause,
        retriable: true,
        unknown: written,
      })
      for (const waiting of group) if (!refused.has(waiting)) refused.set(waiting, error)
    }
    for (const waiting of group) {
      if (refused.has(waiting)) waiting.reject(refused.get(waiting))
      else waiting.resolve()
    }
  }

  async function drain(): Promise<void> {
    // what is asked for in this turn of the event loop goes together
    await Promise.resolve()
    while (queue.length > 0) await commit(takeGroup())
    draining = null
  }

  return {
    run: (work) =>
      new Promise((resolve, reject) => {
        queue.push({ work, resolve, reject })
        draining ??= drain()
      }),
    async idle() {
      while (draining) await draining
    },
  }
}

/**
 * lmdb puts what really happened into a promise beside the error, which has to be caught as well.
 * It settles with the write thread's answer; the timer is for the case that it never comes.
 */
async function reasonOf(failure: unknown): Promise<unknown> {
  if (!(failure instanceof Error) || !('commitError' in failure)) return failure
  const giveUp = new AbortController()
  try {
    return await Promise.race([
      setTimeout(1_000, failure, { signal: giveUp.signal }),
      Promise.resolve(failure.commitError).then(() => failure),
    ])
  } catch (reason) {
    return reason
  } finally {
    giveUp.abort()
  }
}
