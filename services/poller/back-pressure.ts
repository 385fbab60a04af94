// Pauses the requests of the classes `history` and `past` while the stages after the poller lag. Otherwise
// the newest trades would wait in these stages until older records, which are not urgent, have been
// processed.
import type { EventLog } from '../lib/log/port.ts'
import { rejectOnAbort, type Sleep } from '../lib/run/wait.ts'
import type { RequestClass } from '../platforms/request-class.ts'
import { roles } from '../topology.ts'
import type { PollerObserver } from './observer.ts'

export interface BackPressureOptions {
  readonly log: Pick<EventLog, 'lag'>
  readonly topicPrefix: string
  /** See PollerTuning. */
  readonly maxStageLag: number
  /** See createSteadyClock. */
  readonly now: () => number
  readonly sleep: Sleep
  readonly observer: Pick<PollerObserver, 'log'>
}

/** The lag is read at most this often, and only while requests of a paused class are waiting. */
const checkMs = 2_000
/** The request classes that fetch data from before the first start of the poller. */
export const backfillClasses: ReadonlySet<RequestClass> = new Set(['history', 'past'])

/**
 * Returns a function whose promise resolves when a request of the class may be sent: for `history` and `past`, when no
 * stage has more than `maxStageLag` unread records. The promise rejects with the signal's reason when the signal
 * aborts.
 */
export function createBackPressure(
  options: BackPressureOptions,
): (requestClass: RequestClass, signal: AbortSignal) => Promise<void> {
  const { log, topicPrefix, maxStageLag, now, sleep, observer } = options
  let checkedAtMs = -Infinity
  let checked: Promise<boolean> = Promise.resolve(false)
  let wasPaused = false

  async function lagOf(group: string, topics: readonly string[]): Promise<number> {
    const prefixed = topics.map((topic) => topicPrefix + topic)
    const lag = await log.lag(topicPrefix + group, prefixed)
    return lag.reduce((sum, { behind }) => sum + behind, 0)
  }

  async function check(): Promise<boolean> {
    const lags = await Promise.all(
      Object.values(roles).flatMap(({ group, reads }) =>
        group === null ? [] : [lagOf(group, reads)],
      ),
    )
    const records = Math.max(...lags)
    const isPaused = records > maxStageLag
    if (isPaused !== wasPaused) {
      const message = isPaused ? 'history pauses until the stages catch up' : 'history continues'
      observer.log('info', message, { records })
      wasPaused = isPaused
    }
    return isPaused
  }

  function isPaused(): Promise<boolean> {
    if (now() - checkedAtMs >= checkMs) {
      checkedAtMs = now()
      // A failed check counts as "no lag": if the log is unavailable, the next append reports it.
      checked = check().catch(() => false)
    }
    return checked
  }

  return async (requestClass, signal) => {
    if (!backfillClasses.has(requestClass)) return
    while (await rejectOnAbort(isPaused(), signal)) await sleep(checkMs, signal)
  }
}
