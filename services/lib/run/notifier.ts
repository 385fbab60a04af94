// Wakes loops that wait for something to do. A notification while no loop waits ends the next wait at
// once, so a loop misses no notification between its last check and its wait.
import { sleepOnTimer, type Sleep } from './wait.ts'

export interface Notifier {
  /** Ends every wait that is under way. */
  readonly notify: () => void
  /**
   * Resolves at the next notification, or after `ms` milliseconds. Rejects with the reason of `abortSignal`
   * if that signal aborts first.
   */
  readonly wait: (ms: number, abortSignal?: AbortSignal) => Promise<void>
}

export function createNotifier(sleep: Sleep = sleepOnTimer): Notifier {
  let isNotified = false
  let next = new AbortController()
  return {
    notify() {
      isNotified = true
      next.abort()
      next = new AbortController()
    },
    async wait(ms, abortSignal) {
      const { signal: notified } = next
      if (!isNotified) {
        try {
          await sleep(ms, abortSignal ? AbortSignal.any([abortSignal, notified]) : notified)
        } catch (error) {
          if (!notified.aborted) throw error
        }
      }
      isNotified = false
      abortSignal?.throwIfAborted()
    },
  }
}
