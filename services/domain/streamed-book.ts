// The state of an order book in responses, derived from what the poller stated last
// (docs/decisions/069-states-of-order-books.md).
import type { StreamedBook, StreamedBookState } from '../../schemas/generated/events.ts'

/** The poller repeats its statement about the state of each streamed book after this time. */
export const restateMs = 30_000
/** After this time without another statement, the poller is taken to have stopped following the book. */
export const statementValidMs = 90_000

export interface OrderBookState {
  readonly state: StreamedBookState
  /** The latest time, in Unix milliseconds, at which the book is known to have been the market's current order book. */
  readonly asOfMs: number
}

/**
 * `seenAtMs`: when the platform last returned the book. `statement`: the newest statement of the poller; null if there
 * is none.
 */
export function orderBookStateOf(
  { receivedAtMs, seenAtMs }: { readonly receivedAtMs: number; readonly seenAtMs: number },
  statement: StreamedBook | null,
  nowMs: number,
): OrderBookState {
  if (statement === null) return { state: 'polled', asOfMs: seenAtMs }
  const { state, stated_at_ms: statedAtMs, book_received_at_ms: statedBookMs } = statement
  const asOfMs = statedBookMs === receivedAtMs ? Math.max(seenAtMs, statedAtMs) : seenAtMs
  const endsAtMs = statedAtMs + statementValidMs
  if (state === 'polled' || receivedAtMs >= endsAtMs) return { state: 'polled', asOfMs }
  // true if the statement is about a newer book, which has not arrived yet
  const isOlderBook = statedBookMs !== null && receivedAtMs < statedBookMs
  return { state: nowMs >= endsAtMs || isOlderBook ? 'stale' : state, asOfMs }
}
