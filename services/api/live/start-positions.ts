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
import type { LogCursors, PartlySentRecord } from './log-cursor.ts'
import { copyPositions, type LiveTopic, type MovingPositions } from './positions.ts'
import type { RecentRecords } from './recent-records.ts'

export interface StartPositionsOptions {
  readonly log: EventLog
  readonly topicPrefix: string
  readonly recent: RecentRecords
}

/**
 * How far the clocks of the log and of a platform may differ. If all clocks were equal, a record would
 * always be appended after the time of its trade.
 */
const clockDifferenceMs = 600_000

export function createStartPositions({ log, topicPrefix, recent }: StartPositionsOptions) {
  const rangesOf = (topic: LiveTopic): Promise<readonly PartitionRange[]> =>
    log.ranges(topicPrefix + topic)

  async function oldest(topics: readonly LiveTopic[]): Promise<MovingPositions> {
    const entries = await Promise.all(
      topics.map(async (topic) => [topic, (await rangesOf(topic)).map(({ low }) => low)] as const),
    )
    return new Map(entries)
  }

  /** Whether memory has all records after the positions. */
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

  /** Throws a RequestError (422) for positions that the log does not have. */
  async function checkPositions(
    topic: LiveTopic,
    offsets: readonly number[],
    parameter: readonly string[],
    cursors: LogCursors,
  ): Promise<void> {
    if (isInMemory(topic, offsets)) return
    const ranges = await rangesOf(topic)
    if (ranges.length !== offsets.length) throw invalidCursorError(parameter)
    if (ranges.some(({ high }, partition) => (offsets[partition] ?? 0) > high))
      throw futureCursorError(parameter)
    // in a compacted topic, missing records are not needed, because newer records replace them
    if (topology[topic].cleanup === 'compact') return
    if (ranges.some(({ low }, partition) => (offsets[partition] ?? 0) < low))
      throw expiredCursorError(
        parameter,
        cursors.toCursor(new Map([[topic, ranges.map(({ low }) => low)]])),
      )
  }

  return {
    oldest,
    /**
     * Returns positions that are at or before the first record whose trade (or other fact) has at least
     * this time.
     */
    async positionsSince(topic: LiveTopic, timeMs: number): Promise<MovingPositions> {
      const found = await log.offsetsAt(topicPrefix + topic, timeMs - clockDifferenceMs)
      return new Map([[topic, found.map(({ offset }) => offset)]])
    },
    /** Returns the positions after the last record that this process has received. */
    newest: (topics: readonly LiveTopic[]): MovingPositions =>
      new Map(topics.map((topic) => [topic, recent.ranges(topic).map(({ next }) => next)])),
    /**
     * Returns the positions that a cursor has for these topics; topics that are not in the cursor are left out.
     * `parameter`: where the request has the cursor. Rejects with a RequestError (422) if the cursor is invalid, of
     * another log, in the future, or older than retention.
     */
    async positionsOfCursor(
      text: string,
      topics: readonly LiveTopic[],
      parameter: readonly string[],
      cursors: LogCursors,
    ): Promise<{ positions: MovingPositions; partlySent: PartlySentRecord | null }> {
      const parsed = cursors.parse(text)
      if ('refusal' in parsed)
        throw parsed.refusal === 'garbage'
          ? invalidCursorError(parameter)
          : cursorOfOtherLogError(parameter)
      const positions = copyPositions(
        new Map([...parsed.positions].filter(([topic]) => topics.includes(topic))),
      )
      if (positions.size === 0) throw invalidCursorError(parameter)
      for (const [topic, offsets] of positions)
        await checkPositions(topic, offsets, parameter, cursors)
      return { positions, partlySent: parsed.partlySent }
    },
  }
}

export type StartPositions = ReturnType<typeof createStartPositions>
