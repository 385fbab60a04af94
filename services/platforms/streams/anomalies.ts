// Counts the messages of a stream that are not of the expected form. These messages are not recorded in a topic, so
// samples of them are written to the log of the process.
import type { Platform } from '../../../schemas/generated/events.ts'
import type { StreamObserver } from './pool.ts'

/** At most one message of each reason is logged within this time. */
const sampleEveryMs = 60_000
const maxSampleLength = 300

export interface AnomalyOptions {
  readonly platform: Platform
  readonly observer: StreamObserver
  readonly steadyNow: () => number
}

/**
 * Returns a function to be called for each message that is not of the expected form. `reason`: one of a short fixed
 * list.
 */
export function createAnomalyReporter({
  platform,
  observer,
  steadyNow,
}: AnomalyOptions): (reason: string, body: string) => void {
  const sampledAtMs = new Map<string, number>()
  return (reason, body) => {
    observer.count('stream_anomalies', { platform, reason })
    const nowMs = steadyNow()
    if (nowMs - (sampledAtMs.get(reason) ?? -Infinity) < sampleEveryMs) return
    sampledAtMs.set(reason, nowMs)
    observer.log('warn', 'a message of the stream is not of the expected form', {
      platform,
      reason,
      begins: body.slice(0, maxSampleLength),
    })
  }
}
