// How the poller waits: always with a signal, so that a stop is quick.
import { setTimeout as delay } from 'node:timers/promises'

/** Resolves after that many milliseconds; rejects with the signal's reason when it aborts. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>

export const sleepOnTimer: Sleep = async (ms, signal) => {
  signal.throwIfAborted()
  await delay(ms, undefined, { signal })
}

/** What the promise gives, unless the signal aborts before: then rejects with its reason. */
export async function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let end = (): void => undefined
  const aborted = new Promise<never>((_resolve, reject) => {
    end = () => reject(signal.reason)
  })
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', end)
  }
}

/** Exponential with full jitter in its upper half: 0.5 to 1 times base x 2^attempt, capped. */
export function backoffMs(options: {
  readonly attempt: number
  readonly baseMs: number
  readonly capMs: number
  readonly random: () => number
}): number {
  const full = Math.min(options.capMs, options.baseMs * 2 ** Math.min(options.attempt, 20))
  return full * (0.5 + 0.5 * options.random())
}
