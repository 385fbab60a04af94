// This process's end of the topic `developers`: it appends changes and folds all of them, its own and
// those of every other process, in the order of the log. An append is done when it comes back.
import type { DeveloperChange } from '../../../schemas/generated/events.ts'
import type { Codec } from '../../platform/codec/port.ts'
import {
  LogError,
  WriterFenced,
  type EventLog,
  type Follower,
  type LogRecord,
  type Writer,
} from '../../platform/log/port.ts'
import type { ChangeRecord } from './changes.ts'

export interface JournalOptions {
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
  /** Of this process: another one that uses it shuts this one out. */
  readonly writerName: string
  readonly apply: (change: DeveloperChange) => void
  /** The topic cannot be read any more, or not be written. */
  readonly onFatal: (error: Error) => void
}

export interface Journal {
  /** Resolves when what the topic holds is folded. */
  start(): Promise<void>
  /**
   * All or nothing. Resolves when the changes are durable and folded here, with all that came before
   * them; rejects with a LogError. Its `unknown` says that they may be in the topic nevertheless.
   */
  append(records: readonly ChangeRecord[]): Promise<void>
  /**
   * Resolves when the changes are durable: for those that a newer record may replace before anybody
   * has seen them, so that nobody can wait for them.
   */
  tell(records: readonly ChangeRecord[]): Promise<void>
  stop(): Promise<void>
}

/** An own change comes back in milliseconds; after this long something is broken. */
const comeBackWithinMs = 10_000

export function createJournal(options: JournalOptions): Journal {
  const { log, codec, topicPrefix } = options
  const topic = `${topicPrefix}developers`
  const waiting = new Map<string, () => void>()
  let follower: Follower | null = null
  let writer: Writer | null = null

  /**
   * A record that cannot be read ends it all: it may be the revocation of a stolen key, so it is not
   * skipped, and it will not read better the next time.
   */
  function decode(record: LogRecord): DeveloperChange {
    try {
      return codec.decode('developers', record.value)
    } catch (cause) {
      const place = `${record.topic}/${record.partition} at offset ${record.offset}`
      const message = `${place} holds no change of an account that this version can read`
      throw new LogError(message, { cause, retriable: false })
    }
  }

  async function write(records: readonly ChangeRecord[]): Promise<void> {
    if (!writer) throw new LogError('the accounts are not open', { retriable: true })
    const encoded = records.map(({ key, value }) => ({
      topic,
      key,
      value: codec.encode('developers', value),
    }))
    try {
      await writer.append(encoded)
    } catch (error) {
      // for good: another process has taken this one's place
      if (error instanceof WriterFenced) options.onFatal(error)
      throw error
    }
  }

  return {
    async start() {
      writer = await log.openWriter(options.writerName)
      follower = await log.follow({ topic, onFatal: options.onFatal }, async (batch) => {
        for (const record of batch) {
          const change = decode(record)
          options.apply(change)
          waiting.get(change.change_id)?.()
        }
      })
    },

    async append(records) {
      const last = records.at(-1)
      if (!last) return
      const { change_id: changeId } = last.value
      const appended = write(records)
      let timer: NodeJS.Timeout | undefined
      const folded = new Promise<void>((resolve, reject) => {
        waiting.set(changeId, resolve)
        timer = setTimeout(() => reject(didNotComeBack()), comeBackWithinMs)
      })
      try {
        // both at once: an append that fails never comes back, and one that hangs is given up too
        await Promise.all([appended, folded])
      } finally {
        clearTimeout(timer)
        waiting.delete(changeId)
      }
    },

    tell: write,

    async stop() {
      await follower?.stop()
      await writer?.close()
    },
  }
}

function didNotComeBack(): LogError {
  return new LogError('a change of an account was appended and did not come back', {
    retriable: true,
    unknown: true,
  })
}
