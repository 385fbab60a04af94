// Creates the records of the topic `book-states`, which tell readers how far the order book of each streamed market can
// be trusted. There is a record whenever the state of a book changes, and again every 30 s.
import type {
  Platform,
  StreamedBook,
  StreamedBookState,
} from '../../../schemas/generated/events.ts'
import { restateMs } from '../../domain/streamed-book.ts'
import type { PollerRecord } from '../publisher.ts'
import type { FollowedBook } from './followed-book.ts'

export interface BookStates {
  /** Returns the records that are due. */
  takeDueRecords(): readonly PollerRecord[]
}

export function createBookStates(options: {
  readonly platform: Platform
  readonly books: ReadonlyMap<string, FollowedBook>
  /** The local clock (Unix milliseconds), for the times in records. */
  readonly now: () => number
  readonly steadyNow: () => number
}): BookStates {
  const { platform, books, now, steadyNow } = options
  /** The last published state of each market that is followed. */
  const stated = new Map<string, { readonly state: StreamedBookState; readonly atMs: number }>()

  function toRecord(id: string, state: StreamedBookState): PollerRecord {
    const followed = books.get(id)
    const isRecorded = state === 'current' && followed?.isDirty === false
    const value: StreamedBook = {
      market_id: id,
      platform,
      state,
      book_received_at_ms: isRecorded ? (followed.recorded?.receivedAtMs ?? null) : null,
      stated_at_ms: now(),
    }
    return { topic: 'book-states', key: id, value }
  }

  return {
    takeDueRecords() {
      const nowMs = steadyNow()
      const records: PollerRecord[] = []
      for (const [id, followed] of books) {
        const state = stateOf(followed)
        const last = stated.get(id)
        if (last?.state === state && nowMs - last.atMs < restateMs) continue
        stated.set(id, { state, atMs: nowMs })
        records.push(toRecord(id, state))
      }
      for (const id of stated.keys()) {
        if (books.has(id)) continue
        stated.delete(id)
        records.push(toRecord(id, 'polled'))
      }
      return records
    },
  }
}

/** A book is not `current` before it was recorded, because readers only know recorded books. */
function stateOf({ state, recorded }: FollowedBook): StreamedBookState {
  if (state === 'stale') return 'stale'
  return recorded === null ? 'rebuilding' : 'current'
}
