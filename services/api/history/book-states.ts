// The newest statements of the poller about the order books of streamed markets
// (docs/decisions/069-states-of-order-books.md).
import type { StreamedBook } from '../../../schemas/generated/events.ts'
import { statementValidMs } from '../../domain/streamed-book.ts'
import type { Codec } from '../../lib/codec/port.ts'
import type { EventLog, LogRecord } from '../../lib/log/port.ts'
import { createRecordDecoder } from './records.ts'

export interface BookStates {
  /**
   * Returns the offset in each partition from which to follow the topic `book-states`. The statements before these
   * offsets are no longer valid.
   */
  startPositions(): Promise<ReadonlyMap<number, number>>
  /** Applies a record of the topic `book-states`. */
  apply(this: void, record: LogRecord): void
  /** Returns the newest statement about the book of a market; null if there is none. */
  of(marketId: string): StreamedBook | null
}

/** Statements are removed after this time, so that the memory does not grow with each market that is ever followed. */
const retentionMs = 3_600_000

export function createBookStates(options: {
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
  /** Unix milliseconds. */
  readonly now: () => number
}): BookStates {
  const { log, codec, topicPrefix, now } = options
  const decoder = createRecordDecoder(codec, topicPrefix)
  /** By market id: the newest statement about the book of the market. Sorted by arrival, oldest statement first. */
  const statements = new Map<string, StreamedBook>()

  return {
    async startPositions() {
      const positions = await log.offsetsAt(`${topicPrefix}book-states`, now() - statementValidMs)
      return new Map(positions.map(({ partition, offset }) => [partition, offset]))
    },
    apply(record) {
      const value = decoder.decodeBookState(record)
      if (value === null) return
      statements.delete(value.market_id)
      statements.set(value.market_id, value)
      for (const [id, { stated_at_ms: atMs }] of statements) {
        if (atMs > now() - retentionMs) break
        statements.delete(id)
      }
    },
    of: (marketId) => statements.get(marketId) ?? null,
  }
}
