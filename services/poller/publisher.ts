// The poller's one way into the log. What feeds publish at the same time goes in together, in the
// order in which it was given; each call is all or nothing.
import type { Codec } from '../platform/codec/port.ts'
import { maxRecordBytes, type NewRecord, type Writer } from '../platform/log/port.ts'
import type { Platform } from '../../schemas/generated/events.ts'
import type { Emitted, Writes } from '../topology.ts'
import type { PollerObserver } from './observer.ts'

export type PollerRecord = Emitted<Writes<'poller'>>

export interface Publisher {
  /**
   * Resolves when the records are durable. Rejects with LogError: then what the poller remembers
   * may be behind the log, and has to be read from it again.
   */
  publish(platform: Platform, records: readonly PollerRecord[]): Promise<void>
  /** Waits for what was given; nothing may be published after it. */
  drained(): Promise<void>
}

export function createPublisher(options: {
  readonly writer: Writer
  readonly codec: Codec
  readonly topicPrefix: string
  readonly observer: PollerObserver
}): Publisher {
  const { writer, codec, topicPrefix, observer } = options
  let waiting: NewRecord[] = []
  /** The append that will take what is waiting. */
  let next: Promise<void> | null = null
  let running: Promise<void> = Promise.resolve()
  let failure: { readonly error: unknown } | null = null

  async function appendWaiting(): Promise<void> {
    const records = waiting
    waiting = []
    next = null
    // After a failed append nobody knows what the log holds: nothing more goes in.
    if (failure) throw failure.error
    try {
      await writer.append(records)
    } catch (error) {
      failure = { error }
      throw error
    }
  }

  /** Nothing for what the log would refuse: no object of a platform is so large. */
  function encode(platform: Platform, record: PollerRecord): readonly NewRecord[] {
    const { topic, key, value, partition } = record
    const bytes = codec.encode(topic, value as never)
    if (Buffer.byteLength(key) + bytes.length > maxRecordBytes) {
      const fields = { platform, topic, key, bytes: bytes.length }
      observer.count('odd_rows', { platform, reason: 'too_large' })
      observer.log('error', 'too large for the log, left out', fields)
      return []
    }
    const where = partition === undefined ? {} : { partition }
    return [{ topic: topicPrefix + topic, key, ...where, value: bytes }]
  }

  return {
    async publish(platform, records) {
      if (records.length === 0) return
      // All are encoded before the first one waits: each call is all or nothing.
      for (const one of records.flatMap((record) => encode(platform, record))) waiting.push(one)
      if (!next) {
        next = running.then(appendWaiting, appendWaiting)
        running = next
      }
      await next
      for (const { topic } of records) observer.count('records', { platform, topic })
    },
    async drained() {
      await running.catch(() => undefined)
    },
  }
}
