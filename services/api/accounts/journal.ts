// Access to the topic `developers` or `webhooks`: appends changes of this process, and applies the changes of all
// processes in the order of the log. An append is complete when this process has read its own
// record back.
import { setTimeout as sleep } from 'node:timers/promises'
import type { TopicValues } from '../../../schemas/generated/events.ts'
import type { Codec } from '../../lib/codec/port.ts'
import {
  LogError,
  WriterFenced,
  type EventLog,
  type Follower,
  type LogRecord,
  type Writer,
} from '../../lib/log/port.ts'
import { shareConcurrentRuns } from '../../lib/run/share-runs.ts'
import type { EmittedRecord } from '../../topology.ts'

/** The topics that record the changes that accounts make. */
export type JournalTopic = 'developers' | 'webhooks'

export interface JournalOptions<Topic extends JournalTopic> {
  readonly topic: Topic
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
  /**
   * Name of the log writer of this process. If another process opens a writer with the same name,
   * the log rejects all further appends of this process (fencing).
   */
  readonly writerName: string
  readonly apply: (change: TopicValues[Topic], offset: number) => void
  /** Called when the topic can no longer be read or written. */
  readonly onFatal: (error: Error) => void
}

export interface Journal<Topic extends JournalTopic> {
  /** Resolves when all existing records have been applied. */
  start(): Promise<void>
  /**
   * Appends all records or none. Resolves when they are durable and this process has applied them and all
   * records before them. Rejects with a LogError. If the error has `unknown` set, the records may or may not be
   * in the topic.
   */
  append(records: readonly EmittedRecord<Topic>[]): Promise<void>
  /**
   * Resolves when the records are durable, without waiting until this process has applied them.
   * Needed for records that compaction may remove before this process reads them.
   */
  appendDurable(records: readonly EmittedRecord<Topic>[]): Promise<void>
  /**
   * Resolves when this process has applied all records that were durable at the call, or after 3 s if it cannot. For
   * requests that must see what another process has appended a moment ago.
   */
  catchUp(): Promise<void>
  stop(): Promise<void>
}

/** Time-out for reading an appended record back, which normally takes milliseconds. */
const readBackTimeoutMs = 10_000
const catchUpTimeoutMs = 3_000

export function createJournal<Topic extends JournalTopic>(
  options: JournalOptions<Topic>,
): Journal<Topic> {
  const { log, codec, topic: name } = options
  const topic = options.topicPrefix + name
  const pendingChanges = new Map<string, () => void>()
  /**
   * The record that catchUp() waits for. `resolve` is called when this process has applied the record with this
   * offset or a later one.
   */
  let awaited: { readonly offset: number; readonly resolve: () => void } | null = null
  let appliedOffset = -1
  let follower: Follower | null = null
  let writer: Writer | null = null

  /**
   * Decodes a record. A record that cannot be decoded is a fatal error: it may be the revocation of
   * a stolen key, so it must not be skipped.
   */
  function decode(record: LogRecord): TopicValues[Topic] {
    try {
      return codec.decode(name, record.value)
    } catch (cause) {
      const place = `${record.topic}/${record.partition} at offset ${record.offset}`
      const message = `${place} is not a change that this version can read`
      throw new LogError(message, { cause, retriable: false })
    }
  }

  async function write(records: readonly EmittedRecord<Topic>[]): Promise<void> {
    if (!writer) throw new LogError(`the journal of ${name} is not started`, { retriable: true })
    const encoded = records.map(({ key, value }) => ({
      topic,
      key,
      value: codec.encode(name, value),
    }))
    try {
      await writer.append(encoded)
    } catch (error) {
      // fatal: another process has opened the same writer
      if (error instanceof WriterFenced) options.onFatal(error)
      throw error
    }
  }

  /**
   * Waits until this process has applied the newest record of the topic. Concurrent calls share one run, because
   * `awaited` has room for one record only.
   */
  const waitForNewest = shareConcurrentRuns(async () => {
    let newest = -1
    for await (const { offset } of log.read({ topic, partition: 0, from: appliedOffset + 1 }))
      newest = offset
    if (newest <= appliedOffset) return
    await new Promise<void>((resolve) => (awaited = { offset: newest, resolve }))
    awaited = null
  })

  return {
    async start() {
      writer = await log.openWriter(options.writerName)
      follower = await log.follow({ topic, onFatal: options.onFatal }, async (batch) => {
        for (const record of batch) {
          // A batch may be delivered again. The registry does not keep old revocations, so a key creation
          // that is applied again would make a revoked key valid.
          if (record.offset <= appliedOffset) continue
          const change = decode(record)
          options.apply(change, record.offset)
          appliedOffset = record.offset
          pendingChanges.get(change.change_id)?.()
        }
        if (awaited && awaited.offset <= appliedOffset) awaited.resolve()
      })
    },

    async append(records) {
      const last = records.at(-1)
      if (!last) return
      const { change_id: changeId } = last.value
      const appended = write(records)
      let timer: NodeJS.Timeout | undefined
      const applied = new Promise<void>((resolve, reject) => {
        pendingChanges.set(changeId, resolve)
        timer = setTimeout(() => reject(readBackTimeoutError()), readBackTimeoutMs)
      })
      try {
        // Wait for both at once: a failed append rejects immediately, although its records are
        // never read back, and the time-out also covers an append that hangs.
        await Promise.all([appended, applied])
      } finally {
        clearTimeout(timer)
        pendingChanges.delete(changeId)
      }
    },

    appendDurable: write,

    async catchUp() {
      const timeout = sleep(catchUpTimeoutMs, undefined, { ref: false })
      await Promise.race([waitForNewest().catch(() => undefined), timeout])
    },

    async stop() {
      await follower?.stop()
      await writer?.close()
    },
  }
}

function readBackTimeoutError(): LogError {
  return new LogError('a change was appended but not read back', {
    retriable: true,
    unknown: true,
  })
}
