// Follows the topic `history-requests`. Each record names a market for which a client has requested trades that are
// older than the back-fill (docs/decisions/031-bounded-past.md).
import { CodecError, type Codec } from '../lib/codec/port.ts'
import type { EventLog, LogRecord } from '../lib/log/port.ts'
import type { PlatformName } from '../platforms/identity.ts'
import { parseId } from '../platforms/identity.ts'
import { followInBackground, type BackgroundFollower } from './follow-topic.ts'
import type { PollerObserver } from './observer.ts'
import { marketTaskOf } from './tasks.ts'

/** A request that could not be fulfilled for this long is dropped, for example if the market is unknown. */
const maxAgeMs = 30 * 86_400_000

/** The requests for the markets of one platform in one partition. */
export interface RequestedHistories {
  /** Yields the ids of the markets, in the order of the requests. */
  ids(): Iterable<string>
  has(marketId: string): boolean
  /** To be called when the history of the market is complete from its beginning. */
  markComplete(marketId: string): void
}

export interface HistoryRequests {
  of(platform: PlatformName, partition: number): RequestedHistories
}

export type FollowedHistoryRequests = HistoryRequests & BackgroundFollower

/** Returns at once. Reads the topic in the background after `after` has resolved. */
export function followHistoryRequests(options: {
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
  readonly after: Promise<void>
  /** Unix milliseconds. */
  readonly now: () => number
  readonly observer: PollerObserver
}): FollowedHistoryRequests {
  const { log, codec, now, observer } = options
  /** When each market was requested, by platform and partition. */
  const queues = new Map<string, Map<string, number>>()

  function queueOf(platform: string, partition: number): Map<string, number> {
    const key = `${platform}/${partition}`
    const queue = queues.get(key) ?? new Map<string, number>()
    queues.set(key, queue)
    return queue
  }

  function addRequest({ value }: LogRecord): void {
    try {
      const { market_id: id, requested_at_ms: atMs } = codec.decode('history-requests', value)
      const platform = parseId(id)?.platform
      if (platform === undefined)
        observer.log('warn', 'no platform has the market of a record of history-requests', {
          market: id,
        })
      else queueOf(platform, marketTaskOf(id)).set(id, atMs)
    } catch (error) {
      // A record that cannot be decoded was not written by the api, so it is skipped.
      if (!(error instanceof CodecError)) throw error
      observer.log('warn', 'a record of history-requests is invalid', {})
    }
  }

  const following = followInBackground({
    log,
    topic: `${options.topicPrefix}history-requests`,
    after: options.after,
    handle: addRequest,
  })
  return {
    ...following,
    of: (platform, partition) => {
      const queue = queueOf(platform, partition)
      return {
        *ids() {
          for (const [id, requestedAtMs] of queue) {
            if (now() - requestedAtMs < maxAgeMs) yield id
            else queue.delete(id)
          }
        },
        has: (id) => queue.has(id),
        markComplete: (id) => void queue.delete(id),
      }
    },
  }
}
