// Paging of every list by cursor, over the real engine: a walk by cursor meets the rows that pages by offset
// have, rows that keep their place once each while others change, and bad cursors are rejected.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type {
  ErrorBody,
  EventPage,
  Market,
  MatchPage,
  WalletActivityPage,
  WalletPositionPage,
} from '../../schemas/generated/api.ts'
import { toCursor, type SortKey } from '../../services/api/cursor.ts'
import type { Store } from '../../services/lib/store/port.ts'
import { insertMarkets, insertMatches, marketRow } from './rows.ts'
import { nowMs, runApi, type RunningApi } from './running-api.ts'
import { openMigratedStore } from '../support/migrated-store.ts'
import { until } from '../support/waiting.ts'
import { activityRow, buy, insertActivity, insertWallet, newWallet } from './wallets/wallet-rows.ts'

interface Page {
  readonly ids: readonly string[]
  readonly cursor: string | null
  readonly hasMore: boolean
}

interface List {
  readonly path: string
  readonly rows: number
  readonly maxLimit: number
  readonly idsOf: (body: unknown) => readonly string[]
  /** A sort key after every row, and one that the list cannot have. */
  readonly keys: { readonly end: SortKey; readonly bad: SortKey }
}

let store: Store
let api: RunningApi
const wallet = newWallet()
const held = Array.from({ length: 301 }, (_, i) => `pa_held${String(i).padStart(3, '0')}`)

const markets = Array.from({ length: 60 }, (_, i) =>
  marketRow(`${i % 2 ? 'pb' : 'pa'}_${i}`, {
    question: i % 3 ? 'Will it rain?' : 'Will it snow?',
    // ties, and volumes that differ only as decimals
    volume_24h: ['0', '5', '9007199254740992', '9007199254740993'][i % 4] ?? '',
    created_at: i % 7 === 0 ? null : 1_700_000_000 + (i % 5),
    status: i % 5 === 0 ? 'closed' : 'open',
    event_id: `${i % 2 ? 'pb' : 'pa'}_e${i}`,
    event_slug: `e${i}`,
    event_title: 'Weather',
  }),
)
const matches = Array.from({ length: 30 }, (_, i) => ({
  market_id: `pb_${2 * i + 1}`,
  other_market_id: `pa_${2 * i}`,
  score: 85 + (i % 4) / 4,
  confidence: 'high' as const,
  outcome_index: 0,
  version: i + 1,
}))

beforeAll(async () => {
  store = await openMigratedStore()
  await insertMarkets(store, markets)
  await insertMatches(store, matches)
  await insertWallet(store, [
    // two outcomes of each market, at few different values; the price is known of none
    ...held.flatMap((market_id, i) =>
      [0, 1].map((outcome) =>
        buy(wallet, {
          market_id,
          outcome,
          label: ['Yes', 'No'][outcome] ?? '',
          size: String(1 + (i % 3)),
          price: '0.5',
        }),
      ),
    ),
    ...[1, 2, 3].map(() => activityRow(wallet, { type: 'REWARD', market_id: '', ms: nowMs - 5 })),
  ])
  api = await runApi(store, { refreshEveryMs: 20 })
})
afterAll(async () => {
  await api.close()
  await store.close()
  expect(api.observed.failures).toEqual([])
})

const marketIds = (body: unknown): string[] => (body as Market[]).map(({ id }) => id)
const eventSlugs = (body: unknown): string[] => (body as EventPage).events.map(({ slug }) => slug)
const matchIds = (body: unknown): string[] =>
  (body as MatchPage).matches.map((match) => match.platform_b.id)
const activityIds = (body: unknown): string[] =>
  (body as WalletActivityPage).activity.map(({ id }) => id)
const positionIds = (body: unknown): string[] =>
  (body as WalletPositionPage).positions.map((one) => `${one.market_id} ${one.outcome}`)

const ofMarkets = {
  maxLimit: 100,
  idsOf: marketIds,
  keys: { end: ['-1', 'zz'], bad: [1, 1] },
}
const activity: List = {
  path: `/v1/wallets/${wallet}/activity?`,
  rows: 605,
  maxLimit: 500,
  idsOf: activityIds,
  keys: { end: [0, ''], bad: [-1, 1] },
}
const positions: List = {
  path: `/v1/wallets/${wallet}/positions?sort_by=SIZE&`,
  rows: 602,
  maxLimit: 500,
  idsOf: positionIds,
  keys: { end: ['0', 'zz', 9], bad: [1, 1, 1] },
}
const lists: readonly List[] = [
  { path: '/v1/markets?', rows: 60, ...ofMarkets },
  { path: '/v1/markets?platform=platform_b&status=open&', rows: 24, ...ofMarkets },
  // half of them by the words of their match
  {
    path: '/v1/markets/search?q=snow&sort_by=relevance&',
    rows: 40,
    ...ofMarkets,
    keys: { end: [1, '-1', 'zz'], bad: ['1', '1', 'a'] },
  },
  {
    path: '/v1/markets?sort_by=created_at&',
    rows: 60,
    ...ofMarkets,
    keys: { end: [null, 'zz'], bad: ['1', 'a'] },
  },
  {
    path: '/v1/events?markets=none&',
    rows: 60,
    maxLimit: 200,
    idsOf: eventSlugs,
    keys: { end: ['-1', 'zz'], bad: [1, 1] },
  },
  {
    path: '/v1/matching-markets?',
    rows: 30,
    maxLimit: 200,
    idsOf: matchIds,
    keys: { end: [0, 'zz', 'zz'], bad: [1, 1, 1] },
  },
  activity,
  positions,
  // sorted by the current value, which is null without a price
  {
    ...positions,
    path: `/v1/wallets/${wallet}/positions?redeemable=false&`,
    keys: { end: [null, 'zz', 9], bad: ['x', 'pa_1', 0] },
  },
]

async function readPage({ path, idsOf }: List, query: string): Promise<Page> {
  const { status, body, headers } = await api.get(path + query)
  expect([path, query, status]).toEqual([path, query, 200])
  const ids = idsOf(body)
  if (Array.isArray(body)) {
    const cursor = headers.get('X-Next-Cursor')
    return { ids, cursor, hasMore: cursor !== null }
  }
  const { cursor, has_more: hasMore } = body as { cursor: string | null; has_more: boolean }
  expect(headers.get('X-Next-Cursor')).toBeNull()
  return { ids, cursor, hasMore }
}

/** Follows the cursors to the end; `between` runs between two pages. */
async function walk(list: List, limit: number, between = async () => {}): Promise<string[]> {
  const seen: string[] = []
  for (let cursor = ''; ; await between()) {
    const page = await readPage(list, `limit=${limit}&cursor=${cursor}`)
    seen.push(...page.ids)
    expect(page.hasMore).toBe(page.cursor !== null)
    if (page.cursor === null) return seen
    expect(page.ids).toHaveLength(limit)
    cursor = page.cursor
  }
}

const hasOffset = ({ idsOf }: List): boolean => idsOf !== positionIds

const errorsOf = (body: unknown): string[] => (body as ErrorBody).detail.map((d) => d.loc.join('.'))
const firstCursor = async (list: List): Promise<string> =>
  (await readPage(list, 'limit=1')).cursor ?? ''

describe.each(lists.map((list) => [list.path.replaceAll(wallet, '{address}'), list] as const))(
  '%s',
  (_path, list) => {
    it('has by cursor what it has by offset', async () => {
      const byCursor = await walk(list, list.maxLimit)
      expect(byCursor).toHaveLength(list.rows)
      expect(new Set(byCursor).size).toBe(list.rows)
      // pages that end between rows with equal sort keys: nine or ten of them
      for (const limit of [list.rows > 100 ? 61 : 7, list.rows, list.rows - 1])
        if (limit <= list.maxLimit) expect(await walk(list, limit)).toEqual(byCursor)
      if (!hasOffset(list)) return
      const byOffset: string[] = []
      for (let hasMore = true; hasMore;) {
        const page = await readPage(list, `limit=${list.maxLimit}&offset=${byOffset.length}`)
        byOffset.push(...page.ids)
        hasMore = page.hasMore
      }
      expect(byOffset).toEqual(byCursor)
    })

    it('goes on by cursor from a page by offset', async () => {
      if (!hasOffset(list)) return
      const { cursor } = await readPage(list, 'limit=3&offset=4')
      const { ids } = await readPage(list, `limit=2&offset=0&cursor=${cursor}`)
      expect(ids).toEqual((await readPage(list, 'limit=2&offset=7')).ids)
    })

    it('is empty beyond its end', async () => {
      const nothing = { ids: [], cursor: null, hasMore: false }
      const scope = scopeOf(await firstCursor(list))
      const end = toCursor(scope, list.keys.end)
      expect(await readPage(list, `cursor=${end}`)).toEqual(nothing)
      if (!hasOffset(list)) return
      for (const offset of [list.rows, 1e9, Number.MAX_SAFE_INTEGER])
        expect(await readPage(list, `offset=${offset}`)).toEqual(nothing)
    })

    it('422: a damaged cursor', async () => {
      const good = await firstCursor(list)
      const last = good.at(-1) === 'A' ? 'B' : 'A'
      for (const bad of ['x', '%00', 'A'.repeat(5000), good.slice(1), good.slice(0, -1) + last]) {
        const { status, body } = await api.get(`${list.path}cursor=${bad}`)
        expect([status, errorsOf(body)]).toEqual([422, ['query.cursor']])
        expect((body as ErrorBody).detail[0]?.msg).toContain('begin without a cursor')
      }
      const { body } = await api.get(`${list.path}cursor=x&limit=0`)
      expect(errorsOf(body).toSorted()).toEqual(['query.cursor', 'query.limit'])
    })

    it('422: a cursor of another list, filter or order, and one with an impossible sort key', async () => {
      const scope = scopeOf(await firstCursor(list))
      const cursors = [toCursor(scope, list.keys.bad), toCursor(scope, [])]
      for (const other of lists) if (other !== list) cursors.push(await firstCursor(other))
      for (const cursor of cursors) {
        const { status, body } = await api.get(`${list.path}cursor=${cursor}`)
        expect([status, errorsOf(body)]).toEqual([422, ['query.cursor']])
      }
    })
  },
)

function scopeOf(cursor: string): string {
  const [scope] = JSON.parse(Buffer.from(cursor, 'base64url').subarray(6).toString()) as [string]
  return scope
}

describe('a cursor', () => {
  it('is valid with another limit, and with defaults that are given or not', async () => {
    const cursor = await firstCursor({ path: '/v1/markets?', rows: 60, ...ofMarkets })
    for (const query of ['', 'sort_by=volume&', 'limit=50&offset=0&', 'platform=&']) {
      const { status, body } = await api.get(`/v1/markets?${query}cursor=${cursor}`)
      expect([status, marketIds(body)[0]]).toEqual([200, 'pb_15'])
    }
  })

  it.each([
    '/v1/markets?',
    '/v1/markets/search?q=rain&',
    '/v1/events?',
    '/v1/matching-markets?',
    activity.path,
  ])('excludes an offset: %s', async (path) => {
    const { headers, body } = await api.get(`${path}limit=1`)
    const cursor = headers.get('X-Next-Cursor') ?? (body as { cursor: string }).cursor
    const answer = await api.get(`${path}offset=1&cursor=${cursor}`)
    expect([answer.status, errorsOf(answer.body)]).toEqual([422, ['query.offset']])
  })

  it('of one wallet is not one of another, and that of an address in capitals is', async () => {
    const other = newWallet()
    const rows = [1, 2].map(() => buy(other, { market_id: 'pa_0', size: '1', price: '0.5' }))
    await insertWallet(store, rows)
    for (const list of [activity, positions]) {
      const cursor = await firstCursor(list)
      const path = (address: string) => `${list.path.replace(wallet, address)}cursor=${cursor}`
      expect((await api.get(path(other))).status).toBe(422)
      expect((await api.get(path(`0X${wallet.slice(2).toUpperCase()}`))).status).toBe(200)
    }
  })

  it('is in a header that pages of other sites can read', async () => {
    const { headers } = await api.get('/v1/markets?limit=1', { Origin: 'https://example.com' })
    expect(headers.get('Access-Control-Expose-Headers')).toContain('X-Next-Cursor')
  })
})

describe('a list that changes while it is read', () => {
  it('has every market that keeps its place, once', async () => {
    const list = { path: '/v1/markets?', rows: 60, ...ofMarkets }
    const before = await walk(list, 100)
    let version = 10
    const moved = new Set<string>()
    const seen = await walk(list, 9, async () => {
      version += 1
      const id = before[version % 2 ? version : before.length - version] ?? ''
      const volume_24h = version % 2 ? '0.001' : '9999999999999999999'
      await insertMarkets(store, [
        marketRow(id, { volume_24h, version }),
        marketRow(`pa_new${version}`, { volume_24h: String(version) }),
      ])
      moved.add(id).add(`pa_new${version}`)
      const volume = Number(volume_24h)
      await until(
        () => api.get(`/v1/markets?ids=${id}&min_volume=${volume}`),
        ({ body }) => (body as Market[])[0]?.volume_24h === volume,
      )
    })
    const kept = (ids: readonly string[]): string[] => ids.filter((id) => !moved.has(id))
    expect(kept(seen)).toEqual(kept(before))
    expect(moved.size).toBeGreaterThan(8)
  })

  it('has every match that keeps its score, once', async () => {
    const list: List = { path: '/v1/matching-markets?', rows: 30, maxLimit: 200, idsOf: matchIds, keys: { end: [], bad: [] } } // prettier-ignore
    const before = await walk(list, 200)
    const changed = [
      { match: matches[3], score: 99.5 },
      { match: matches[0], score: 85.1 },
    ]
    const moved = new Set<string>()
    const seen = await walk(list, 8, async () => {
      const next = changed.pop()
      if (!next?.match) return
      moved.add(next.match.market_id)
      await insertMatches(store, [{ ...next.match, score: next.score, version: 100 }])
      await until(
        () => api.get('/v1/matching-markets?limit=200'),
        ({ body }) => (body as MatchPage).matches.some((match) => match.score === next.score),
      )
    })
    expect(changed).toEqual([])
    const kept = (ids: readonly string[]): string[] => ids.filter((id) => !moved.has(id))
    expect(kept(seen)).toEqual(kept(before))
  })

  it('has every activity that was there, once, while new ones arrive', async () => {
    const before = await walk(activity, 500)
    let pages = 0
    const seen = await walk(activity, 100, async () => {
      pages += 1
      await insertActivity(store, [activityRow(wallet, { type: 'SPLIT', ms: nowMs - 1 })])
    })
    expect(seen).toEqual(before)
    expect(pages).toBeGreaterThan(5)
    expect(await walk(activity, 500)).toHaveLength(before.length + pages)
  })
})
