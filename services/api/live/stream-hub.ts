// Sends new records to all readers of the stream that have caught up. Each message is converted to JSON
// once, and encoded once for each encoding (server-sent events, WebSocket) and each set of topics.
import type { LoadCursorCodec } from './cursor-source.ts'
import type { LogCursorCodec } from './log-cursor.ts'
import { isPromise } from '../../lib/run/maybe-promise.ts'
import { MessageChunk, shareCandleReads, type CandleReads } from './message-chunk.ts'
import type { MessageConverter } from './messages.ts'
import {
  comparePositions,
  copyPositions,
  liveTopics,
  positionsOfTopics,
  type LiveTopic,
  type MutablePositions,
} from './positions.ts'
import { newestPositionsOf, type RecentRecord, type RecentRecords } from './recent-records.ts'
import { cursorAfter } from './stream-chunk.ts'
import { createReaderGroups, type ReaderGroup, type ReaderGroups } from './stream-groups.ts'
import type { StreamReader } from './stream-reader.ts'
import { topicsOf } from './subscription.ts'
import type { TapeWatermarks } from './tape-watermarks.ts'

export interface StreamHubOptions {
  readonly recent: RecentRecords
  readonly messagesOf: MessageConverter
  readonly watermarks: TapeWatermarks
  readonly onFailure: (error: unknown) => void
}

/** Maximum number of records that the hub sends in one turn of the event loop, so that it does not block requests. */
const maxRecordsPerTurn = 200

/**
 * If reading candles took longer than this in a turn, the hub pauses for `pauseFactor` times as long before the next
 * turn. Reading a one-minute candle with thousands of trades takes tens of milliseconds, and each new trade requires it
 * again.
 */
const longCandleReadMs = 5
const pauseFactor = 3

export function createStreamHub({ recent, messagesOf, watermarks, onFailure }: StreamHubOptions) {
  const groups = createReaderGroups()
  const waiting = new Set<StreamReader>()
  let cursorCodec: LogCursorCodec | null = null
  /** The sequence number of the next record to send, and the positions up to which records were sent. */
  let next = recent.end()
  let positions = newestPositionsOf(recent, liveTopics)
  let isSending = false
  /** How long the last turn spent reading candles, in milliseconds. */
  let candleReadMs = 0

  /**
   * Sends a chunk to the readers of each group. `before`: the positions before the chunks. If a chunk needs a candle
   * that is not in memory, the readers of its group read the records after `before` by themselves, so that the readers
   * of other groups do not wait for the candle. If the candle cannot be loaded, the hub reports the error here; a reader
   * that then gets an error as well reports it and ends.
   */
  function send(chunks: ReadonlyMap<ReaderGroup, MessageChunk>, before: MutablePositions): void {
    candleReadMs = 0
    for (const [group, chunk] of chunks) {
      const startMs = performance.now()
      const bytes = chunk.toBytes()
      if (isPromise(bytes)) bytes.catch(onFailure)
      if (group.subscription.candles) candleReadMs += performance.now() - startMs
      for (const reader of group.readers)
        if (Buffer.isBuffer(bytes))
          reader.send(bytes, () => copyPositions(positionsOfTopics(group.topics, positions)))
        else catchUpFromLog(group, reader, before)
    }
  }

  /**
   * Stops sending to a reader until it has caught up again: it reads the records after the positions `sent` by itself.
   */
  function catchUpFromLog(group: ReaderGroup, reader: StreamReader, sent: MutablePositions): void {
    if (!reader.isLive()) return
    reader.continueFromLog(copyPositions(positionsOfTopics(group.topics, sent)))
    waiting.add(reader)
  }

  /**
   * Stops sending to all readers until they have caught up again: each reader reads the records after `sentPositions`
   * by itself. `sentPositions`: the positions after the last record that was sent.
   */
  function catchUpAllFromLog(sentPositions: MutablePositions): void {
    for (const group of groups.all())
      for (const reader of group.readers) catchUpFromLog(group, reader, sentPositions)
    next = recent.end()
    positions = newestPositionsOf(recent, liveTopics)
  }

  function sendNextRecords(): void {
    const collected: HubTurn = { chunks: new Map(), candles: new Map() }
    const before = copyPositions(positions)
    for (let count = 0; count < maxRecordsPerTurn && next < recent.end(); count += 1) {
      const found = recent.at(next)
      // the record was removed from memory before it was sent
      if (!found) return catchUpAllFromLog(positions)
      const offsets = positions.get(found.topic)
      if (offsets) offsets[found.record.partition] = found.record.offset + 1
      if (found.topic === 'trades') watermarks.apply(found.record)
      if (cursorCodec && !groups.isEmpty())
        collectMessages(found, positions, { groups, messagesOf, cursorCodec }, collected)
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
      catchUpAllFromLog(sent)
    } finally {
      isSending = false
    }
    const notified = Array.from(waiting)
    waiting.clear()
    for (const reader of notified) reader.notify()
    if (next < recent.end()) turns.schedule()
  }

  const turns = createTurnScheduler(sendAndScheduleNext, () => candleReadMs)
  const stopListening = recent.onAppended(turns.schedule)

  return {
    /** Must be called after the followers have been started, and before readers join. */
    async start(loadCursorCodec: LoadCursorCodec): Promise<LogCursorCodec> {
      const found = await loadCursorCodec()
      if (!cursorCodec) {
        while (next < recent.end()) sendNextRecords()
        positions = newestPositionsOf(recent, liveTopics)
        cursorCodec = found
      }
      return found
    },
    /** See StreamReaderOptions.joinHub. */
    join(reader: StreamReader, readerPositions: MutablePositions): 'joined' | 'behind' | 'ahead' {
      const found = comparePositions(readerPositions, positions)
      if (found === 'ahead') waiting.add(reader)
      if (found !== 'same') return found
      if (isSending || next < recent.end()) return 'behind'
      groups.add(reader)
      return 'joined'
    },
    /** Sends bytes that are not the message of a record, such as a heartbeat, to a reader that has caught up. */
    sendTo(reader: StreamReader, bytes: Buffer): void {
      const topics = topicsOf(reader.subscription)
      reader.send(bytes, () => copyPositions(positionsOfTopics(topics, positions)))
    },
    removeReader(reader: StreamReader): void {
      waiting.delete(reader)
      groups.remove(reader)
    },
    /** Returns the cursor after the last record of these topics that the hub has sent. */
    cursorOf(topics: readonly LiveTopic[]): string | null {
      return cursorCodec?.toCursor(positionsOfTopics(topics, positions)) ?? null
    },
    stop(): void {
      stopListening()
      turns.cancel()
    },
  }
}

/**
 * Schedules the turns in which the hub sends records. If reading candles took long in the last turn, the next turn is
 * delayed, so that one message of a candle covers more trades. `candleReadMs`: returns how long the last turn read
 * candles, in milliseconds.
 */
function createTurnScheduler(run: () => void, candleReadMs: () => number) {
  let cancel: (() => void) | null = null
  const runTurn = (): void => {
    cancel = null
    run()
  }
  return {
    /** Schedules a turn. Does nothing if a turn is scheduled already. */
    schedule(this: void): void {
      if (cancel) return
      if (candleReadMs() > longCandleReadMs) {
        const timer = setTimeout(runTurn, pauseFactor * candleReadMs())
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
interface HubTurn {
  readonly chunks: Map<ReaderGroup, MessageChunk>
  /** The candles that were read in this turn. */
  readonly candles: CandleReads
}

/**
 * Adds the messages of a record to the chunks of the groups that want them. `positions`: the positions after the
 * record.
 */
function collectMessages(
  { topic, record }: RecentRecord,
  positions: MutablePositions,
  {
    groups,
    messagesOf,
    cursorCodec,
  }: {
    readonly groups: ReaderGroups
    readonly messagesOf: MessageConverter
    readonly cursorCodec: LogCursorCodec
  },
  turn: HubTurn,
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
        cursorAfter(cursorCodec, positionsOfTopics(topics, positions), {
          topic,
          record,
          index,
          count,
        }),
      )
      if (message.channel !== 'candles') {
        const { channel, data } = message
        chunk.add(getOrCreate(encoded, bytesKey, () => encode(channel, id, data)))
      } else if (subscription.candles)
        chunk.addCandle(message, id, shareCandleReads(subscription.candles, turn.candles))
    }
  }
}

function getOrCreate<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const found = map.get(key) ?? create()
  map.set(key, found)
  return found
}
