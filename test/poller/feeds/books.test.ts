// How often books are asked for, and with how few requests; and what becomes of them when shares come
// and go meanwhile.
import { describe, expect, it } from '@jest/globals'
import { WriterFenced } from '../../../services/lib/log/port.ts'
import type { MarketState } from '../../../services/poller/checkpoints.ts'
import { createBookPoller } from '../../../services/poller/feeds/books.ts'
import { createPlatformA } from '../../../services/platforms/platform-a/source/source.ts'
import type { FetchedBook, BookTarget, Source } from '../../../services/platforms/source.ts'
import { createPublisher, type Publisher } from '../../../services/poller/publisher.ts'
import { createRetiredMarkets } from '../../../services/poller/retired-markets.ts'
import { marketTaskCount, marketTaskOf } from '../../../services/poller/tasks.ts'
import type { PollerObserver } from '../../../services/poller/observer.ts'
import type { PollerTuning } from '../../../services/poller/tuning.ts'
import { createMemoryLog, jsonCodec } from '../support/memory-log.ts'
import { createDeps } from '../support/source.ts'
import { UpstreamError } from '../../../services/platforms/upstream/upstream-error.ts'

const urls = { gammaUrl: 'http://a', clobUrl: 'http://a', dataUrl: 'http://a' }

function open(tuning: Partial<PollerTuning> = {}, abilities: Partial<Source> = {}) {
  const deps = createDeps()
  const startMs = deps.now()
  const log = createMemoryLog(deps.now)
  const asked: { readonly atMs: number; readonly ids: readonly string[] }[] = []
  const platformA = createPlatformA(urls, deps)
  /** What happens between a question and its answer. */
  let meanwhile = (): void => undefined
  let bodyOf = (_request: number): string => '{}'
  const source: Source = {
    ...platformA,
    batchBooks: {
      maxMarkets: 100,
      async read(targets: readonly BookTarget[]) {
        asked.push({ atMs: deps.now() - startMs, ids: targets.map(({ id }) => id) })
        meanwhile()
        await Promise.resolve()
        const about = {
          body: bodyOf(asked.length),
          url: '',
          receivedAtMs: deps.now(),
          clockDifferenceMs: 0,
          stamp: null,
        }
        return { books: targets.map(({ id }): FetchedBook => ({ ...about, id })), missing: [] }
      },
    },
    ...abilities,
  }
  const ending = new AbortController()
  let endsAtMs = Infinity
  /** How old the books of the most traded markets were at each report. */
  const ages: number[] = []
  /** How many books had each result. */
  const results: Record<string, number> = {}
  const observer: PollerObserver = {
    ...deps.observer,
    count(what, { result = '' }, by = 1) {
      if (what === 'books') results[result] = (results[result] ?? 0) + by
    },
    reportFreshness(platform, requestClass, asOfMs) {
      expect([platform, requestClass]).toEqual(['platform_a', 'books'])
      ages.push(deps.now() - asOfMs)
    },
  }
  const books = createBookPoller({
    ...deps,
    wallNow: deps.now,
    observer,
    tuning: { ...deps.tuning, ...tuning },
    source,
    stream: null,
    sleep: async (ms, signal) => {
      if (deps.now() >= endsAtMs) ending.abort(new Error('enough'))
      await deps.sleep(ms, signal)
    },
  })
  return {
    asked,
    log,
    books,
    ages,
    endMs: () => deps.now(),
    results,
    onQuestion: (then: () => void) => {
      meanwhile = then
    },
    /** The books change with each request. */
    change: () => {
      bodyOf = (request) => JSON.stringify({ request })
    },
    publisherOf: async (partition: number): Promise<Publisher> => {
      const writer = await log.openWriter(`markets-${partition}`)
      return createPublisher({ ...deps, writer, codec: jsonCodec, topicPrefix: 'pm.' })
    },
    async followFor(ms: number) {
      endsAtMs = startMs + ms
      await expect(books.followBooks(ending.signal)).rejects.toThrow('enough')
      await platformA.close()
    },
  }
}

/** Markets by what is traded in them, the most traded first. */
const marketsOf = (count: number): ReadonlyMap<string, MarketState> =>
  new Map(
    Array.from({ length: count }, (_, n) => {
      const id = String(n).padStart(4, '0')
      return [id, { nativeId: id, hasBook: true, volume24h: 10_000 - n, tokens: ['1'] } as never]
    }),
  )

async function join(
  { books, publisherOf }: ReturnType<typeof open>,
  all: ReadonlyMap<string, MarketState>,
  partition: number,
) {
  const leaving = new AbortController()
  const markets = new Map([...all].filter(([id]) => marketTaskOf(id) === partition))
  const ended = books.followTask({
    partition,
    memory: {
      markets,
      changedMarkets: new Set(),
      retired: createRetiredMarkets(Infinity),
      histories: new Map(),
      books: new Map(),
    },
    publisher: await publisherOf(partition),
    signal: leaving.signal,
  })
  ended.catch(() => undefined)
  return { ended, leave: () => leaving.abort(new Error('left')), ids: [...markets.keys()] }
}

describe('books', () => {
  it('of all tasks are requested together, those of the most traded markets most often', async () => {
    const opened = open()
    const all = marketsOf(700)
    for (let proportion = 0; proportion < marketTaskCount; proportion += 1)
      await join(opened, all, proportion)
    await opened.followFor(180_000)
    const times = (id: string): number => opened.asked.filter(({ ids }) => ids.includes(id)).length
    for (const id of ['0000', '0099']) expect(times(id)).toBeGreaterThanOrEqual(55)
    // The market of rank 101 about every 3 s, that of rank 500 every 15 s.
    expect(times('0100')).toBeGreaterThanOrEqual(50)
    expect(times('0499')).toBeGreaterThanOrEqual(11)
    expect(times('0499')).toBeLessThanOrEqual(14)
    expect(times('0699')).toBeLessThanOrEqual(10)
    expect(opened.ages.length).toBeGreaterThan(100)
    expect(Math.max(...opened.ages)).toBeLessThanOrEqual(4_000)
    // 100 every 3 s, the others 65 times a second together, in requests for up to 100 each.
    const books = opened.asked.reduce((sum, { ids }) => sum + ids.length, 0)
    expect(books / 180).toBeGreaterThan(80)
    expect(books / 180).toBeLessThan(105)
  })

  it('are recorded once if they do not change, also without a stamp of the platform', async () => {
    const opened = open()
    const { ids } = await join(opened, marketsOf(20), 3)
    await opened.followFor(600_000)
    expect(opened.asked.length).toBeGreaterThan(100)
    expect(opened.log.values('raw.books').map(({ key }) => key)).toEqual(ids)
  })

  it('that do not change are noted as seen, sooner those of the most traded markets', async () => {
    const opened = open()
    const { ids } = await join(opened, marketsOf(10_000), 3)
    await opened.followFor(3_600_000)
    const recorded = new Map(
      opened.log.values('raw.books').map(({ key, value }) => [key, value.received_at_ms] as const),
    )
    const sightings = opened.log.values('book-sightings')
    const of = (id: string | undefined) => sightings.filter(({ key }) => key === id)
    for (const { key, value } of sightings) {
      expect(value.book_received_at_ms).toBe(recorded.get(key))
      expect(value.seen_at_ms).toBeGreaterThan(value.book_received_at_ms)
    }
    expect(of(ids[0]).length).toBeGreaterThan(50)
    // rank 5,000 is requested every 150 s and noted after ten times
    expect(of(ids[Math.floor(ids.length / 2)])).toHaveLength(2)
    const newest = Math.max(...of(ids[0]).map(({ value }) => value.seen_at_ms))
    expect(opened.endMs() - newest).toBeLessThan(120_000)
  })

  it('are recorded within the budget of a day, those of the most traded markets most often', async () => {
    // 4,000 books are there at the start, and 0.14 a second are added
    const opened = open({ booksPerDay: 16_000 })
    opened.change()
    const all = marketsOf(1_000)
    for (let partition = 0; partition < marketTaskCount; partition += 1)
      await join(opened, all, partition)
    await opened.followFor(600_000)
    const recorded = opened.log.values('raw.books')
    const books = opened.asked.reduce((sum, { ids }) => sum + ids.length, 0)
    expect(books).toBeGreaterThan(40_000)
    expect(recorded.length).toBeLessThanOrEqual(4_000 + 0.14 * 600)
    expect(recorded.length).toBeGreaterThan(3_000)
    // each at least once, as all were recorded before any was recorded often
    expect(new Set(recorded.map(({ key }) => key)).size).toBe(1_000)
    const times = (id: string): number => recorded.filter(({ key }) => key === id).length
    expect(times('0000')).toBeGreaterThan(4 * times('0900'))
    expect(recorded[0]?.value.depth).toBe(50)
    const { recorded: counted, deferred = 0, unchanged } = opened.results
    expect([counted, deferred + recorded.length, unchanged]).toEqual([
      recorded.length,
      books,
      undefined,
    ])
  })

  it('of a few tasks are polled at the same rates as with all tasks', async () => {
    const opened = open()
    const all = marketsOf(700)
    const proportions = [await join(opened, all, 3), await join(opened, all, 7)]
    await opened.followFor(60_000)
    const ids = proportions.flatMap((proportion) => proportion.ids).toSorted()
    const times = (id: string): number => opened.asked.filter((one) => one.ids.includes(id)).length
    // A sixth of the hundred most traded markets; those among them, at least nearly.
    expect(ids.filter((id) => times(id) > 19)).toEqual(ids.slice(0, Math.ceil(100 / 6)))
    expect(new Set(opened.asked.flatMap((one) => one.ids))).toEqual(new Set(ids))
  })

  it('are published by their task, and not if it was revoked before the response', async () => {
    const opened = open()
    const all = marketsOf(60)
    const [stays, leaves] = [await join(opened, all, 3), await join(opened, all, 7)]
    opened.onQuestion(() => leaves.leave())
    await opened.followFor(10_000)
    await expect(leaves.ended).rejects.toThrow('left')
    const keys = new Set(opened.log.values('raw.books').map(({ key }) => key))
    expect(keys).toEqual(new Set(stays.ids))
    // Nothing is requested for a revoked task.
    expect(opened.asked.slice(1).flatMap(({ ids }) => ids)).not.toContain(leaves.ids[0])
  })

  it('are kept when a later request fails, and those not requested yet are requested next', async () => {
    const single: string[] = []
    const opened = open(
      {},
      {
        batchBooks: {
          maxMarkets: 100,
          read: (targets) => Promise.resolve({ books: [], missing: targets }),
        },
        async book({ id }) {
          single.push(id)
          if (single.length === 3)
            throw new UpstreamError('a test', { kind: 'refused', status: 403 })
          const about = { body: '{}', url: '', receivedAtMs: 0, clockDifferenceMs: 0, stamp: null }
          return { ...about, id }
        },
      },
    )
    const { ids } = await join(opened, marketsOf(200), 3)
    expect(ids.length).toBeGreaterThan(3)
    await opened.followFor(1_000)
    // The one whose request failed waits for its interval.
    expect(single.toSorted()).toEqual(ids)
    const recorded = opened.log.values('raw.books').map(({ key }) => key)
    expect(new Set(recorded)).toEqual(new Set(ids.filter((id) => id !== single[2])))
  })

  it('of other tasks continue when one cannot publish', async () => {
    const opened = open()
    const all = marketsOf(60)
    const [good, bad] = [await join(opened, all, 3), await join(opened, all, 7)]
    await opened.log.openWriter('markets-7')
    await opened.followFor(10_000)
    await expect(bad.ended).rejects.toThrow(WriterFenced)
    const keys = opened.log.values('raw.books').map(({ key }) => key)
    expect(new Set(keys)).toEqual(new Set(good.ids))
    // Back again, it goes on.
    const again = await join(opened, all, 7)
    expect(again.ids).toEqual(bad.ids)
  })
})
