// Dependencies of a platform's source besides its addresses, with a clock that advances only by sleeping.
import { setMaxListeners } from 'node:events'
import type { Audit } from '../../../schemas/generated/events.ts'
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
    steadyNow: () => clockMs,
    sleep: async (ms: number, signal: AbortSignal) => {
      signal.throwIfAborted()
      clockMs += ms
      await Promise.resolve()
    },
    random: () => 1,
    observer: silentObserver,
    missing: { audits: new Map<string, Audit>() },
  }
}
