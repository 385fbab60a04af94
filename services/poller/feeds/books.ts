// Order books of open markets, as they stand when they are asked for; one that has not changed is
// published again only after a while. One request names books of all shares that this process holds,
// and each share publishes its own.
import { toCheckpoint, type BookState, type MarketsMemory } from '../checkpoints.ts'
import type { PollerObserver } from '../observer.ts'
import type { BookAnswer, BookTarget, Source } from '../platforms/source.ts'
import type { Publisher, PollerRecord } from '../publisher.ts'
import { marketShareCount, marketShareOf } from '../shares.ts'
import type { PollerTuning } from '../tuning.ts'
import { UpstreamError } from '../upstream/upstream-error.ts'
import { orAborted, type Sleep } from '../wait.ts'
import { createBookSchedule } from './book-schedule.ts'
import { digestOf } from './digest.ts'

/** Between two looks at the schedule when nothing is due. */
const idleMs = 250

export interface BookShare {
  readonly partition: number
  readonly memory: MarketsMemory
  readonly publisher: Publisher
  readonly signal: AbortSignal
}

export interface Books {
  /** Asks for all that is due, for ever. */
  follow(signal: AbortSignal): Promise<never>
  /** Has those of one more share followed; ends when they cannot be published, or by its signal. */
  followShare(share: BookShare): Promise<never>
}

interface Member extends BookShare {
  /** Books without a stamp of the platform's own: what was published last, and when. */
  readonly unstamped: Map<string, { readonly digest: string; readonly atMs: number }>
  readonly fail: (error: unknown) => void
}

export function createBooks(options: {
  readonly source: Source
  readonly tuning: PollerTuning
  readonly now: () => number
  readonly sleep: Sleep
  readonly observer: PollerObserver
}): Books {
  const { source, tuning, now, sleep, observer } = options
  const { platform } = source
  const members = new Map<number, Member>()
  const schedule = createBookSchedule(tuning)
  let haveMembersChanged = false

  /** Of the most traded markets a share has as many as it is a part of all. */
  function rank(): void {
    haveMembersChanged = false
    const markets = [...members.values()].flatMap(({ memory }) => [...memory.markets])
    schedule.rank(markets, members.size / marketShareCount, now())
  }

  function isNews({ memory, unstamped }: Member, book: BookAnswer): boolean {
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

  async function publish(member: Member, books: readonly BookAnswer[]): Promise<void> {
    const { memory, publisher, unstamped } = member
    const news = books.filter((book) => isNews(member, book))
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

  /** What the shares that are still here publish; one that cannot does not keep the others. */
  async function publishAll(books: readonly BookAnswer[]): Promise<void> {
    await Promise.all(
      [...members.values()].map(async (member) => {
        if (member.signal.aborted) return
        const own = books.filter(({ id }) => marketShareOf(id) === member.partition)
        try {
          await publish(member, own)
        } catch (error) {
          member.fail(error)
        }
      }),
    )
  }

  function toTarget(id: string): BookTarget[] {
    const market = members.get(marketShareOf(id))?.memory.markets.get(id)
    return market ? [{ id, nativeId: market.nativeId, tokens: market.tokens }] : []
  }

  return {
    async follow(signal) {
      for (;;) {
        if (haveMembersChanged || schedule.isRankDue(now())) rank()
        const targets = schedule.due(now(), source.booksPerRequest).flatMap(toTarget)
        if (targets.length > 0) {
          try {
            await publishAll(await source.books(targets, signal))
          } catch (error) {
            if (!(error instanceof UpstreamError)) throw error
            observer.count('sweeps_aborted', { platform, list: 'books', reason: error.kind })
          }
          for (const { id } of targets) schedule.done(id, now())
        }
        if (targets.length < source.booksPerRequest) await sleep(idleMs, signal)
      }
    },

    async followShare(share) {
      let fail: (error: unknown) => void = () => undefined
      const failed = new Promise<never>((_resolve, reject) => {
        fail = reject
      })
      const member: Member = { ...share, unstamped: new Map(), fail }
      members.set(share.partition, member)
      haveMembersChanged = true
      try {
        return await orAborted(failed, share.signal)
      } finally {
        if (members.get(share.partition) === member) members.delete(share.partition)
        haveMembersChanged = true
      }
    },
  }
}
