// Reads the next messages for a reader that has not caught up, from the log or from memory. Each message
// has a cursor.
import type { MaybePromise } from '../../lib/run/maybe-promise.ts'
import type { LogRecord } from '../../lib/log/port.ts'
import type { LogCursors, PartlySentRecord } from './log-cursor.ts'
import type { LogReader } from './log-reader.ts'
import type { LiveMessage, MessageConverter } from './messages.ts'
import { MessageChunk } from './message-chunk.ts'
import { copyPositions, type LiveTopic, type MovingPositions, type Positions } from './positions.ts'
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
  readonly cursors: LogCursors
}

/** What a reader has received. */
export interface ReadingState {
  readonly positions: MovingPositions
  readonly partlySent: PartlySentRecord | null
}

/** The next messages of a reader. */
export interface ReadChunk {
  /** Encodes the messages. See MessageChunk.toBytes(). */
  readonly toBytes: () => MaybePromise<Buffer | null>
  /** What the reader has received when the messages are sent. */
  readonly after: ReadingState
}

/** A chunk ends when its messages have this many bytes. */
const chunkBytes = 64 * 1024
const maxLogRecords = 2_000

/** Reads the next messages. There are none if the records that were read have no message for the reader. */
export async function readChunk(options: ChunkOptions, before: ReadingState): Promise<ReadChunk> {
  const { subscription, encode, reader, cursors, limitReads } = options
  const positions = copyPositions(before.positions)
  const chunk = new MessageChunk(encode)

  /** Whether a record is about a market that the reader does not want, judged by its key without decoding it. */
  const isOfOtherMarket = (key: string, topic: LiveTopic): boolean =>
    !isAboutTwoMarkets(topic) && !subscription.filter.has(key)

  function visit(topic: LiveTopic, record: LogRecord): boolean {
    if (record.key !== null && isOfOtherMarket(record.key, topic)) return true
    for (const [message, index, count] of unsentMessagesOf(options, before, topic, record)) {
      const id = cursorAfter(cursors, positions, { topic, record, index, count })
      if (message.channel !== 'candles') chunk.add(encode(message.channel, id, message.data))
      else if (subscription.candles) chunk.addCandle(message, id, subscription.candles)
    }
    return chunk.bytes < chunkBytes
  }

  const isWantedPartition = (partition: number, topic: LiveTopic): boolean =>
    isAboutTwoMarkets(topic) || subscription.filter.hasPartition(partition)
  if (reader.isRecent(positions)) reader.readRecent({ positions, visit })
  else
    await limitReads(() =>
      reader.read({ positions, isWanted: isWantedPartition, maxLogRecords, visit }),
    )
  return {
    toBytes: () => chunk.toBytes(),
    after: { positions, partlySent: partlySentAfter(before, positions) },
  }
}

/** Returns the offset of the record of which only some messages were sent. */
const partlySentOffset = ({ topic, partition }: PartlySentRecord, positions: Positions) =>
  positions.get(topic)?.[partition]

function partlySentAfter(before: ReadingState, after: Positions): PartlySentRecord | null {
  const { partlySent, positions } = before
  if (!partlySent) return null
  const isUnread = partlySentOffset(partlySent, positions) === partlySentOffset(partlySent, after)
  return isUnread ? partlySent : null
}

/**
 * Yields the messages of a record that the reader wants and has not received. Each comes with its index
 * among all messages of the record, and with their number.
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
    partlySentOffset(partlySent, positions) === record.offset
  const sent = isPartlySent ? partlySent.messages : 0
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
