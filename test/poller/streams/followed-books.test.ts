// When the book of a stream is believed, and what ends that.
import { describe, expect, it } from '@jest/globals'
import type { BookSides } from '../../../services/domain/order-book.ts'
import type { StreamEvent } from '../../../services/platforms/streams/protocol.ts'
import { isCrossed } from '../../../services/poller/streams/followed-book.ts'
import { createFollowedBooks } from '../../../services/poller/streams/followed-books.ts'
import { targetOf } from '../../platforms/streams/stream-server.ts'

const level = (price: string, size: string) => ({ price, size })
const first: BookSides = { bids: [level('0.4', '10')], asks: [level('0.5', '7')] }
const id = 'pa_m'

function open() {
  let nowMs = 1_000_000
  let requested: BookSides | null = first
  const reported: string[] = []
  const books = createFollowedBooks({
    protocol: { sidesOf: () => requested },
    steadyNow: () => nowMs,
    platformNowMs: () => nowMs,
    clockDifferenceMs: () => 0,
    depth: 50,
    onChanged: () => undefined,
    onProvedChanged: (_id, isProved) => void reported.push(isProved ? 'proved' : 'doubted'),
    onBookCompared: (_followed, _atMs, result) => void reported.push(result),
    onSnapshotNeeded: () => void reported.push('refresh'),
    onAnomaly: (reason) => void reported.push(reason),
  })
  books.followMarkets([targetOf('m')])
  const opened = {
    books,
    reported,
    followed: () => books.all.get(id)!,
    pass: (ms: number) => (nowMs += ms),
    hear: (event: StreamEvent, sentAtMs: number | null = null) => {
      books.apply({ body: '', id, sentAtMs, event }, nowMs)
    },
    /** A book is requested, and compared when that is due. Returns whether it has to be recorded. */
    request: (sides: BookSides | null) => {
      requested = sides
      const about = {
        id,
        body: '',
        url: '',
        stamp: null,
        clockDifferenceMs: 0,
        receivedAtMs: nowMs,
      }
      const isRecorded = books.addRequestedBook(about)
      nowMs += 3_000
      books.compare()
      return isRecorded
    },
    /** A book that was proved. */
    prove: () => {
      books.awaitSnapshots([id])
      opened.hear({ kind: 'snapshot', sides: first })
      opened.request(first)
      reported.splice(0)
    },
  }
  return opened
}

const sizes = (price: string, size: string): StreamEvent => ({
  kind: 'changes',
  as: 'sizes',
  changes: [{ side: 'bids', price, size }],
})

describe('a followed book', () => {
  it('is proved by a requested book, which is recorded until then', () => {
    const { books, hear, request, reported, followed } = open()
    expect(request(first)).toBe(true)
    books.awaitSnapshots([id])
    expect(request(first)).toBe(true)
    expect(followed().state).toBe('rebuilding')
    hear({ kind: 'snapshot', sides: first })
    expect([followed().state, books.isProved(id)]).toEqual(['current', false])
    expect(request(first)).toBe(true)
    expect(books.isProved(id)).toBe(true)
    expect(request(first)).toBe(false)
    expect(reported).toEqual(['equal', 'proved', 'equal'])
  })

  it('is to be recorded each time that it is proved, because an older one was recorded meanwhile', () => {
    const { books, hear, request, followed, prove } = open()
    prove()
    hear(sizes('0.41', '3'))
    followed().isDirty = false
    followed().recorded = { quote: followed().book.quote(), receivedAtMs: 1 }
    books.withdrawProof(id, 'trade_not_heard')
    expect(followed()).toMatchObject({ isDirty: false, recorded: null })
    expect(request(first)).toBe(true)
    expect(followed()).toMatchObject({ isProved: true, isDirty: true, recorded: null })
  })

  it('may be some seconds ahead of a requested book, or behind it', () => {
    const { books, hear, request, pass, prove } = open()
    prove()
    hear(sizes('0.41', '3'))
    pass(10_000)
    expect(request(first)).toBe(false)
    expect(books.isProved(id)).toBe(true)
    const later = { ...first, bids: [level('0.42', '1'), level('0.41', '3'), level('0.4', '10')] }
    pass(30_000)
    books.addRequestedBook({
      id,
      body: '',
      url: '',
      stamp: null,
      clockDifferenceMs: 0,
      receivedAtMs: 1_043_000 + 30_000,
    })
    expect(request(later)).toBe(false)
    expect(books.isProved(id)).toBe(false)
  })

  it('is doubted after one difference, and rebuilt after two in a row', () => {
    const { books, hear, request, pass, prove, reported, followed } = open()
    prove()
    const other = { ...first, asks: [level('0.5', '8')] }
    pass(30_000)
    expect(request(other)).toBe(false)
    expect(reported).toEqual(['different', 'doubted'])
    expect(request(other)).toBe(true)
    expect(reported).toEqual(['different', 'doubted', 'different', 'wrong_book', 'refresh'])
    expect(followed().state).toBe('rebuilding')
    hear(sizes('0.41', '3'))
    expect(followed().book.sides().bids).toHaveLength(1)
    hear({ kind: 'snapshot', sides: other })
    request(other)
    expect(books.isProved(id)).toBe(true)
  })

  it('is proved again by one equal book after one difference', () => {
    const { books, request, pass, prove } = open()
    prove()
    pass(30_000)
    request({ bids: [], asks: [] })
    request(first)
    request({ bids: [], asks: [] })
    expect(books.all.get(id)?.state).toBe('current')
  })

  it('is polled when its connection is lost, and ignores changes until the next snapshot', () => {
    const { books, hear, prove, reported, followed, request } = open()
    prove()
    books.markStale([id, 'pa_other'])
    expect([followed().state, ...reported]).toEqual(['stale', 'doubted'])
    hear(sizes('0.41', '3'))
    expect(request(first)).toBe(true)
    hear({ kind: 'snapshot', sides: { bids: [], asks: [] } })
    expect(followed().book.sides()).toEqual({ bids: [], asks: [] })
  })

  it('is rebuilt when a level would be negative, but not again and again', () => {
    const { hear, prove, pass, reported } = open()
    prove()
    const less: StreamEvent = {
      kind: 'changes',
      as: 'additions',
      changes: [{ side: 'bids', ...level('0.4', '-11') }],
    }
    pass(10_000)
    hear(less)
    expect(reported).toEqual(['negative_level', 'doubted', 'refresh'])
    hear({ kind: 'snapshot', sides: first })
    hear(less)
    hear(less)
    hear({ kind: 'invalidated' })
    expect(reported.slice(3)).toEqual(['negative_level'])
  })

  it('ignores changes and books that are older than it', () => {
    const { hear, followed } = open()
    hear({ kind: 'snapshot', sides: first }, 5_000)
    hear(sizes('0.41', '3'), 4_999)
    expect(followed().book.sides()).toEqual(first)
    hear(sizes('0.41', '3'), 5_001)
    hear({ kind: 'snapshot', sides: first }, 5_000)
    expect(followed().book.quote().bid).toBe('0.41')
  })

  it('is doubted when a request shows a trade that the stream was silent about', () => {
    const { books, hear, prove, pass, reported } = open()
    prove()
    books.noteTrade(id, 1_004_000)
    books.noteTrade('pa_other', 9_000_000)
    expect(reported).toEqual([])
    pass(20_000)
    hear({ kind: 'trade', announced: null })
    books.noteTrade(id, 1_025_000)
    expect(reported).toEqual([])
    books.noteTrade(id, 1_029_000)
    expect(reported).toEqual(['trade_not_heard', 'doubted'])
  })

  it('is not compared with a book that cannot be read, which is recorded', () => {
    const { request, prove, reported } = open()
    prove()
    expect(request(null)).toBe(true)
    expect(reported).toEqual([])
  })

  it.each([
    ['0.5', '0.5', true],
    ['0.6', '0.5', true],
    ['0.4', '0.5', false],
    ['0.9', '1', false],
    ['0', '0.1', false],
  ])('with the best prices %s and %s is crossed: %s', (bid, ask, crossed) => {
    expect(isCrossed({ bid, ask })).toBe(crossed)
  })
})
