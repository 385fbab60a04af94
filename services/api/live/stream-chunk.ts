// Reads the next messages for a reader that has not caught up, from the log or from memory. Each message
// has a cursor.
import type { LogRecord } from '../../lib/log/port.ts'
import type { LogCursors, PartlySentRecord } from './log-cursor.ts'
import type { LogReader } from './log-reader.ts'
import type { LiveMessage, MessageConverter } from './messages.ts'
import type { LiveTopic, MovingPositions } from './positions.ts'
import type { StreamEncoding } from './stream-encoding.ts'
import { isWantedBySubscription, type Subscription } from './subscription.ts'

export interface ChunkOptions {
  readonly subscription: Subscription
  readonly encode: StreamEncoding
  readonly reader: LogReader
  /** Runs `read` when few others run, because reading the log takes processor time from all requests. */
  readonly limitReads: <T>(read: () => Promise<T>) => Promise<T>
  readonly messagesOf: MessageConverter
  readonly cursors: LogCursors
}

/** What a reader has received. readChunk() moves it past the records that it reads. */
export interface ReadingState {
  readonly positions: MovingPositions
  partlySent: PartlySentRecord | null
}

/** A chunk ends when its messages have this many bytes. */
const chunkBytes = 64 * 1024
const maxLogRecords = 2_000

/** Returns the next messages, encoded. Empty if the records that were read have no message for the reader. */
export async function readChunk(options: ChunkOptions, state: ReadingState): Promise<Buffer> {
  const { subscription, encode, reader, cursors, limitReads } = options
  const { positions } = state
  const chunks: Buffer[] = []
  let bytes = 0

  /** Without decoding. */
  const isOfOtherMarket = (key: string, topic: LiveTopic): boolean =>
    !isAboutTwoMarkets(topic) && !subscription.filter.has(key)

  function visit(topic: LiveTopic, record: LogRecord): boolean {
    if (record.key !== null && isOfOtherMarket(record.key, topic)) return true
    for (const [message, index, count] of unsentMessagesOf(options, state, topic, record)) {
      const id = cursorAfter(cursors, positions, { topic, record, index, count })
      const chunk = encode(message.channel, id, message.data)
      chunks.push(chunk)
      bytes += chunk.length
    }
    return bytes < chunkBytes
  }

  const isWantedPartition = (partition: number, topic: LiveTopic): boolean =>
    isAboutTwoMarkets(topic) || subscription.filter.hasPartition(partition)
  if (reader.isRecent(positions)) reader.readRecent({ positions, visit })
  else
    await limitReads(() =>
      reader.read({ positions, isWanted: isWantedPartition, maxLogRecords, visit }),
    )
  return Buffer.concat(chunks)
}

/**
 * Yields the messages of a record that the reader wants and has not received. Each comes with its index
 * among all messages of the record, and with their number.
 */
function* unsentMessagesOf(
  { messagesOf, subscription }: ChunkOptions,
  state: ReadingState,
  topic: LiveTopic,
  record: LogRecord,
): Generator<readonly [LiveMessage, number, number]> {
  const { partlySent } = state
  let sent = 0
  if (partlySent?.topic === topic && partlySent.partition === record.partition) {
    sent = partlySent.messages
    state.partlySent = null
  }
  const messages = messagesOf(topic, record)
  for (const [index, message] of messages.entries())
    if (index >= sent && isWantedBySubscription(subscription, message))
      yield [message, index, messages.length]
}

/** A match is about two markets, and has the key and the partition of one of them. */
const isAboutTwoMarkets = (topic: LiveTopic): boolean => topic === 'matches'

/** Returns the cursor after a message. `positions`: the positions after the record of the message. */
export function cursorAfter(
  cursors: LogCursors,
  positions: MovingPositions,
  place: {
    readonly topic: LiveTopic
    readonly record: LogRecord
    /** Index of the message among the `count` messages of the record. */
    readonly index: number
    readonly count: number
  },
): string {
  const { topic, record, index, count } = place
  if (index === count - 1) return cursors.toCursor(positions)
  const { partition, offset } = record
  const before = new Map(positions)
  const offsets = positions.get(topic) ?? []
  before.set(
    topic,
    offsets.map((at, number) => (number === partition ? offset : at)),
  )
  return cursors.toCursor(before, { topic, partition, messages: index + 1 })
}
