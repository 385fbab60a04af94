// Sends new records to all readers of the stream that have caught up. Each message is converted to JSON
// once, and encoded once for each encoding (server-sent events, WebSocket) and each set of topics.
import type { CursorSource } from './cursor-source.ts'
import type { LogCursors } from './log-cursor.ts'
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

export function createStreamHub({ recent, messagesOf, watermarks, onFailure }: StreamHubOptions) {
  const groups = createStreamGroups()
  const waiting = new Set<StreamReader>()
  let cursors: LogCursors | null = null
  /** The sequence number of the next record to send, and the positions before this record. */
  let next = recent.end()
  let positions = endPositionsOf(recent)
  let isSending = false
  let turn: NodeJS.Immediate | null = null

  function send(chunks: ReadonlyMap<StreamGroup, readonly Buffer[]>): void {
    for (const [group, ofGroup] of chunks) {
      const bytes = Buffer.concat(ofGroup)
      for (const reader of group.readers)
        if (reader.isLive())
          reader.send(bytes, () => copyPositions(positionsOfTopics(group.topics, positions)))
    }
  }

  /**
   * Stops sending to all readers until they have caught up again: each reads the records after `sent` by
   * itself. `sent`: the positions after the last record that was sent.
   */
  function letReadersCatchUp(sentPositions: MovingPositions): void {
    for (const group of groups.all())
      for (const reader of group.readers) {
        if (!reader.isLive()) continue
        reader.continueFromLog(copyPositions(positionsOfTopics(group.topics, sentPositions)))
        waiting.add(reader)
      }
    next = recent.end()
    positions = endPositionsOf(recent)
  }

  function sendNextRecords(): void {
    const chunks = new Map<StreamGroup, Buffer[]>()
    for (let count = 0; count < maxRecordsPerTurn && next < recent.end(); count += 1) {
      const found = recent.at(next)
      // the record was removed from memory between two turns
      if (!found) return letReadersCatchUp(positions)
      const offsets = positions.get(found.topic)
      if (offsets) offsets[found.record.partition] = found.record.offset + 1
      if (found.topic === 'trades') watermarks.apply(found.record)
      if (cursors && hasReaders())
        collect(found, positions, { groups, messagesOf, cursors }, chunks)
      next += 1
    }
    send(chunks)
  }

  const hasReaders = (): boolean => groups.all()[Symbol.iterator]().next().done !== true

  function sendAndScheduleNext(): void {
    turn = null
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
    if (next < recent.end()) turn ??= setImmediate(sendAndScheduleNext)
  }

  const stopListening = recent.onAppended(() => {
    turn ??= setImmediate(sendAndScheduleNext)
  })

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
      if (isSending || next < recent.end()) return 'behind'
      const found = comparePositions(own, positions)
      if (found === 'ahead') waiting.add(reader)
      if (found !== 'same') return found
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
      if (turn) clearImmediate(turn)
    },
  }
}

export type StreamHub = ReturnType<typeof createStreamHub>

/** Adds what each group receives of a record to `chunks`. `positions`: the positions after the record. */
function collect(
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
  chunks: Map<StreamGroup, Buffer[]>,
): void {
  const messages = messagesOf(topic, record)
  const count = messages.length
  for (const [index, message] of messages.entries()) {
    const encoded = new Map<string, Buffer>()
    for (const group of groups.groupsWanting(message)) {
      let bytes = encoded.get(group.bytesKey)
      if (!bytes) {
        const own = positionsOfTopics(group.topics, positions)
        const id = cursorAfter(cursors, own, { topic, record, index, count })
        bytes = group.encode(message.channel, id, message.data)
        encoded.set(group.bytesKey, bytes)
      }
      const ofGroup = chunks.get(group) ?? []
      ofGroup.push(bytes)
      chunks.set(group, ofGroup)
    }
  }
}

function endPositionsOf(recentRecords: RecentRecords): MovingPositions {
  return new Map(
    liveTopics.map((topic) => [topic, recentRecords.ranges(topic).map(({ next }) => next)]),
  )
}
