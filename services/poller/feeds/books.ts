// Publishes the order books of open markets that have changed, within the daily budget. A book that has not
// changed is published again only after a while. One request can contain books of several tasks of this process; each task publishes its own
// books.
import { toCheckpoint, type BookState, type MarketsMemory } from '../checkpoints.ts'
import type { PollerObserver } from '../observer.ts'
import type { FetchedBook, BookTarget, Source } from '../../platforms/source.ts'
import type { Publisher, PollerRecord } from '../publisher.ts'
import { marketTaskCount, marketTaskOf } from '../tasks.ts'
import type { PollerTuning } from '../tuning.ts'
import { UpstreamError } from '../../platforms/upstream/upstream-error.ts'
import { rejectOnAbort, type Sleep } from '../../lib/run/wait.ts'
import { createBookBudget } from './book-budget.ts'
import { createBookSightings, type BookSightings } from './book-sightings.ts'
import { createBookSchedule } from './book-schedule.ts'
import { digestOf } from './digest.ts'

/** Pause between two checks of the schedule when no book is due. */
const idleMs = 500

/** Pause between two appends of sightings. */
const sightingsMs = 30_000

export interface BookTask {
  readonly partition: number
  readonly memory: MarketsMemory
  readonly publisher: Publisher
  readonly signal: AbortSignal
}

export interface Books {
  /** Requests the books that are due, until the signal aborts. */
  follow(signal: AbortSignal): Promise<never>
  /**
   * Adds the books of one task to the schedule. Rejects when they cannot be published, or when the task's
   * signal aborts.
   */
  followTask(task: BookTask): Promise<never>
}

interface PublishedBook {
  /** The platform's stamp, or a digest of the body. */
  readonly version: string
  /** null if an earlier version of the poller received it. */
  readonly receivedAtMs: number | null
}

interface Member extends BookTask {
  /** The last published books that have no stamp of the platform. */
  readonly published: Map<string, PublishedBook>
  readonly sightings: BookSightings
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
  const booksPerRequest = source.batchBooks?.maxMarkets ?? 1
  const members = new Map<number, Member>()
  const schedule = createBookSchedule(tuning)
  const part = (): number => members.size / marketTaskCount
  const budget = createBookBudget(tuning.booksPerDay, part)
  let haveMembersChanged = false
  let sightingsAtMs = now()

  /**
   * Ranks the markets of all tasks together. The most traded markets are assumed to be spread evenly over
   * the tasks.
   */
  function rank(): void {
    haveMembersChanged = false
    const markets = [...members.values()].map(({ memory }) => memory.markets)
    schedule.rank(markets, part(), now())
    for (const { memory, published, sightings } of members.values()) {
      for (const id of published.keys()) if (!memory.markets.has(id)) published.delete(id)
      sightings.keepOnly(memory.markets)
    }
  }

  /**
   * Returns the book that was published last, of those with or of those without a stamp; null if unknown, as
   * is one without a stamp after a restart.
   */
  function lastOf({ memory, published }: Member, { id, stamp }: FetchedBook): PublishedBook | null {
    if (stamp === null) return published.get(id) ?? null
    const stored = memory.books.get(id)
    return stored ? { version: stored.stamp, receivedAtMs: stored.receivedAtMs ?? null } : null
  }

  /** Takes the share of a book that is recorded now from the budget. A deferred book stays changed. */
  function judge(member: Member, book: FetchedBook): 'recorded' | 'unchanged' | 'deferred' {
    const { id, receivedAtMs, body } = book
    const last = lastOf(member, book)
    const pace = schedule.paceOf(id)
    if (last?.version === versionOf(book)) {
      if (last.receivedAtMs === null) return 'unchanged'
      if (receivedAtMs - last.receivedAtMs < tuning.bookRefreshMs) {
        if (pace) member.sightings.note(id, last.receivedAtMs, receivedAtMs, pace.intervalMs)
        return 'unchanged'
      }
    }
    if (!budget.allows(pace, last?.receivedAtMs ?? null, receivedAtMs)) return 'deferred'
    budget.spend(body.length, receivedAtMs)
    return 'recorded'
  }

  function toRecord(book: FetchedBook): PollerRecord {
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
        depth: tuning.bookDepth,
      },
    }
  }

  async function publish(member: Member, books: readonly FetchedBook[]): Promise<void> {
    const { memory, publisher, published, sightings } = member
    const due = books.filter((book) => {
      const result = judge(member, book)
      observer.count('books', { platform, result })
      return result === 'recorded'
    })
    const stamps = due.flatMap(({ id, stamp, receivedAtMs }): [string, BookState][] =>
      stamp === null ? [] : [[id, { stamp, receivedAtMs }]],
    )
    await publisher.publish(platform, [
      ...due.map(toRecord),
      ...stamps.map(([id, state]) => toCheckpoint(platform, 'book', id, state)),
    ])
    for (const [id, state] of stamps) memory.books.set(id, state)
    for (const book of due) {
      const { id, stamp, receivedAtMs } = book
      if (stamp === null) published.set(id, { version: versionOf(book), receivedAtMs })
      sightings.forget(id)
    }
  }

  /** Publishes the sightings of all tasks at the same time, so that they are one insert into a table. */
  async function publishSightings(): Promise<void> {
    sightingsAtMs = now()
    await Promise.all(
      [...members.values()].map(async ({ sightings, signal, fail }) => {
        if (!signal.aborted) await sightings.publish().catch(fail)
      }),
    )
  }

  /** Publishes the books of all tasks at the same time. A task that fails does not stop the others. */
  async function publishAll(books: readonly FetchedBook[]): Promise<void> {
    const byTask = new Map<number, FetchedBook[]>()
    for (const book of books) {
      const task = marketTaskOf(book.id)
      byTask.set(task, [...(byTask.get(task) ?? []), book])
    }
    await Promise.all(
      [...byTask].map(async ([task, own]) => {
        const member = members.get(task)
        if (!member || member.signal.aborted) return
        try {
          await publish(member, own)
        } catch (error) {
          member.fail(error)
        }
      }),
    )
  }

  function toTarget(id: string): BookTarget[] {
    const market = members.get(marketTaskOf(id))?.memory.markets.get(id)
    return market ? [{ id, nativeId: market.nativeId, tokens: market.tokens }] : []
  }

  return {
    async follow(signal) {
      for (;;) {
        if (haveMembersChanged || schedule.isRankDue(now())) rank()
        const targets = schedule.take(now(), booksPerRequest).flatMap(toTarget)
        if (targets.length > 0) {
          try {
            await publishAll(await readBooks(source, targets, tuning.bookDepth, signal))
          } catch (error) {
            if (!(error instanceof UpstreamError)) throw error
            observer.count('scans_aborted', { platform, list: 'books', reason: error.kind })
          }
          for (const { id } of targets) schedule.done(id, now())
          const asOfMs = schedule.topAsOfMs()
          if (asOfMs !== null) observer.fresh(platform, 'books', asOfMs)
        }
        if (now() - sightingsAtMs >= sightingsMs) await publishSightings()
        if (targets.length < booksPerRequest) await sleep(idleMs, signal)
      }
    },

    async followTask(task) {
      let fail: (error: unknown) => void = () => undefined
      const failed = new Promise<never>((_resolve, reject) => {
        fail = reject
      })
      const sightings = createBookSightings(platform, task.publisher)
      const member: Member = { ...task, published: new Map(), sightings, fail }
      members.set(task.partition, member)
      haveMembersChanged = true
      try {
        return await rejectOnAbort(failed, task.signal)
      } finally {
        if (members.get(task.partition) === member) members.delete(task.partition)
        haveMembersChanged = true
      }
    },
  }
}

/**
 * Requests the books in one batch if the platform has such a request, and those that are missing in the
 * batch one by one.
 */
async function readBooks(
  { batchBooks, book }: Pick<Source, 'batchBooks' | 'book'>,
  targets: readonly BookTarget[],
  depth: number,
  signal: AbortSignal,
): Promise<readonly FetchedBook[]> {
  const batch = await batchBooks?.read(targets, signal)
  const found = [...(batch?.books ?? [])]
  for (const target of batch?.missing ?? targets) {
    const one = await book(target, depth, signal)
    if (one) found.push(one)
  }
  return found
}

function versionOf({ stamp, body }: FetchedBook): string {
  return stamp ?? digestOf(body)
}
