// The queue through which all writes go: requests that arrive during a commit share the next transaction
// and its fsync. Each request is applied completely or not at all.
import { setTimeout } from 'node:timers/promises'
import type { RootDatabase } from 'lmdb'
import { LogError } from '../port.ts'
import { describeFullDisk } from '../../run/disk-space.ts'
import type { LogOwnership } from './ownership.ts'

export interface WriteRequest {
  /** The number of records, which limits how long one transaction blocks the event loop. */
  readonly records: number
  /**
   * Runs in the write transaction before write(). If it throws, the request is rejected and not written.
   */
  check?(): void
  /** Writes the request. It must not throw, except for errors of LMDB. */
  write(): void
}

export interface CommitQueue {
  /** Resolves when the request is durable. Rejects with the error of `check`, or with a LogError. */
  run(request: WriteRequest): Promise<void>
  /** Resolves when the queue is empty and no commit is running. */
  waitUntilIdle(): Promise<void>
}

interface QueuedRequest {
  readonly request: WriteRequest
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * How many records a transaction may contain: 5,000 records of a few hundred bytes block the event loop
 * for about 5 ms.
 */
const recordsPerCommit = 5_000

/**
 * Requests are rejected if another process has taken over the log. `path`: the directory of the log, for
 * error messages.
 */
export function createCommitQueue(
  env: RootDatabase,
  ownership: LogOwnership,
  path: string,
): CommitQueue {
  const queue: QueuedRequest[] = []
  let draining: Promise<void> | null = null

  function takeRequestsOfNextCommit(): QueuedRequest[] {
    let records = 0
    let count = 0
    for (const { request } of queue) {
      records += request.records
      if (count > 0 && records > recordsPerCommit) break
      count += 1
    }
    return queue.splice(0, count)
  }

  async function commit(group: readonly QueuedRequest[]): Promise<void> {
    const refused = new Map<QueuedRequest, unknown>()
    let written = false
    let isOver = false
    try {
      // lmdb rolls back only child transactions when the callback throws
      await env.childTransaction(() => {
        // after a failure, lmdb may report the failure of an earlier transaction before it runs this one
        if (isOver) throw new LogError('the transaction began after it had failed')
        const taken = ownership.check() ? null : new LogError('another process writes to the log')
        for (const queued of group) {
          try {
            if (taken) throw taken
            queued.request.check?.()
          } catch (error) {
            refused.set(queued, error)
            continue
          }
          queued.request.write()
        }
        written = true
      })
      ownership.confirmOwnership()
    } catch (failure) {
      isOver = true
      const cause = await causeOfFailedTransaction(failure)
      // on a full disk, the error of LMDB may also be "Input/output error"
      const message =
        (await describeFullDisk(path)) ?? (cause instanceof Error ? cause.message : String(cause))
      const error = new LogError(`the log could not be written: ${message}`, {
        cause,
        retriable: true,
        unknown: written,
      })
      for (const queued of group) if (!refused.has(queued)) refused.set(queued, error)
    }
    for (const queued of group) {
      if (refused.has(queued)) queued.reject(refused.get(queued))
      else queued.resolve()
    }
  }

  async function commitQueuedRequests(): Promise<void> {
    // waits, so that all requests of this turn of the event loop share a transaction
    await Promise.resolve()
    while (queue.length > 0) await commit(takeRequestsOfNextCommit())
    draining = null
  }

  return {
    run: (request) =>
      new Promise((resolve, reject) => {
        queue.push({ request, resolve, reject })
        draining ??= commitQueuedRequests()
      }),
    async waitUntilIdle() {
      while (draining) await draining
    },
  }
}

/**
 * Returns the cause of a failed transaction. lmdb's error has the cause in a promise, `commitError`,
 * whose rejection must be caught too. The promise settles when the write thread responds; the timer is
 * for a response that never comes.
 */
async function causeOfFailedTransaction(failure: unknown): Promise<unknown> {
  if (!(failure instanceof Error) || !('commitError' in failure)) return failure
  try {
    return await Promise.race([
      setTimeout(1_000, failure, { ref: false }),
      Promise.resolve(failure.commitError).then(() => failure),
    ])
  } catch (reason) {
    return reason
  }
}
