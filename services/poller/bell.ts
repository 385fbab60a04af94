// Wakes who waits for work the moment there is some.
import type { Sleep } from './wait.ts'

export interface Bell {
  /** Wakes everybody who waits now. */
  ring(): void
  /** Until it rings, at most so long; rejects with the signal's reason when that aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>
}

export function createBell(sleep: Sleep): Bell {
  let silence = new AbortController()
  return {
    ring() {
      silence.abort()
      silence = new AbortController()
    },
    async wait(ms, signal) {
      const mine = silence.signal
      try {
        await sleep(ms, AbortSignal.any([signal, mine]))
      } catch (error) {
        if (!mine.aborted) throw error
      }
      signal.throwIfAborted()
    },
  }
}
