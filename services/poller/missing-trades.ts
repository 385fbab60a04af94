// Follows the topic `audits`: which markets lack trades according to an audit. The poller reads their trades
// again.
import type { Audit } from '../../schemas/generated/events.ts'
import { CodecError, type Codec } from '../lib/codec/port.ts'
import type { EventLog, LogRecord } from '../lib/log/port.ts'
import { rejectOnAbort } from '../lib/run/wait.ts'
import { followTopic } from './follow-topic.ts'

export interface MissingTrades {
  /** By market id: the newest result of the audit, if its status is `missing`. */
  readonly audits: ReadonlyMap<string, Audit>
  /** Whether `audits` contains all records that were in the topic when this process started. */
  readonly isCaughtUp: boolean
}

export interface FollowedMissingTrades extends MissingTrades {
  /** Never resolves. Rejects when the topic can be read no further, and after `stop`. */
  readonly ended: Promise<never>
  stop(): Promise<void>
}

/** Returns at once. Reads the topic in the background after `after` has resolved. */
export function followMissingTrades(options: {
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
  readonly after: Promise<void>
}): FollowedMissingTrades {
  const { log, codec } = options
  const topic = `${options.topicPrefix}audits`
  const audits = new Map<string, Audit>()
  const stopping = new AbortController()
  let isCaughtUp = false

  function take({ value }: LogRecord): void {
    try {
      const audit = codec.decode('audits', value)
      if (audit.status === 'missing') audits.set(audit.market_id, audit)
      else audits.delete(audit.market_id)
    } catch (error) {
      // Not a record of the auditor, so it is skipped.
      if (!(error instanceof CodecError)) throw error
    }
  }

  async function follow(): Promise<never> {
    const { signal } = stopping
    await rejectOnAbort(options.after, signal)
    const following = await followTopic({ log, topic, signal }, async (batch) => {
      for (const record of batch) take(record)
    })
    isCaughtUp = true
    try {
      return await following.ended
    } finally {
      await following.stop()
    }
  }

  const ended = follow()
  // `ended` may reject before the caller awaits it.
  ended.catch(() => undefined)
  return {
    audits,
    get isCaughtUp() {
      return isCaughtUp
    },
    ended,
    async stop() {
      stopping.abort()
      await ended.catch(() => undefined)
    },
  }
}
