// Reads the next messages for a reader that has not caught up, from the log or from memory. Each message has the
// cursor with which the client can resume after it.
import type { MaybePromise } from '../../lib/run/maybe-promise.ts'
import type { LogRecord } from '../../lib/log/port.ts'
import type { LogCursorCodec, PartlySentRecord } from './log-cursor.ts'
import type { LogReader } from './log-reader.ts'
import type { LiveMessage, MessageConverter } from './messages.ts'
import { MessageChunk } from './message-chunk.ts'
import {
  copyPositions,
  type LiveTopic,
  type MutablePositions,
  type Positions,
} from './positions.ts'
import type { StreamEncoding } from './stream-encoding.ts'
import { isWantedBySubscription, type Subscription } from './subscription.ts'

export interface ChunkOptions {
  readonly subscription: Subscription
  readonly encode: StreamEncoding
  readonly reader: LogReader
  /**
   * Runs `read` as soon as fewer than the maximum number of reads are running. The number is limited because reading
   * the log takes processor time from all requests.
   */
  readonly limitReads: <T>(read: () => Promise<T>) => Promise<T>
  readonly messagesOf: MessageConverter
  readonly cursorCodec: LogCursorCodec
}

/** What a reader has received. */
export interface ReadingState {
  readonly positions: MutablePositions
  readonly partlySent: PartlySentRecord | null
}

/** Messages that a reader receives next. */
export interface UnsentChunk {
  /** Encodes the messages. See MessageChunk.toBytes(). */
  readonly toBytes: () => MaybePromise<Buffer | null>
  /** What the reader has received once these messages are sent. */
  readonly after: ReadingState
}

/** A chunk ends when its messages have this many bytes. */
const chunkBytes = 64 * 1024
const maxLogRecords = 2_000

/** Reads the next messages. The chunk is empty if the records that were read have no message for the reader. */
export async function readChunk(options: ChunkOptions, before: ReadingState): Promise<UnsentChunk> {
  const { subscription, encode, reader, cursorCodec, limitReads } = options
  const positions = copyPositions(before.positions)
  const chunk = new MessageChunk(encode)

  /** Whether a record is about a market that the reader does not want. Decides by its key, without decoding it. */
  const isOfOtherMarket = (key: string, topic: LiveTopic): boolean =>
    !isAboutTwoMarkets(topic) && !subscription.filter.has(key)

  function visit(topic: LiveTopic, record: LogRecord): boolean {
    if (record.key !== null && isOfOtherMarket(record.key, topic)) return true
    for (const [message, index, count] of unsentMessagesOf(options, before, topic, record)) {
      const id = cursorAfter(cursorCodec, positions, { topic, record, index, count })
      if (message.channel !== 'candles') chunk.add(encode(message.channel, id, message.data))
      else if (subscription.candles) chunk.addCandle(message, id, subscription.candles)
    }
    return chunk.bytes < chunkBytes
  }

  const isWantedPartition = (partition: number, topic: LiveTopic): boolean =>
    isAboutTwoMarkets(topic) || subscription.filter.hasPartition(partition)
  if (reader.hasRecordsInMemory(positions)) reader.readFromMemory({ positions, visit })
  else
    await limitReads(() =>
      reader.read({ positions, isWanted: isWantedPartition, maxLogRecords, visit }),
    )
  return {
    toBytes: () => chunk.toBytes(),
    after: { positions, partlySent: partlySentRecordAfter(before, positions) },
  }
}

/** Returns the offset that the positions have for the partition of a partly sent record. */
const offsetInPartitionOf = ({ topic, partition }: PartlySentRecord, positions: Positions) =>
  positions.get(topic)?.[partition]

function partlySentRecordAfter(before: ReadingState, after: Positions): PartlySentRecord | null {
  const { partlySent, positions } = before
  if (!partlySent) return null
  const isUnread =
    offsetInPartitionOf(partlySent, positions) === offsetInPartitionOf(partlySent, after)
  return isUnread ? partlySent : null
}

/**
 * Yields the messages of a record that the reader wants and has not received, each with its index among all messages
 * of the record, and with the number of all messages of the record.
 */
function* unsentMessagesOf(
  { messagesOf, subscription }: ChunkOptions,
  { positions, partlySent }: ReadingState,
  topic: LiveTopic,
  record: LogRecord,
): Generator<readonly [LiveMessage, number, number]> {
  const isPartlySent =
    partlySent?.topic === topic &&
    partlySent.partition === record.partition &&
    offsetInPartitionOf(partlySent, positions) === record.offset
  const sent = isPartlySent ? partlySent.messages : 0
  const messages = messagesOf(topic, record)
  for (const [index, message] of messages.entries())
    if (index >= sent && isWantedBySubscription(subscription, message))
      yield [message, index, messages.length]
}

/** A match is about two markets, but its record has the key and the partition of only one of them. */
const isAboutTwoMarkets = (topic: LiveTopic): boolean => topic === 'matches'

/** Returns the cursor after a message of a record. `positions`: the positions after the record. */
export function cursorAfter(
  cursorCodec: LogCursorCodec,
  positions: MutablePositions,
  message: {
    readonly topic: LiveTopic
    readonly record: LogRecord
    /** Index of the message among the `count` messages of the record. */
    readonly index: number
    readonly count: number
  },
): string {
  const { topic, record, index, count } = message
  if (index === count - 1) return cursorCodec.toCursor(positions)
  const { partition, offset } = record
  const before = new Map(positions)
  const offsets = positions.get(topic) ?? []
  before.set(
    topic,
    offsets.map((at, number) => (number === partition ? offset : at)),
  )
  return cursorCodec.toCursor(before, { topic, partition, messages: index + 1 })
}
