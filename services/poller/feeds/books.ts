// Order books of open markets, as they stand when they are asked for; one that has not changed is
// published again only after a while.
import { toCheckpoint, type BookState, type MarketsMemory } from '../checkpoints.ts'
import type { PollerObserver } from '../observer.ts'
import type { BookAnswer, Source } from '../platforms/source.ts'
import type { Publisher, PollerRecord } from '../publisher.ts'
import type { PollerTuning } from '../tuning.ts'
import type { Turns } from '../turns.ts'
import { UpstreamError } from '../upstream/upstream-error.ts'
import type { Sleep } from '../wait.ts'
import { marketShareCount } from '../shares.ts'
import { createBookSchedule } from './book-schedule.ts'
import { digestOf } from './digest.ts'

export interface BooksOptions {
  readonly source: Source
  readonly memory: MarketsMemory
  readonly publisher: Publisher
  /** Shares take turns, so that books do not crowd out what else a platform is asked for. */
  readonly turns: Turns
  readonly tuning: PollerTuning
  readonly now: () => number
  readonly sleep: Sleep
  readonly observer: PollerObserver
  readonly signal: AbortSignal
}

/** Follows the books of a share of the markets, for ever. */
export async function followBooks(options: BooksOptions): Promise<never> {
  const { source, memory, publisher, turns, tuning, now, sleep, observer, signal } = options
  const { platform } = source
  const schedule = createBookSchedule(memory.markets, {
    ...tuning,
    bookTopCount: Math.ceil(tuning.bookTopCount / marketShareCount),
    bookMiddleCount: Math.ceil(tuning.bookMiddleCount / marketShareCount),
  })
  /** Books without a stamp of the platform's own: what was published last, and when. */
  const unstamped = new Map<string, { readonly digest: string; readonly atMs: number }>()

  function isNews(book: BookAnswer): boolean {
    if (book.stamp !== null) return memory.books.get(book.id)?.stamp !== book.stamp
    const last = unstamped.get(book.id)
    if (!last || book.receivedAtMs - last.atMs >= tuning.bookRefreshMs) return true
    return last.digest !== digestOf(book.body)
  }

  function toRecord(book: BookAnswer): PollerRecord {
    return {
      topic: 'raw.books',
      key: book.id,
      value: {
        platform,
        market_id: book.id,
        outcome_index: 0,
        url: book.url,
        received_at_ms: book.receivedAtMs,
        body: book.body,
      },
    }
  }

  async function publish(books: readonly BookAnswer[]): Promise<void> {
    const news = books.filter(isNews)
    const stamps = news.flatMap(({ id, stamp }): [string, BookState][] =>
      stamp === null ? [] : [[id, { stamp }]],
    )
    await publisher.publish(platform, [
      ...news.map(toRecord),
      ...stamps.map(([id, state]) => toCheckpoint(platform, 'book', id, state)),
    ])
    for (const [id, state] of stamps) memory.books.set(id, state)
    for (const { id, stamp, body, receivedAtMs } of news) {
      if (stamp === null) unstamped.set(id, { digest: digestOf(body), atMs: receivedAtMs })
    }
  }

  /** Asks for those that are due, or soon will be: few requests for many books. How many. */
  async function look(): Promise<number> {
    const ids = schedule.due(now() + tuning.bookTopMs / 2, source.booksPerRequest)
    const targets = ids.flatMap((id) => {
      const market = memory.markets.get(id)
      return market ? [{ id, nativeId: market.nativeId, tokens: market.tokens }] : []
    })
    if (targets.length > 0) {
      try {
        await publish(await source.books(targets, signal))
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error
        observer.count('sweeps_aborted', { platform, list: 'books', reason: error.kind })
      }
      for (const { id } of targets) schedule.done(id, now())
    }
    return targets.length
  }

  for (;;) {
    const asked = await turns(look, signal)
    if (asked < source.booksPerRequest) await sleep(tuning.bookTopMs, signal)
  }
}
