// Requests the order books of open markets. One request can contain books of several tasks of this process;
// each task publishes its own books.
import type { MarketsMemory } from '../checkpoints.ts'
import type { PollerObserver } from '../observer.ts'
import type { FetchedBook, BookTarget, Source } from '../../platforms/source.ts'
import type { Publisher } from '../publisher.ts'
import { marketTaskCount, marketTaskOf } from '../tasks.ts'
import type { PollerTuning } from '../tuning.ts'
import { UpstreamError } from '../../platforms/upstream/upstream-error.ts'
import { runInTurns } from '../../lib/run/turns.ts'
import { rejectOnAbort, type Sleep } from '../../lib/run/wait.ts'
import { createBookBudget } from './book-budget.ts'
import { createBookPublisher, type BookMember } from './book-publisher.ts'
import { createBookSightings } from './book-sightings.ts'
import { createBookSchedule } from './book-schedule.ts'

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

interface Member extends BookTask, BookMember {
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
  const publish = createBookPublisher({ platform, tuning, schedule, budget, observer })
  let haveMembersChanged = false
  let sightingsAtMs = now()

  /**
   * Ranks the markets of all tasks together. The most traded markets are assumed to be spread evenly over
   * the tasks.
   */
  async function rank(): Promise<void> {
    haveMembersChanged = false
    const markets = [...members.values()].map(({ memory }) => memory.markets)
    await runInTurns(schedule.rank(markets, part(), now()))
    for (const { memory, published, sightings } of members.values()) {
      for (const id of published.keys()) if (!memory.markets.has(id)) published.delete(id)
      sightings.keepOnly(memory.markets)
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
        if (haveMembersChanged || schedule.isRankDue(now())) await rank()
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
