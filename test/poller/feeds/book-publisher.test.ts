// Which order books are recorded, of those that a market gets by requests and from its stream.
import { expect, it } from '@jest/globals'
import type { FetchedBook } from '../../../services/platforms/source.ts'
import { createBookPublisher } from '../../../services/poller/feeds/book-publisher.ts'
import { silentObserver } from '../../../services/poller/observer.ts'
import type { PollerRecord } from '../../../services/poller/publisher.ts'
import { defaultTuning } from '../../../services/poller/tuning.ts'

const id = 'pa_1'

it('the newest recorded book is compared, whether it was requested or came from the stream', async () => {
  const recorded: string[] = []
  const publishBooks = createBookPublisher({
    platform: 'platform_a',
    tuning: defaultTuning,
    schedule: { pollingIntervalOf: () => null } as unknown as Parameters<
      typeof createBookPublisher
    >[0]['schedule'],
    budget: { allowsRecording: () => true, spend: () => undefined },
    observer: silentObserver,
  })
  const task = {
    memory: { books: new Map() },
    publisher: {
      publish: async (_: string, records: readonly PollerRecord[]) => {
        for (const { topic, value } of records)
          if (topic === 'raw.books') recorded.push((value as { body: string }).body)
      },
    },
    published: new Map(),
    sightings: { dropSighting: () => undefined },
  } as unknown as Parameters<typeof publishBooks>[0]
  const book = (body: string, stamp: string | null, receivedAtMs: number): FetchedBook => ({
    id,
    body,
    stamp,
    receivedAtMs,
    clockDifferenceMs: 0,
    url: '',
    fromStream: stamp === null,
  })
  const publish = async (one: FetchedBook) => (await publishBooks(task, [one])).get(id)

  expect(await publish(book('requested', 's1', 1))).toBe(1)
  expect(await publish(book('streamed', null, 2))).toBe(2)
  expect(await publish(book('streamed', null, 3))).toBe(2)
  // The stream was wrong: the platform still has the book that was requested first.
  expect(await publish(book('requested', 's1', 4))).toBe(4)
  expect(await publish(book('requested', 's1', 5))).toBe(4)
  expect(await publish(book('streamed', null, 6))).toBe(6)
  expect(recorded).toEqual(['requested', 'streamed', 'requested', 'streamed'])
})
