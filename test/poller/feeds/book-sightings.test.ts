// Which unchanged books are noted, and when.
import { expect, it } from '@jest/globals'
import { createBookSightings } from '../../../services/poller/feeds/book-sightings.ts'
import { createRecordingPublisher } from '../support/recording-publisher.ts'

const minute = 60_000

function open() {
  const { published, publisher } = createRecordingPublisher()
  const sightings = createBookSightings('platform_a', publisher)
  return {
    sightings,
    published: async (): Promise<readonly unknown[]> => {
      await sightings.publish()
      return published.splice(0)
    },
  }
}

const record = (seenAtMs: number) => ({
  topic: 'book-sightings',
  key: 'pa_1',
  value: { market_id: 'pa_1', book_received_at_ms: 1_000, seen_at_ms: seenAtMs },
})

it.each([
  [1_000, minute],
  [30_000, 5 * minute],
])('at an interval of %i ms a book is noted every %i ms', async (intervalMs, everyMs) => {
  const { sightings, published } = open()
  let dueMs = 1_000 + everyMs
  for (let atMs = 1_000; atMs < 20 * minute; atMs += 30_000) {
    sightings.noteSighting('pa_1', 1_000, atMs, intervalMs)
    expect(await published()).toEqual(atMs >= dueMs ? [record(atMs)] : [])
    if (atMs >= dueMs) dueMs = atMs + everyMs
  }
})

it('the newest time is published of a book that was seen several times', async () => {
  const { sightings, published } = open()
  for (const atMs of [2 * minute, 2 * minute + 3_000])
    sightings.noteSighting('pa_1', 1_000, atMs, 3_000)
  expect(await published()).toEqual([record(2 * minute + 3_000)])
})

it('nothing is published about markets that are no longer known', async () => {
  const { sightings, published } = open()
  for (const id of ['pa_1', 'pa_2']) sightings.noteSighting(id, 1_000, 2 * minute, 3_000)
  sightings.keepOnlyMarkets(new Map([['pa_1', {}]]))
  expect(await published()).toEqual([record(2 * minute)])
})

it('nothing is published about a book that was recorded again', async () => {
  const { sightings, published } = open()
  sightings.noteSighting('pa_1', 1_000, 2 * minute, 3_000)
  sightings.dropSighting('pa_1')
  expect(await published()).toEqual([])
})
