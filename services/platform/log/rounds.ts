// What subscriptions, sharings and followers have in common: one round after the other, each a batch or a
// wait; a round that failed comes again after a back-off, unless its error is final.
import { createBell } from './bell.ts'

export interface LogLogger {
  warn(fields: object, message: string): void
}

export interface Rounds {
  /** Aborted by stop(). */
  readonly signal: AbortSignal
  /** There is something to look at: ends a rest. */
  readonly ring: () => void
  /** Until something rings, or another process may have appended. */
  readonly rest: () => Promise<void>
  /** Waits that long, whatever rings, or until stop(). */
  readonly pause: (ms: number) => Promise<void>
  /** Resolves when the rounds have ended: with the error that ended them, or null after stop(). */
  readonly run: (round: () => Promise<void>) => Promise<Error | null>
  /** No round begins after it; the one under way may still be. */
  readonly stop: () => void
}

/** How soon an append of another process is seen at the latest; those of this one ring the bell. */
const pollMs = 200
const firstBackOffMs = 100
const longestBackOffMs = 5_000

/** `fields` say in the log whose batch failed. */
export function createRounds(logger: LogLogger | null, fields: object): Rounds {
  const stopping = new AbortController()
  const { signal } = stopping
  const bell = createBell()
  let failures = 0

  async function pause(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, ms)
      signal.addEventListener('abort', done)
      if (signal.aborted) done()
    })
  }

  async function backOff(error: unknown): Promise<void> {
    const most = Math.min(longestBackOffMs, firstBackOffMs * 2 ** failures)
    const backOffMs = Math.round(most * (0.5 + Math.random() / 2))
    failures += 1
    logger?.warn({ ...fields, err: error, backOffMs }, 'a batch failed and will come again')
    await pause(backOffMs)
  }

  return {
    signal,
    ring: bell.ring,
    rest: () => bell.wait(pollMs),
    pause,
    async run(round) {
      while (!signal.aborted) {
        try {
          await round()
          failures = 0
        } catch (error) {
          if (signal.aborted) break
          if (isFinal(error)) return error
          await backOff(error)
        }
      }
      return null
    },
    stop() {
      stopping.abort()
      bell.ring()
    },
  }
}

/** Says of itself that trying again is of no use. */
export function isFinal(error: unknown): error is Error {
  return error instanceof Error && 'retriable' in error && error.retriable === false
}
