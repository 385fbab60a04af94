// Counts the messages of a stream that are not of the expected form. No topic has them, so the log of the process
// shows samples.
import type { Platform } from '../../../schemas/generated/events.ts'
import type { StreamObserver } from './pool.ts'

/** Of each reason, at most one message is logged in this time. */
const sampleEveryMs = 60_000
const maxSampleLength = 300

export interface AnomalyOptions {
  readonly platform: Platform
  readonly observer: StreamObserver
  readonly steadyNow: () => number
}

/** Returns a function to be called for each such message. `reason`: one of a short fixed list. */
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
