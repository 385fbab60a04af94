// When the poller states the state of a streamed order book.
import { expect, it } from '@jest/globals'
import { createBookStates } from '../../../services/poller/streams/book-states.ts'
import {
  createFollowedBook,
  type FollowedBook,
} from '../../../services/poller/streams/followed-book.ts'
import { targetOf } from '../../platforms/streams/stream-server.ts'

const recorded = { quote: { bid: '0.4', ask: '0.5' }, receivedAtMs: 7 }

function open() {
  let nowMs = 0
  const books = new Map<string, FollowedBook>()
  const states = createBookStates({
    platform: 'platform_a',
    books,
    now: () => nowMs + 1_000,
    steadyNow: () => nowMs,
  })
  return {
    books,
    pass: (ms: number) => void (nowMs += ms),
    take: () =>
      states.takeDueRecords().map(({ key, value }) => {
        const { state, book_received_at_ms: receivedAtMs } = value as {
          readonly state: string
          readonly book_received_at_ms: number | null
        }
        return [key, state, receivedAtMs]
      }),
  }
}

it('states each change of a state at once, and each state again after 30 s', () => {
  const { books, pass, take } = open()
  const followed = createFollowedBook(targetOf('m'), 0)
  books.set('pa_m', followed)
  expect(take()).toEqual([['pa_m', 'stale', null]])
  followed.state = 'rebuilding'
  expect(take()).toEqual([['pa_m', 'rebuilding', null]])
  followed.state = 'current'
  expect(take()).toEqual([])
  followed.recorded = recorded
  expect(take()).toEqual([['pa_m', 'current', 7]])
  pass(29_999)
  expect(take()).toEqual([])
  followed.isDirty = true
  pass(1)
  expect(take()).toEqual([['pa_m', 'current', null]])
  expect(take()).toEqual([])
  books.clear()
  expect(take()).toEqual([['pa_m', 'polled', null]])
  expect(take()).toEqual([])
})
