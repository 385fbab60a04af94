// Restricts a starting poller to following the tapes while the api loads all markets, because the api needs the
// processor for this. docs/decisions/040-tapes-before-the-catalog.md
import { createNotifier } from '../lib/run/notifier.ts'
import type { Sleep } from '../lib/run/wait.ts'
import type { PollerObserver } from './observer.ts'
import type { PollerTuning } from './tuning.ts'

/**
 * Resolves when the poller may do all its work: at once if `tapesOnlyUntil` is omitted, else when `tapesOnlyUntil`
 * resolves, but after `tapesOnlyMs` at the latest. Rejects with the signal's reason if the signal aborts first.
 */
export async function waitUntilAllWorkMayStart(options: {
  readonly tapesOnlyUntil?: Promise<void> | undefined
  readonly tuning: Pick<PollerTuning, 'tapesOnlyMs'>
  readonly sleep: Sleep
  readonly observer: Pick<PollerObserver, 'log'>
  readonly signal: AbortSignal
}): Promise<void> {
  const { tapesOnlyUntil, tuning, sleep, observer, signal } = options
  if (tapesOnlyUntil === undefined) return
  const ended = createNotifier(sleep)
  let areLoaded = false
  void tapesOnlyUntil.then(() => {
    areLoaded = true
    ended.notify()
  })
  await ended.wait(tuning.tapesOnlyMs, signal)
  if (areLoaded) return
  const message =
    'the api has not loaded all markets in time: the poller requests lists, books and histories nevertheless'
  observer.log('warn', message, { waited_ms: tuning.tapesOnlyMs })
}
