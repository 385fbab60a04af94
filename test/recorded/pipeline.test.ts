// Genuine bodies of both platforms through the whole service: a server answers the poller with them, and
// /v1 is compared with what the bodies say. Needs the recordings beside the project, and is skipped where
// there are none.
import { readFileSync } from 'node:fs'
import { afterAll, expect, it } from '@jest/globals'
import { toLines, type Counts } from './served-counts.ts'
import { categoriesOfTags, expectCategory } from './expected-categories.ts'
import { expectRun, type ExpectedRun } from './expected-run.ts'
import { eventually } from '../support/waiting.ts'
import { timeoutMs, waiting } from './waiting.ts'
import { openRecordedUpstream } from './recorded-upstream.ts'
import { describeWithRecordings } from '../support/recordings-folder.ts'
import { readRecording, recordedFiles, toObservation, type Json } from './recordings.ts'
import { startService, type RunningService } from './running-service.ts'
import { notAsked, runs, type Run } from './runs.ts'

const describeRecorded = describeWithRecordings('pipeline tests')

/** Questions to /v1 at a time. */
const atOnce = 8
const counted: Counts[] = []

const marketsOf = (page: unknown) => page as readonly Json[]
const eventsOf = (page: unknown) => (page as { events: readonly Json[] }).events
const activityOf = (page: unknown) => (page as { activity: readonly Json[] }).activity
const pathOf = (id: string) => `/v1/markets/${encodeURIComponent(id)}`

/** Sorted; duplicates remain. */
const namesOf = (all: readonly Json[], field: 'id' | 'slug'): string[] =>
  all.map((one) => String(one[field])).toSorted()

/** An event without a record of its own is compared in the fields that its markets have. */
function comparable(event: Json, expected: Json | undefined): Json {
  const fields = Object.keys(expected ?? { slug: '' })
  return Object.fromEntries(fields.map((field) => [field, event[field]]))
}

/** platform_a's categories follow from tags where it states none: then any of the tags, or none, will do. */
function withTagCategory(expected: Json, market: Json): Json {
  if (expected['platform_category'] !== null) return expected
  const native = market['platform_category']
  const isTag = categoriesOfTags(expected['tags'] as readonly string[]).some(
    (tag) => tag === native,
  )
  return isTag
    ? { ...expected, category: expectCategory(native, null), platform_category: native }
    : expected
}

/** The same for an event, which shows only the common category. */
function withTagCategoryOfEvent(expected: Json, event: Json): Json {
  const native = expected['category']
  if (native !== null) return { ...expected, category: expectCategory(native, 'other') }
  const possible = categoriesOfTags(expected['tags'] as readonly string[])
  const category = possible
    .map((tag) => expectCategory(tag, 'other'))
    .find((one) => one === event['category'])
  return { ...expected, category: category ?? 'other' }
}

async function expectMarkets(service: RunningService, { markets }: ExpectedRun): Promise<void> {
  const listed = await service.list('/v1/markets', 100, marketsOf)
  expect(namesOf(listed, 'id')).toEqual(namesOf([...markets.values()], 'id'))
  for (const market of listed) {
    const expected = markets.get(String(market['id'])) ?? {}
    expect(market).toEqual(withTagCategory(expected, market))
  }
  // ids with dots, brackets and any other letters
  const wanted = [...markets]
  for (let at = 0; at < wanted.length; at += atOnce) {
    const some = wanted.slice(at, at + atOnce)
    const answers = await Promise.all(some.map(([id]) => service.get(pathOf(id))))
    for (const [i, [, expected]] of some.entries()) {
      const market = answers[i] as Json
      // null: no market lives here long enough to be audited
      const whole = { ...expected, data_quality: null }
      expect(market).toEqual(withTagCategory(whole, market))
    }
  }
}

async function expectEvents(service: RunningService, expected: ExpectedRun): Promise<void> {
  const listed = await service.list('/v1/events', 200, eventsOf)
  expect(namesOf(listed, 'slug')).toEqual(namesOf([...expected.events.values()], 'slug'))
  for (const event of listed) {
    const said = expected.events.get(String(event['slug'])) ?? {}
    const isServed = 'tags' in said
    expect(comparable(event, said)).toEqual(isServed ? withTagCategoryOfEvent(said, event) : said)
    const children = [...expected.markets.values()].filter(
      (market) => market['event_slug'] === said['slug'],
    )
    const whole = (await service.get(
      `/v1/events/${encodeURIComponent(String(said['slug']))}`,
    )) as Json & { readonly markets: readonly Json[] }
    expect(namesOf(whole.markets, 'id')).toEqual(namesOf(children, 'id'))
    const statuses = children.map((market) => market['status'])
    expect(whole['status']).toBe(
      ['open', 'closed', 'resolved'].find((status) => statuses.includes(status)),
    )
  }
}

async function expectTrades(service: RunningService, { trades }: ExpectedRun): Promise<void> {
  for (const [id, expected] of trades) {
    const page = (await service.get(`${pathOf(id)}/trades?limit=500`)) as { trades: Json[] }
    const newestFirst = expected.toSorted((a, b) => b.timestamp_ms - a.timestamp_ms)
    expect(page.trades).toEqual(newestFirst.map((trade) => expect.objectContaining({ ...trade })))
    expect(new Set(page.trades.map((trade) => trade['id'])).size).toBe(expected.length)
  }
}

/** The price that follows from the recorded trades and books. */
async function expectPrices(service: RunningService, { prices }: ExpectedRun): Promise<void> {
  for (const [id, { price, source, timestampMs }] of prices) {
    const answer = (await service.get(`${pathOf(id)}/price`)) as Json
    const timestamp_ms = timestampMs ?? answer['timestamp_ms']
    expect(answer).toMatchObject({ market_id: id, price, source, timestamp_ms })
  }
}

async function expectBooks(service: RunningService, { books }: ExpectedRun): Promise<void> {
  for (const [id, { answer, timestampMs }] of books) {
    const book = (await service.get(`${pathOf(id)}/orderbook`)) as Json
    const { timestamp_ms, seen_at_ms } = book
    expect(book).toEqual({
      ...answer,
      timestamp_ms: timestampMs ?? timestamp_ms,
      seen_at_ms,
      as_of_ms: seen_at_ms,
      state: 'polled',
    })
    expect(seen_at_ms).toBeLessThanOrEqual(Date.now())
    // Where the platform gives no time, the book is of now.
    expect(book['timestamp_ms']).toBeLessThanOrEqual(Date.now())
    if (timestampMs === null)
      expect(book['timestamp_ms']).toBeGreaterThan(Date.now() - 10 * timeoutMs)
  }
}

/** In pages and as one, all and by type; and that what was bought has been redeemed by the end. */
async function expectWallets(service: RunningService, { wallets }: ExpectedRun): Promise<void> {
  for (const [address, { activity }] of wallets) {
    const path = `/v1/wallets/${address}/activity`
    const page = (await service.get(`${path}?limit=500`)) as Json
    expect(page).toEqual({
      address,
      activity,
      limit: 500,
      offset: 0,
      cursor: null,
      has_more: false,
      complete: true,
    })
    expect(await service.list(path, 20, activityOf)).toEqual(activity)
    for (const type of new Set(activity.map((one) => String(one['type'])))) {
      const some = await service.get(`${path}?limit=500&activity_type=${type}`)
      expect(activityOf(some)).toEqual(activity.filter((one) => one['type'] === type))
    }
    const holdings = (await service.get(`/v1/wallets/${address}/positions`)) as Json
    expect(holdings).toEqual({
      address,
      positions: [],
      limit: 100,
      cursor: null,
      has_more: false,
      complete: true,
    })
  }
}

/** What was left out is counted under its reason, once per object, and nothing is dead-lettered. */
async function expectReasons(
  service: RunningService,
  { counts, wallets }: ExpectedRun,
): Promise<void> {
  const listed = counts.filter(({ what }) => what === 'markets' || what === 'events')
  for (const reason of ['placeholder', 'empty_condition_id', 'parlay']) {
    const expected = listed.reduce((sum, { excluded }) => sum + (excluded[reason] ?? 0), 0)
    const dropped = await service.metric('oddslog_stage_records_total', { result: 'drop', reason })
    const kind = 'left_out'
    const leftOut = await service.metric('oddslog_poller_anomalies_total', { kind, reason })
    expect([reason, dropped + leftOut]).toEqual([reason, expected])
  }
  const otherRows = [...wallets.values()].reduce((sum, wallet) => sum + wallet.otherRows, 0)
  const reason = 'other_activity'
  expect(await service.metric('oddslog_stage_records_total', { result: 'drop', reason })).toBe(
    otherRows,
  )
  expect(await service.metric('oddslog_stage_records_total', { result: 'dead_letter' })).toBe(0)
  expect(await service.metric('oddslog_projector_refused_records_total', {})).toBe(0)
}

async function through(run: Run): Promise<readonly Counts[]> {
  const recordings = run.parts.map(readRecording)
  const expected = expectRun(recordings, run.madeUp)
  const toTexts = (all: readonly object[]) => all.map((one) => toObservation(JSON.stringify(one)))
  const upstream = await openRecordedUpstream(recordings, {
    platform_a: toTexts(run.madeUp.platform_a),
    platform_b: toTexts(run.madeUp.platform_b),
  })
  const service = await startService(upstream.environment)
  try {
    await eventually(() => expectTrades(service, expected), waiting)
    await eventually(() => expectBooks(service, expected), waiting)
    await eventually(() => expectPrices(service, expected), waiting)
    await eventually(() => expectWallets(service, expected), waiting)
    await eventually(() => expectMarkets(service, expected), waiting)
    await eventually(() => expectEvents(service, expected), waiting)
    await eventually(() => expectReasons(service, expected), waiting)
    expect(upstream.unanswered()).toEqual([])
    expect(service.failures).toEqual([])
  } finally {
    await service.stop()
    await upstream.close()
  }
  return expected.counts
}

describeRecorded('recorded bodies, from the poller to /v1', () => {
  afterAll(() => {
    process.stdout.write(`\n${toLines(counted).join('\n')}\n`)
  })

  it.each(runs.map((run) => [run.name, run] as const))(
    'are served or counted: %s',
    async (_name, run) => {
      counted.push(...(await through(run)))
    },
    5 * timeoutMs,
  )

  it('are all that is recorded of what the poller asks', () => {
    const used = new Set(runs.flatMap(({ parts }) => parts.map(({ file }) => file)))
    const others = recordedFiles().filter((file) => !used.has(file))
    expect(others.filter((file) => !notAsked.some((place) => file.startsWith(place)))).toEqual([])
  })

  it('are counted in docs/platforms.md as they were here', () => {
    const page = readFileSync(new URL('../../docs/platforms.md', import.meta.url), 'utf8')
    const lines = page.split('\n').filter((line) => /^\| platform_[ab]\//.test(line))
    expect(lines).toEqual(toLines(counted))
  })
})
