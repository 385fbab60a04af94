// GET /v1/wallets/{address}/activity over the real engine, for wallets with a complete history.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { WalletActivity, WalletActivityPage } from '../../../schemas/generated/api.ts'
import type { Store } from '../../../services/lib/store/port.ts'
import { refusal } from '../api-requests.ts'
import { expectSchema } from '../expect-schema.ts'
import { createSeededRandom } from '../../support/random.ts'
import { insertMarkets, marketRow } from '../rows.ts'
import { nowMs, runApi, type RunningApi } from '../running-api.ts'
import { openMigratedStore } from '../../support/migrated-store.ts'
import {
  activityRow,
  buy,
  insertActivity,
  insertWallet,
  insertWalletFeeds,
  newWallet,
  sell,
  walletFeedRow,
  type ActivityRow,
} from './wallet-rows.ts'

const random = createSeededRandom()
let store: Store
let api: RunningApi
beforeAll(async () => {
  store = await openMigratedStore()
  await insertMarkets(store, [
    marketRow('pa_m', {
      slug: 'will-it-rain',
      question: 'Will it "rain"?\n東京 😀',
      event_slug: 'weather',
      outcomes: [
        { label: 'Up', token_id: '1', listed_price: '0.5' },
        { label: 'Down', token_id: '2', listed_price: '0.5' },
      ],
    }),
    marketRow('pa_alone'),
  ])
  api = await runApi(store)
})
afterAll(async () => {
  await api.close()
  await store.close()
  expect(api.observed.failures).toEqual([])
})

async function page(wallet: string, query = ''): Promise<WalletActivityPage> {
  const { status, body } = await api.get(`/v1/wallets/${wallet}/activity?${query}`)
  expect(status).toBe(200)
  expectSchema('wallet-activity-page', body)
  return body as WalletActivityPage
}

async function textOf(wallet: string, query = ''): Promise<string> {
  return (await api.get(`/v1/wallets/${wallet}/activity?${query}`)).text
}

const idsOf = ({ activity }: WalletActivityPage): string[] => activity.map(({ id }) => id)

const types = ['TRADE', 'SPLIT', 'MERGE', 'REDEEM', 'REWARD', 'CONVERSION'] as const

/** In few different seconds: ties everywhere. */
function manyRows(wallet: string, count: number): ActivityRow[] {
  return Array.from({ length: count }, () => {
    const type = types[random.below(types.length)] ?? 'TRADE'
    const ms = nowMs - 1000 * random.below(30)
    return type === 'TRADE'
      ? buy(wallet, { market_id: 'pa_m', size: '1', price: '0.5', ms })
      : activityRow(wallet, { type, ms, market_id: type === 'REWARD' ? '' : 'pa_m' })
  })
}

const newestFirst = (rows: readonly ActivityRow[]): string[] =>
  rows.toSorted((a, b) => b.ms - a.ms || (a.id < b.id ? 1 : -1)).map(({ id }) => id)

describe('pages', () => {
  const wallet = newWallet()
  const rows = manyRows(wallet, 730)
  beforeAll(async () => {
    await insertWallet(store, rows)
    await insertActivity(store, rows.slice(200, 500)) // a second time
    await insertWallet(store, manyRows(newWallet(), 50)) // of somebody else
  })

  it.each([500, 499, 61])('have everything once, newest first, %d at a time', async (limit) => {
    const ids: string[] = []
    for (let offset = 0; ; offset += limit) {
      const next = await page(wallet, `limit=${limit}&offset=${offset}`)
      expect([next.limit, next.offset]).toEqual([limit, offset])
      ids.push(...idsOf(next))
      expect(next.has_more).toBe(ids.length < rows.length)
      if (!next.has_more) break
      expect(next.activity).toHaveLength(limit)
    }
    expect(ids).toEqual(newestFirst(rows))
  })

  it('have 100 rows, from the beginning, by default', async () => {
    const first = await page(wallet)
    expect([first.limit, first.offset, first.has_more]).toEqual([100, 0, true])
    expect(idsOf(first)).toEqual(newestFirst(rows).slice(0, 100))
  })

  it.each([
    ['one before the end', 729, 1],
    ['at the end', 730, 0],
    ['past the end', 731, 0],
    ['far past the end', Number.MAX_SAFE_INTEGER, 0],
  ])('%s', async (_name, offset, left) => {
    const last = await page(wallet, `offset=${offset}`)
    expect([last.activity.length, last.has_more, last.offset]).toEqual([left, false, offset])
  })

  it('say that there is no more when the last is full', async () => {
    expect((await page(wallet, 'limit=365&offset=365')).has_more).toBe(false)
    expect((await page(wallet, 'limit=365&offset=364')).has_more).toBe(true)
  })

  it.each(types)('of one type alone: %s', async (type) => {
    const wanted = newestFirst(rows.filter((row) => row.type === type))
    expect(wanted.length).toBeGreaterThan(20)
    const found = await page(wallet, `activity_type=${type}&limit=500`)
    expect(idsOf(found)).toEqual(wanted)
    expect(new Set(found.activity.map((row) => row.type))).toEqual(new Set([type]))
    const second = await page(wallet, `activity_type=${type}&limit=10&offset=10`)
    expect(idsOf(second)).toEqual(wanted.slice(10, 20))
    expect(second.has_more).toBe(true)
  })

  it.each([
    [20, 4],
    [3, 3],
    [30, -1],
  ])('of a time range, start included and end excluded: %d to %d s ago', async (first, last) => {
    const [start, end] = [nowMs / 1000 - first, nowMs / 1000 - last]
    const inRange = rows.filter(({ ms }) => ms >= start * 1000 && ms < end * 1000)
    const wanted = newestFirst(inRange)
    const range = `start_ts=${start}&end_ts=${end}`
    expect(idsOf(await page(wallet, `${range}&limit=500`))).toEqual(wanted.slice(0, 500))
    expect(idsOf(await page(wallet, `${range}&limit=20&offset=15`))).toEqual(wanted.slice(15, 35))
    const types = newestFirst(inRange.filter(({ type }) => type === 'TRADE'))
    const found: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const next = await page(wallet, `${range}&activity_type=TRADE&limit=30&cursor=${cursor}`)
      found.push(...idsOf(next))
      cursor = next.cursor
    }
    expect(found).toEqual(types)
  })

  it('refuse the cursor of another range', async () => {
    const { cursor } = await page(wallet, `limit=5&start_ts=${nowMs / 1000 - 20}`)
    const other = await api.get(
      `/v1/wallets/${wallet}/activity?start_ts=${nowMs / 1000 - 21}&cursor=${cursor}`,
    )
    expect(refusal(other)).toEqual([422, ['query.cursor value_error']])
  })

  it('of every type, if it is left empty', async () => {
    expect(idsOf(await page(wallet, 'activity_type='))).toHaveLength(100)
  })

  it('are the same for the address in capitals', async () => {
    const loud = `0X${wallet.slice(2).toUpperCase()}`
    expect(await textOf(loud)).toBe(await textOf(wallet))
  })

  it('grow at the front', async () => {
    const own = newWallet()
    await insertWallet(store, [activityRow(own, { id: '0x1-a', ms: nowMs - 2000 })])
    expect(idsOf(await page(own))).toEqual(['0x1-a'])
    await insertActivity(store, [activityRow(own, { id: '0x1-b', ms: nowMs - 1000 })])
    expect(idsOf(await page(own))).toEqual(['0x1-b', '0x1-a'])
  })
})

describe('a row', () => {
  it('has every field of the contract and no other, digit by digit', async () => {
    const wallet = newWallet()
    const row = sell(wallet, {
      id: '0xABC-DEF-0123456789abcdef',
      ms: nowMs - 1,
      market_id: 'pa_m',
      outcome: 1,
      label: 'Nein',
      price: '0.860000001148123456',
      size: '123456789012.000001',
      usdc_size: '106172838692.193458',
      market_slug: 'old-slug',
      event_slug: 'old-event',
      title: 'Old words',
    })
    await insertWallet(store, [row])
    expect((await textOf(wallet)).replaceAll('\\/', '/')).toBe(
      `{"address":"${wallet}","activity":[` +
        `{"id":"0xABC-DEF-0123456789abcdef","wallet":"${wallet}","type":"TRADE","platform":"platform_a",` +
        `"market_id":"pa_m","outcome":"Down","side":"sell","price":0.860000001148123456,` +
        `"size":123456789012.000001,"usdc_size":106172838692.193458,"tx_hash":"0xABC-DEF",` +
        `"timestamp_ms":${nowMs - 1},"market_slug":"will-it-rain","event_slug":"weather",` +
        `"title":"Will it \\"rain\\"?\\n東京 😀"}` +
        `],"limit":100,"offset":0,"cursor":null,"has_more":false,"complete":true}`,
    )
  })

  it('is null where its type has no value for it', async () => {
    const wallet = newWallet()
    const others = types.filter((type) => type !== 'TRADE')
    await insertWallet(
      store,
      others.map((type) => activityRow(wallet, { type, size: '2.5', usdc_size: '2.5' })),
    )
    const { activity } = await page(wallet)
    expect(activity.map(({ type }) => type)).toEqual(others.toReversed())
    for (const row of activity)
      expect(row).toMatchObject({
        outcome: null,
        side: null,
        price: null,
        size: 2.5,
        usdc_size: 2.5,
      })
  })

  it('of a reward has no market', async () => {
    const wallet = newWallet()
    await insertWallet(store, [activityRow(wallet, { type: 'REWARD', market_id: '', size: '3.1' })])
    expect((await page(wallet)).activity).toMatchObject([
      {
        market_id: null,
        market_slug: null,
        event_slug: null,
        title: null,
        outcome: null,
        size: 3.1,
      },
    ])
  })

  it('of a redemption names its outcome where it is known', async () => {
    const wallet = newWallet()
    const redeem = { type: 'REDEEM', usdc_size: '0' } as const
    await insertWallet(store, [
      activityRow(wallet, { ...redeem, outcome: 1, label: 'Nein' }),
      activityRow(wallet, { ...redeem, size: '0' }),
    ])
    const { activity } = await page(wallet)
    expect(activity.map(({ outcome, size }) => [outcome, size])).toEqual([
      [null, 0],
      ['Down', 1],
    ])
  })

  it.each([
    ['0.53', '12', '6.36'],
    ['0.1', '0.000005', '0.000001'], // half: away from zero
    ['0.1', '0.000004', '0'],
    ['0.999999999999999999', '999999999999.999999', '999999999999.999998'],
    ['1', '0.1', '0.1'],
  ])('of a trade that only its market told costs %s times %s: %s', async (price, size, dollars) => {
    const wallet = newWallet()
    const fromTrades = { usdc_size: null, source: 'trades' } as const
    await insertWallet(store, [buy(wallet, { market_id: 'pa_m', price, size, ...fromTrades })])
    expect(await textOf(wallet)).toContain(`"size":${size},"usdc_size":${dollars},`)
  })

  it('may move more dollars than a trade can', async () => {
    const wallet = newWallet()
    const dollars = '12345678901234567890.123456'
    await insertWallet(store, [activityRow(wallet, { type: 'REDEEM', usdc_size: dollars })])
    expect(await textOf(wallet)).toContain(`"usdc_size":${dollars},`)
    expect((await api.get(`/v1/wallets/${wallet}/positions`)).status).toBe(200)
  })

  it('of an unknown market has the platform’s field values', async () => {
    const wallet = newWallet()
    const words = { market_slug: 'their-slug', event_slug: 'their-event', title: 'Theirs?' }
    await insertWallet(store, [
      buy(wallet, { market_id: 'pa_new', size: '1', price: '0.5', label: 'Ja', ...words }),
      buy(wallet, { market_id: 'pa_newer', size: '1', price: '0.5', label: '' }),
      // an outcome that our market has not, and an event that it does not name
      buy(wallet, {
        market_id: 'pa_alone',
        size: '1',
        price: '0.5',
        outcome: 2,
        label: 'Third',
        ...words,
      }),
    ])
    const { activity } = await page(wallet)
    const wordsOf = ({ outcome, market_slug, event_slug, title }: WalletActivity) => [
      outcome,
      market_slug,
      event_slug,
      title,
    ]
    expect(activity.map(wordsOf)).toEqual([
      ['Third', 'alone', 'their-event', 'Question pa_alone?'],
      [null, null, null, null],
      ['Ja', 'their-slug', 'their-event', 'Theirs?'],
    ])
    await insertMarkets(store, [marketRow('pa_new', { event_slug: 'ours' })])
    expect((await page(wallet)).activity.map(wordsOf).at(-1)).toEqual([
      'Yes',
      'new',
      'ours',
      'Question pa_new?',
    ])
  })

  it('is that of the wallet itself, once both sources have it', async () => {
    const wallet = newWallet()
    const trade = buy(wallet, { market_id: 'pa_m', size: '10', price: '0.5', id: '0xt-1' })
    const reported = { ...trade, usdc_size: '5.01', received_at_ms: 9_000 }
    for (const first of [true, false]) {
      const row = { ...trade, usdc_size: null, source: 'trades', wallet: newWallet() } as const
      const own = { ...reported, wallet: row.wallet }
      await insertWallet(store, [first ? row : own])
      await insertActivity(store, [first ? own : row])
      const { activity } = await page(row.wallet)
      expect(activity.map(({ id, usdc_size }) => [id, usdc_size])).toEqual([['0xt-1', 5.01]])
    }
  })
})

describe('headers', () => {
  it('state until when the wallet is complete, and what is missing', async () => {
    const wallet = newWallet()
    const gaps = [
      { from_ms: 5_000, until_ms: 6_000, reason: 'truncated' },
      { from_ms: 9_000, until_ms: 9_500, reason: 'unreachable' },
    ]
    await insertWallet(store, [activityRow(wallet, { type: 'SPLIT' })])
    const headersOf = async (path: string) => {
      const { headers } = await api.get(`/v1/wallets/${wallet}/${path}`)
      return ['X-Data-Complete-Until', 'X-Data-Gaps', 'Cache-Control'].map((h) => headers.get(h))
    }
    for (const path of ['activity', 'positions'])
      expect(await headersOf(path)).toEqual([String(nowMs), null, 'private, no-cache'])
    await insertWalletFeeds(store, [walletFeedRow(wallet, { gaps, version: 2 })])
    for (const path of ['activity', 'positions'])
      expect(await headersOf(path)).toEqual([
        String(nowMs),
        '5000-6000;truncated, 9000-9500;unreachable',
        'private, no-cache',
      ])
  })

  it('let an unchanged page be asked for again for nothing', async () => {
    const wallet = newWallet()
    await insertWallet(store, [activityRow(wallet, { type: 'SPLIT' })])
    const path = `/v1/wallets/${wallet}/activity`
    const { headers } = await api.get(path)
    const etag = headers.get('ETag') ?? ''
    expect(etag).not.toBe('')
    expect((await api.get(path, { 'If-None-Match': etag })).status).toBe(304)
    await insertActivity(store, [activityRow(wallet, { type: 'MERGE' })])
    expect((await api.get(path, { 'If-None-Match': etag })).status).toBe(200)
  })
})
