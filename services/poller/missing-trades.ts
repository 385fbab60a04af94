// Follows the topic `audits`: which markets lack trades according to an audit. The poller reads their trades
// again.
import type { Audit } from '../../schemas/generated/events.ts'
import { decodeOrNull, type Codec } from '../lib/codec/port.ts'
import type { EventLog, LogRecord } from '../lib/log/port.ts'
import { followInBackground, type BackgroundFollower } from './follow-topic.ts'

export interface MissingTrades {
  /** By market id: the newest result of the audit, if its status is `missing`. */
  readonly audits: ReadonlyMap<string, Audit>
  /** Whether `audits` contains all records that were in the topic when this process started. */
  readonly isCaughtUp: boolean
}

export type FollowedMissingTrades = MissingTrades & BackgroundFollower

/** Returns at once. Reads the topic in the background after `after` has resolved. */
export function followMissingTrades(options: {
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
  readonly after: Promise<void>
}): FollowedMissingTrades {
  const { log, codec } = options
  const audits = new Map<string, Audit>()
  let isCaughtUp = false

  function applyAudit({ value }: LogRecord): void {
    const audit = decodeOrNull(codec, 'audits', value)
    // A record that cannot be decoded was not written by the auditor, so it is skipped.
    if (audit === null) return
    if (audit.status === 'missing') audits.set(audit.market_id, audit)
    else audits.delete(audit.market_id)
  }

  const following = followInBackground({
    log,
    topic: `${options.topicPrefix}audits`,
    after: options.after,
    handle: applyAudit,
    onCaughtUp: () => {
      isCaughtUp = true
    },
  })
  return {
    ...following,
    audits,
    get isCaughtUp() {
      return isCaughtUp
    },
  }
}
