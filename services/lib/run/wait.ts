// Abortable waiting.
import { setTimeout as delay } from 'node:timers/promises'

/** Resolves after `ms` milliseconds; rejects with the signal's reason when the signal aborts. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>

export const sleepOnTimer: Sleep = async (ms, signal) => {
  signal.throwIfAborted()
  await delay(ms, undefined, { signal })
}

/** Resolves when the signal aborts. */
export function waitUntilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** Settles like the promise, or rejects with the signal's reason if the signal aborts first. */
export async function rejectOnAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
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
