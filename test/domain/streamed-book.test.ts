// The state of an order book in responses.
import { describe, expect, it } from '@jest/globals'
import type { StreamedBook } from '../../schemas/generated/events.ts'
import { orderBookStateOf, statementValidMs } from '../../services/domain/streamed-book.ts'

const statedAtMs = 1_000_000
const book = { receivedAtMs: statedAtMs - 5_000, seenAtMs: statedAtMs - 4_000 }

const stated = (
  state: StreamedBook['state'],
  bookReceivedAtMs: number | null = null,
): StreamedBook => ({
  market_id: 'pa_1',
  platform: 'platform_a',
  state,
  book_received_at_ms: bookReceivedAtMs,
  stated_at_ms: statedAtMs,
})
const soon = statedAtMs + 10
const later = statedAtMs + statementValidMs

describe('a book', () => {
  it.each<readonly [string, StreamedBook | null, number, string, number]>([
    ['nothing is stated of', null, soon, 'polled', book.seenAtMs],
    ['is unchanged', stated('current', book.receivedAtMs), soon, 'current', statedAtMs],
    ['has changes that are not recorded', stated('current'), soon, 'current', book.seenAtMs],
    ['a newer one exists of', stated('current', statedAtMs - 9), soon, 'stale', book.seenAtMs],
    ['is newer than the statement', stated('current', 1), soon, 'current', book.seenAtMs],
    ['is being rebuilt', stated('rebuilding'), soon, 'rebuilding', book.seenAtMs],
    ['has no connection', stated('stale'), soon, 'stale', book.seenAtMs],
    ['is not followed any more', stated('polled'), soon, 'polled', book.seenAtMs],
    ['was stated long ago', stated('current', book.receivedAtMs), later, 'stale', statedAtMs],
  ])('that %s', (_, statement, nowMs, state, asOfMs) => {
    expect(orderBookStateOf(book, statement, nowMs)).toEqual({ state, asOfMs })
  })

  it('that is recorded long after the last statement is polled', () => {
    const newer = { receivedAtMs: later, seenAtMs: later }
    expect(orderBookStateOf(newer, stated('current'), later).state).toBe('polled')
  })
})
