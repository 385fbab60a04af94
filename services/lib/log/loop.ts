// The loop that subscriptions, followers and task coordination of both log adapters run: each iteration
// processes a batch or waits. A failed iteration is repeated after a back-off, unless its error is not
// retriable.
import { setTimeout as sleep } from 'node:timers/promises'
import { backOffMs } from '../run/retry.ts'
import { createNotifier } from '../run/notifier.ts'

export interface LogLogger {
  warn(fields: object, message: string): void
}

export interface RetryingLoop {
  /** Aborted by stop(). */
  readonly signal: AbortSignal
  /** Ends waitForSignal(), because there may be something to process. */
  readonly notify: () => void
  /** Waits for notify(), but at most `pollMs`, in case a notification about another process was lost. */
  readonly waitForSignal: () => Promise<void>
  /** Waits for `ms` milliseconds or until stop(); notify() does not end this wait. */
  readonly pause: (ms: number) => Promise<void>
  /** Ends the loop with an error that occurred outside of its iterations. */
  readonly fail: (error: Error) => void
  readonly start: (parts: {
    readonly iterate: () => Promise<void>
    /** Called once, when the loop has ended: with the error that ended it, or null after stop(). */
    readonly close: (fatalError: Error | null) => Promise<void>
    /** Called after `close` if an error has ended the loop, unless stop() was called meanwhile. */
    readonly onFatal: (error: Error) => void
  }) => {
    /** Starts no further iteration, and waits for the current one and for `close`. Idempotent. */
    readonly stop: () => Promise<void>
  }
}

/** Limits the delay until the loop notices an append of another process. */
const pollMs = 200
const batchRetryPolicy = { firstMs: 100, maxMs: 5_000, random: Math.random }

/** Creates a loop. `fields` are logged with each failure. */
export function createRetryingLoop(logger: LogLogger | null, fields: object): RetryingLoop {
  const stopping = new AbortController()
  const { signal } = stopping
  const changed = createNotifier()
  let failure: Error | null = null
  let failures = 0

  async function pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal }).catch(() => undefined)
  }

  async function backOff(error: unknown): Promise<void> {
    const pauseMs = backOffMs(batchRetryPolicy, failures)
    failures += 1
    logger?.warn(
      { ...fields, err: error, backOffMs: pauseMs },
      'a batch failed and will be retried',
    )
    await pause(pauseMs)
  }

  /** Runs iterations until the loop ends. Returns the error that ended it, or null after stop(). */
  async function run(iterate: () => Promise<void>): Promise<Error | null> {
    while (!signal.aborted) {
      if (failure) return failure
      try {
        await iterate()
        failures = 0
      } catch (error) {
        if (signal.aborted) break
        if (isPermanent(error)) return error
        await backOff(error)
      }
    }
    return null
  }

  return {
    signal,
    notify: changed.notify,
    waitForSignal: () => changed.wait(pollMs),
    pause,
    fail(error) {
      failure ??= error
      changed.notify()
    },
    start({ iterate, close, onFatal }) {
      const ended = run(iterate).then(async (fatalError) => {
        await close(fatalError)
        if (fatalError && !signal.aborted) onFatal(fatalError)
      })
      return {
        async stop() {
          stopping.abort()
          changed.notify()
          await ended
        },
      }
    },
  }
}

/** Whether the error states that a retry cannot succeed. */
export function isPermanent(error: unknown): error is Error {
  return error instanceof Error && 'retriable' in error && error.retriable === false
}
