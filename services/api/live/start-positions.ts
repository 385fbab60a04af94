// The positions at which a reader of the log starts: at its cursor, at a time, at the oldest record, or at the
// end.
import type { EventLog, PartitionRange } from '../../lib/log/port.ts'
import { topics as topology } from '../../topology.ts'
import {
  expiredCursorError,
  futureCursorError,
  cursorOfOtherLogError,
  invalidCursorError,
} from './cursor-errors.ts'
import type { LogCursorCodec, PartlySentRecord } from './log-cursor.ts'
import { copyPositions, type LiveTopic, type MutablePositions } from './positions.ts'
import type { RecentRecords } from './recent-records.ts'

export interface StartPositionsOptions {
  readonly log: EventLog
  readonly topicPrefix: string
  readonly recent: RecentRecords
}

/**
 * The maximum difference between the clocks of the log and of a platform. Because of it, a record can be appended
 * before the time of its trade.
 */
const clockDifferenceMs = 600_000

export function createStartPositions({ log, topicPrefix, recent }: StartPositionsOptions) {
  const rangesOf = (topic: LiveTopic): Promise<readonly PartitionRange[]> =>
    log.ranges(topicPrefix + topic)

  async function oldestPositions(topics: readonly LiveTopic[]): Promise<MutablePositions> {
    const entries = await Promise.all(
      topics.map(async (topic) => [topic, (await rangesOf(topic)).map(({ low }) => low)] as const),
    )
    return new Map(entries)
  }

  /** Whether all records after the offsets are in memory. */
  function isInMemory(topic: LiveTopic, offsets: readonly number[]): boolean {
    const ranges = recent.ranges(topic)
    return (
      ranges.length === offsets.length &&
      ranges.every(({ from, next }, partition) => {
        const offset = offsets[partition] ?? 0
        return offset >= from && offset <= next
      })
    )
  }

  /** Throws a RequestError (422) if the log does not have the records after the offsets. */
  async function checkPositions(
    topic: LiveTopic,
    offsets: readonly number[],
    location: readonly string[],
    cursorCodec: LogCursorCodec,
  ): Promise<void> {
    if (isInMemory(topic, offsets)) return
    const ranges = await rangesOf(topic)
    if (ranges.length !== offsets.length) throw invalidCursorError(location)
    if (ranges.some(({ high }, partition) => (offsets[partition] ?? 0) > high))
      throw futureCursorError(location)
    // in a compacted topic, the records that were removed are not needed, because newer records replace them
    if (topology[topic].cleanup === 'compact') return
    if (ranges.some(({ low }, partition) => (offsets[partition] ?? 0) < low))
      throw expiredCursorError(
        location,
        cursorCodec.toCursor(new Map([[topic, ranges.map(({ low }) => low)]])),
      )
  }

  return {
    oldestPositions,
    /**
     * Returns positions at or before the first record that states a trade (or another fact) of this time or
     * later.
     */
    async positionsSince(topic: LiveTopic, timeMs: number): Promise<MutablePositions> {
      const found = await log.offsetsAt(topicPrefix + topic, timeMs - clockDifferenceMs)
      return new Map([[topic, found.map(({ offset }) => offset)]])
    },
    /**
     * Returns the positions that a cursor has for these topics; topics that are not in the cursor are left out.
     * `location`: where the request has the cursor. Rejects with a RequestError (422) if the cursor is invalid, belongs
     * to another log, is after the end of the log, or is before the oldest retained record.
     */
    async positionsOfCursor(
      text: string,
      topics: readonly LiveTopic[],
      location: readonly string[],
      cursorCodec: LogCursorCodec,
    ): Promise<{ positions: MutablePositions; partlySent: PartlySentRecord | null }> {
      const parsed = cursorCodec.parse(text)
      if ('refusal' in parsed)
        throw parsed.refusal === 'garbage'
          ? invalidCursorError(location)
          : cursorOfOtherLogError(location)
      const positions = copyPositions(
        new Map([...parsed.positions].filter(([topic]) => topics.includes(topic))),
      )
      if (positions.size === 0) throw invalidCursorError(location)
      for (const [topic, offsets] of positions)
        await checkPositions(topic, offsets, location, cursorCodec)
      return { positions, partlySent: parsed.partlySent }
    },
  }
}

export type StartPositions = ReturnType<typeof createStartPositions>
