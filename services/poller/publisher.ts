// All appends of the poller to the log go through this module. Records that are published while an append
// is in progress go into the next append, in the order of the calls. The records of one call are appended
// all together or not at all.
import type { Codec } from '../lib/codec/port.ts'
import { maxRecordBytes, type NewRecord, type Writer } from '../lib/log/port.ts'
import { shareConcurrentRuns } from '../lib/run/share-runs.ts'
import type { Platform } from '../../schemas/generated/events.ts'
import type { EmittedRecord, OutputTopicOf } from '../topology.ts'
import type { PollerObserver } from './observer.ts'

export type PollerRecord = EmittedRecord<OutputTopicOf<'poller'>>

export interface Publisher {
  /**
   * Resolves when the records are durable. Rejects with a LogError; after that the records may or may not
   * be in the log, and the task has to read its checkpoints from the log again.
   */
  publish(platform: Platform, records: readonly PollerRecord[]): Promise<void>
  /** Resolves when no append is pending; nothing may be published afterwards. */
  waitUntilDrained(): Promise<void>
}

export function createPublisher(options: {
  readonly writer: Writer
  readonly codec: Codec
  readonly topicPrefix: string
  readonly observer: PollerObserver
}): Publisher {
  const { writer, codec, topicPrefix, observer } = options
  let waiting: NewRecord[] = []
  let failure: { readonly error: unknown } | null = null

  const appendWaiting = shareConcurrentRuns(async () => {
    const records = waiting
    waiting = []
    // After a failed append the poller does not know what the log contains, so it appends nothing more.
    if (failure) throw failure.error
    try {
      if (records.length > 0) await writer.append(records)
    } catch (error) {
      failure = { error }
      throw error
    }
  })

  /**
   * Encodes a record. Returns no record if it is larger than the log accepts; no valid object of a
   * platform is so large.
   */
  function encode(platform: Platform, record: PollerRecord): readonly NewRecord[] {
    const { topic, key, value, partition } = record
    const bytes = codec.encode(topic, value as never)
    if (Buffer.byteLength(key) + bytes.length > maxRecordBytes) {
      const fields = { platform, topic, key, bytes: bytes.length }
      observer.count('unexpected_rows', { platform, reason: 'too_large' })
      observer.log('error', 'record is too large for the log, skipped', fields)
      return []
    }
    const where = partition === undefined ? {} : { partition }
    return [{ topic: topicPrefix + topic, key, ...where, value: bytes }]
  }

  return {
    async publish(platform, records) {
      if (records.length === 0) return
      // All records are encoded before the first `await`, so that the records of one call stay together.
      for (const one of records.flatMap((record) => encode(platform, record))) waiting.push(one)
      await appendWaiting()
      for (const { topic } of records) observer.count('records', { platform, topic })
    },
    async waitUntilDrained() {
      await appendWaiting().catch(() => undefined)
    },
  }
}
