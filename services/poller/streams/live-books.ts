// Follows the order books of the most traded markets of a platform with its stream, and records them as they change.
// The books of the stream are checked against requested books. Requested books also replace a book of the stream that
// is wrong or no longer changes.
import type { Platform } from '../../../schemas/generated/events.ts'
import type { Sleep } from '../../lib/run/wait.ts'
import { toId } from '../../platforms/identity.ts'
import type { BookTarget, FetchedBook } from '../../platforms/source.ts'
import { createStreamPool } from '../../platforms/streams/pool.ts'
import type { StreamFrame, StreamProtocol } from '../../platforms/streams/protocol.ts'
import type { BookSchedule } from '../feeds/book-schedule.ts'
import type { PollerObserver } from '../observer.ts'
import type { PollerRecord } from '../publisher.ts'
import type { PollerTuning } from '../tuning.ts'
import { createBookRecorder } from './book-recorder.ts'
import { createBookStates } from './book-states.ts'
import { createFollowedBooks, type FollowedBooks } from './followed-books.ts'
import { createFrameBuffer } from './frame-buffer.ts'
import { createMissingSnapshotRequester } from './missing-snapshots.ts'
import type { TradeAnnouncer } from './trade-announcer.ts'
import type { StreamHints } from './stream-hints.ts'

export interface LiveBooks extends Pick<FollowedBooks, 'isProved' | 'addRequestedBook'> {
  /** Follows the stream until the signal aborts. */
  followStream(signal: AbortSignal): Promise<never>
}

export interface LiveBooksOptions {
  readonly platform: Platform
  readonly protocol: StreamProtocol
  readonly tuning: PollerTuning
  /** The local clock (Unix milliseconds), for the times in records. */
  readonly now: () => number
  readonly steadyNow: () => number
  readonly sleep: Sleep
  readonly random: () => number
  readonly observer: PollerObserver
  readonly schedule: Pick<BookSchedule, 'pollingIntervalOf' | 'reschedule'>
  /** Returns the markets to follow. `isFollowed`: whether a market is followed already. */
  readonly selectMarkets: (isFollowed: (id: string) => boolean) => readonly BookTarget[]
  /** See createBookRecorder. */
  readonly record: (books: readonly FetchedBook[]) => Promise<ReadonlyMap<string, number>>
  /** Publishes trades that the stream reports. */
  readonly announcer: TradeAnnouncer
  readonly publish: (records: readonly PollerRecord[]) => Promise<void>
  /** Notes that the recorded book of a market was received again, unchanged. */
  readonly noteSighting: (id: string, bookReceivedAtMs: number, seenAtMs: number) => void
  readonly hints: StreamHints
  readonly platformNowMs: () => number
  /** See Source. */
  readonly clockDifferenceMs: () => number
}

/** Interval at which changed books are checked and recorded, unless an append takes longer. */
const flushMs = 50
const checkMs = 1_000
const publishMs = 1_000
const selectMs = 60_000
export function createLiveBooks(options: LiveBooksOptions): LiveBooks {
  const { platform, protocol, tuning, now, steadyNow, sleep, observer, schedule, hints } = options
  const ending = new AbortController()
  const bytesPerDay = tuning.streamBytesPerDay
  const frames = createFrameBuffer({ platform, url: protocol.url, bytesPerDay, now })
  const count = (reason: string, by = 1): void =>
    observer.count('stream_anomalies', { platform, reason }, by)
  const books = createFollowedBooks({
    ...options,
    depth: tuning.bookDepth,
    onChanged: (followedBook) => recorder.add(followedBook),
    onProvedChanged: (id, isProved) => schedule.reschedule(id, !isProved),
    onBookCompared(followedBook, receivedAtMs, result) {
      observer.count('stream_checks', { platform, result })
      const { recorded, isDirty, target } = followedBook
      if (result === 'equal' && recorded && !isDirty)
        options.noteSighting(target.id, recorded.receivedAtMs, receivedAtMs)
    },
    onSnapshotNeeded: (id) => pool.requestSnapshots([id]),
    onAnomaly: count,
  })
  const recorder = createBookRecorder({ ...options, books })
  const states = createBookStates({ platform, books: books.all, now, steadyNow })
  const pool = createStreamPool({
    ...options,
    onSnapshotsRequested: books.awaitSnapshots,
    onLost: books.markStale,
    onFrame,
    signal: ending.signal,
  })
  const requestMissing = createMissingSnapshotRequester(books.all, pool, steadyNow)
  hints.listen((trades) => {
    for (const { marketNativeId, timeMs } of trades)
      if (timeMs !== null) books.noteTrade(toId(platform, marketNativeId), timeMs)
  })

  function onFrame(frame: StreamFrame, receivedAtMs: number): void {
    const { id, event } = frame
    if (id !== null && event !== null) {
      const isRecorded = frames.add(id, frame, receivedAtMs)
      observer.count('stream_frames', { platform, result: isRecorded ? 'recorded' : 'left_out' })
    }
    if (event?.kind === 'trade' || event?.kind === 'listing') hints[event.kind].notify()
    if (event?.kind === 'trade' && event.announced !== null)
      options.announcer.announce(frame, event.announced, receivedAtMs)
    books.apply(frame, receivedAtMs)
  }

  /**
   * Publishes the states directly after recording the books, because each state refers to the book that was recorded
   * last.
   */
  async function recordBooks(areStatesDue: boolean): Promise<void> {
    await recorder.record()
    if (areStatesDue) await options.publish(states.takeDueRecords())
  }

  async function run(signal: AbortSignal): Promise<never> {
    let [checkedAtMs, publishedAtMs, selectedAtMs] = [-Infinity, -Infinity, -Infinity]
    for (;;) {
      const nowMs = steadyNow()
      if (nowMs - selectedAtMs >= selectMs) {
        const targets = options.selectMarkets((id) => books.all.has(id))
        // If there are no markets yet, because the tasks of this process are still being assigned, the
        // selection is repeated after a second.
        selectedAtMs = targets.length === 0 ? nowMs - selectMs + 1_000 : nowMs
        books.followMarkets(targets)
        pool.follow(targets)
      }
      if (nowMs - checkedAtMs >= checkMs) {
        checkedAtMs = nowMs
        pool.check()
        books.compare()
        count('no_snapshot', requestMissing())
        const numbers = { current: 0, rebuilding: 0, stale: 0 }
        for (const { state } of books.all.values()) numbers[state] += 1
        observer.reportStreamedBooks(platform, numbers)
      }
      const isPublishingDue = nowMs - publishedAtMs >= publishMs
      if (isPublishingDue) publishedAtMs = nowMs
      await Promise.all([
        recordBooks(isPublishingDue),
        isPublishingDue && options.publish(frames.takeRecords()),
      ])
      await sleep(Math.max(1, nowMs + flushMs - steadyNow()), signal)
    }
  }

  return {
    async followStream(signal) {
      const stop = (): void => ending.abort(signal.reason)
      signal.addEventListener('abort', stop, { once: true })
      try {
        return await run(signal)
      } finally {
        signal.removeEventListener('abort', stop)
        ending.abort(new Error('the stream is not followed any more'))
      }
    },
    isProved: books.isProved,
    addRequestedBook: books.addRequestedBook,
  }
}
