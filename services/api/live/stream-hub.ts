// Sends new records to all readers of the stream that have caught up. Each message is converted to JSON
// once, and encoded once for each encoding (server-sent events, WebSocket) and each set of topics.
import type { CursorSource } from './cursor-source.ts'
import type { LogCursors } from './log-cursor.ts'
import { MessageChunk, shareCandleReads, type KnownCandles } from './message-chunk.ts'
import type { MessageConverter } from './messages.ts'
import {
  comparePositions,
  copyPositions,
  liveTopics,
  positionsOfTopics,
  type LiveTopic,
  type MovingPositions,
} from './positions.ts'
import type { RecentRecord, RecentRecords } from './recent-records.ts'
import { cursorAfter } from './stream-chunk.ts'
import { createStreamGroups, type StreamGroup, type StreamGroups } from './stream-groups.ts'
import type { StreamReader } from './stream-reader.ts'
import { topicsOf } from './subscription.ts'
import type { TapeWatermarks } from './tape-watermarks.ts'

export interface StreamHubOptions {
  readonly recent: RecentRecords
  readonly messagesOf: MessageConverter
  readonly watermarks: TapeWatermarks
  readonly onFailure: (error: unknown) => void
}

/** After this many records, the hub lets other requests be served. */
const maxRecordsPerTurn = 200

/**
 * If reading the candles of a turn took longer than this, the hub waits `pauseFactor` times as long before its next
 * turn. A one-minute candle with thousands of trades takes tens of milliseconds, and its trades arrive all the time.
 */
const longCandlesMs = 5
const pauseFactor = 3

export function createStreamHub({ recent, messagesOf, watermarks, onFailure }: StreamHubOptions) {
  const groups = createStreamGroups()
  const waiting = new Set<StreamReader>()
  let cursors: LogCursors | null = null
  /** The sequence number of the next record to send, and the positions before this record. */
  let next = recent.end()
  let positions = endPositionsOf(recent)
  let isSending = false
  /** How long the last turn spent reading candles, in milliseconds. */
  let candlesMs = 0

  /**
   * Sends chunks that come after the positions `before`. If a chunk needs a candle that is not in memory, the readers
   * of its group load the candle by themselves, so that the other readers do not wait for it.
   */
  function send(chunks: ReadonlyMap<StreamGroup, MessageChunk>, before: MovingPositions): void {
    candlesMs = 0
    for (const [group, chunk] of chunks) {
      const startMs = performance.now()
      const bytes = chunk.toBytes()
      if (group.subscription.candles) candlesMs += performance.now() - startMs
      for (const reader of group.readers)
        if (Buffer.isBuffer(bytes))
          reader.send(bytes, () => copyPositions(positionsOfTopics(group.topics, positions)))
        else letFallBehind(group, reader, before)
    }
  }

  /** Makes a reader that has caught up read by itself the records after the positions `sent`. */
  function letFallBehind(group: StreamGroup, reader: StreamReader, sent: MovingPositions): void {
    if (!reader.isLive()) return
    reader.continueFromLog(copyPositions(positionsOfTopics(group.topics, sent)))
    waiting.add(reader)
  }

  /**
   * Stops sending to all readers until they have caught up again: each reads the records after `sentPositions` by
   * itself. `sentPositions`: the positions after the last record that was sent.
   */
  function letReadersCatchUp(sentPositions: MovingPositions): void {
    for (const group of groups.all())
      for (const reader of group.readers) letFallBehind(group, reader, sentPositions)
    next = recent.end()
    positions = endPositionsOf(recent)
  }

  function sendNextRecords(): void {
    const collected: Turn = { chunks: new Map(), candles: new Map() }
    const before = copyPositions(positions)
    for (let count = 0; count < maxRecordsPerTurn && next < recent.end(); count += 1) {
      const found = recent.at(next)
      // the record was removed from memory since the last call
      if (!found) return letReadersCatchUp(positions)
      const offsets = positions.get(found.topic)
      if (offsets) offsets[found.record.partition] = found.record.offset + 1
      if (found.topic === 'trades') watermarks.apply(found.record)
      if (cursors && !groups.isEmpty())
        collectMessages(found, positions, { groups, messagesOf, cursors }, collected)
      next += 1
    }
    send(collected.chunks, before)
  }

  function sendAndScheduleNext(): void {
    isSending = true
    const sent = copyPositions(positions)
    try {
      sendNextRecords()
    } catch (error) {
      onFailure(error)
      letReadersCatchUp(sent)
    } finally {
      isSending = false
    }
    const notified = Array.from(waiting)
    waiting.clear()
    for (const reader of notified) reader.notify()
    if (next < recent.end()) turns.schedule()
  }

  const turns = createTurns(sendAndScheduleNext, () => candlesMs)
  const stopListening = recent.onAppended(turns.schedule)

  return {
    /** Must be called after the followers have been started, and before readers join. */
    async start(source: CursorSource): Promise<LogCursors> {
      const found = await source()
      if (!cursors) {
        while (next < recent.end()) sendNextRecords()
        positions = endPositionsOf(recent)
        cursors = found
      }
      return found
    },
    /** As StreamReaderOptions.joinHub. */
    join(reader: StreamReader, own: MovingPositions): 'joined' | 'behind' | 'ahead' {
      const found = comparePositions(own, positions)
      if (found === 'ahead') waiting.add(reader)
      if (found !== 'same') return found
      if (isSending || next < recent.end()) return 'behind'
      groups.add(reader)
      return 'joined'
    },
    /** Sends bytes other than messages, such as a heartbeat, to a reader that has caught up. */
    sendTo(reader: StreamReader, bytes: Buffer): void {
      const topics = topicsOf(reader.subscription)
      reader.send(bytes, () => copyPositions(positionsOfTopics(topics, positions)))
    },
    removeReader(reader: StreamReader): void {
      waiting.delete(reader)
      groups.remove(reader)
    },
    /** Returns the cursor after what was sent to readers of these topics. */
    cursorOf(topics: readonly LiveTopic[]): string | null {
      return cursors?.toCursor(positionsOfTopics(topics, positions)) ?? null
    },
    stop(): void {
      stopListening()
      turns.cancel()
    },
  }
}

/**
 * Schedules the turns of the hub. If reading candles took long in the last turn, the next turn is delayed, so that
 * one message of a candle covers more trades. `candlesMs`: returns how long the last turn read candles, in
 * milliseconds.
 */
function createTurns(run: () => void, candlesMs: () => number) {
  let cancel: (() => void) | null = null
  const runTurn = (): void => {
    cancel = null
    run()
  }
  return {
    /** Does nothing if a turn is scheduled. */
    schedule(this: void): void {
      if (cancel) return
      if (candlesMs() > longCandlesMs) {
        const timer = setTimeout(runTurn, pauseFactor * candlesMs())
        cancel = () => clearTimeout(timer)
        return
      }
      const immediate = setImmediate(runTurn)
      cancel = () => clearImmediate(immediate)
    },
    cancel: (): void => cancel?.(),
  }
}

export type StreamHub = ReturnType<typeof createStreamHub>

/** What the hub sends in one turn of the event loop. */
interface Turn {
  readonly chunks: Map<StreamGroup, MessageChunk>
  /** Candles that were read in this turn. */
  readonly candles: KnownCandles
}

/**
 * Adds to the turn the messages that each group receives for a record. `positions`: the positions after the record.
 */
function collectMessages(
  { topic, record }: RecentRecord,
  positions: MovingPositions,
  {
    groups,
    messagesOf,
    cursors,
  }: {
    readonly groups: StreamGroups
    readonly messagesOf: MessageConverter
    readonly cursors: LogCursors
  },
  turn: Turn,
): void {
  const messages = messagesOf(topic, record)
  const count = messages.length
  for (const [index, message] of messages.entries()) {
    const encoded = new Map<string, Buffer>()
    const ids = new Map<string, string>()
    for (const group of groups.groupsWanting(message)) {
      const { subscription, encode, bytesKey, topics } = group
      const chunk = getOrCreate(turn.chunks, group, () => new MessageChunk(encode))
      const id = getOrCreate(ids, topics.join(), () =>
        cursorAfter(cursors, positionsOfTopics(topics, positions), { topic, record, index, count }),
      )
      if (message.channel !== 'candles') {
        const { channel, data } = message
        chunk.add(getOrCreate(encoded, bytesKey, () => encode(channel, id, data)))
      } else if (subscription.candles)
        chunk.addCandle(message, id, shareCandleReads(subscription.candles, turn.candles))
    }
  }
}

function getOrCreate<Key, Value>(known: Map<Key, Value>, key: Key, create: () => Value): Value {
  const found = known.get(key) ?? create()
  known.set(key, found)
  return found
}

function endPositionsOf(recentRecords: RecentRecords): MovingPositions {
  return new Map(
    liveTopics.map((topic) => [topic, recentRecords.ranges(topic).map(({ next }) => next)]),
  )
}
