// What a platform's source needs besides its addresses, with time that passes only by waiting.
import { setMaxListeners } from 'node:events'
import { silentObserver } from '../../../services/poller/observer.ts'
import { defaultTuning } from '../../../services/poller/tuning.ts'

export const nowMs = Date.UTC(2026, 10, 20, 12)
export const nowS = nowMs / 1000
export const never = new AbortController().signal
setMaxListeners(0, never)

export function createDeps() {
  let clockMs = nowMs
  return {
    tuning: defaultTuning,
    now: () => clockMs,
    sleep: async (ms: number, signal: AbortSignal) => {
      signal.throwIfAborted()
      clockMs += ms
      await Promise.resolve()
    },
    random: () => 1,
    observer: silentObserver,
  }
}
