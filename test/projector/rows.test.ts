// One record in, one row out, on the real engine.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { ProjectorRecord } from '../../services/projector/table-rows.ts'
import { aRecord, projectInto } from './run-projector.ts'
import { aBook, aBookSighting, aWatermark, aMarket, aMatch, anEvent, aTrade } from './records.ts'
import { openTestStore, type TestStore } from './store.ts'

let test: TestStore
beforeAll(async () => {
  test = await openTestStore()
})
afterAll(() => test.close())
beforeEach(() => test.empty())

const project = (...batches: ProjectorRecord[][]): Promise<string[]> =>
  projectInto(test.store, ...batches)

const rowsOf = (table: string): Promise<Record<string, unknown>[]> =>
  test.store.query(`SELECT * FROM ${table} FINAL`)

describe('trades', () => {
  it('keeps every field exactly', async () => {
    const trade = aTrade({ price: '0.45999999540000005', size: '0.000001', outcome_index: 1 })
    await project([aRecord('trades', 7, { trade: { ...trade, side: 'sell' }, progress: null })])
    const [row] = await test.store.query(
      `SELECT market_id, toUnixTimestamp64Milli(ts) AS ms, id, toString(price) AS price, toString(size) AS size,
         side, outcome, received_at_ms, toUInt64(version) AS position FROM trades`,
    )
    expect(row).toEqual({
      market_id: 'pb_MARKET',
      ms: 1_792_540_800_110,
      id: 'trade-1',
      price: '0.45999999540000005',
      size: '0.000001',
      side: 'sell',
      outcome: 1,
      received_at_ms: 1_792_540_801_000,
      position: 7,
    })
  })

  it.each([
    ['time_out_of_range', { timestamp_ms: -62_135_596_800_000 }],
    ['time_out_of_range', { timestamp_ms: 16_725_225_600_000 }],
    ['time_out_of_range', { received_at_ms: -1 }],
    ['decimal_out_of_range', { price: 'NaN' }],
    ['decimal_out_of_range', { price: '12' }],
    ['decimal_out_of_range', { size: '1e3' }],
    ['decimal_out_of_range', { size: '1234567890123' }],
    ['decimal_out_of_range', { outcome_price: '' }],
    ['index_out_of_range', { outcome_index: 999 }],
    ['index_out_of_range', { outcome_index: -1 }],
  ])('refuses %s and keeps the rest: %j', async (reason, changes) => {
    const refusals = await project([
      aRecord('trades', 1, { trade: aTrade({ id: 'bad', ...changes }), progress: null }),
      aRecord('trades', 2, { trade: aTrade({ id: 'good' }), progress: null }),
    ])
    expect(refusals).toEqual([`trades 1 ${reason}`])
    expect(await rowsOf('trades')).toMatchObject([{ id: 'good' }])
    expect(await rowsOf('candles_1h')).toMatchObject([{ trade_count: 1 }])
  })

  it.each([0, 7, 2_026_000, 19_700_101_000, 999_999_999_999, 4_102_444_799_999])(
    'keeps the time %i',
    async (timestampMs) => {
      const trade = aTrade({ timestamp_ms: timestampMs })
      await project([aRecord('trades', 1, { trade, progress: null })])
      const times = `SELECT toUnixTimestamp64Milli(ts) AS ms, toUnixTimestamp(hour) AS hour FROM trades, candles_1h`
      const hour = Math.floor(timestampMs / 3_600_000) * 3600
      expect(await test.store.query(times)).toEqual([{ ms: timestampMs, hour }])
    },
  )

  it('takes ids with quotes, line breaks, NUL and other scripts', async () => {
    const id = `'"\\\n\t\u0000{x:String}; DROP TABLE trades -- 東京 😀`
    const marketId = `pb_(A/B).C'${id}`
    await project([
      aRecord('trades', 1, { trade: aTrade({ id, market_id: marketId }), progress: null }),
    ])
    expect(await rowsOf('trades')).toMatchObject([{ id, market_id: marketId }])
    expect(await rowsOf('candles_1m')).toMatchObject([{ market_id: marketId, trade_count: 1 }])
  })
})

describe('books and quotes', () => {
  it('keep the newest book by position, and a quote of each', async () => {
    const first = aBook({ timestamp_ms: 1_792_540_802_000 })
    const second = aBook({
      timestamp_ms: 1_792_540_801_000,
      bids: [],
      asks: [{ price: '1', size: '5' }],
    })
    await project([aRecord('books', 5, first), aRecord('books', 6, second)])
    expect(await rowsOf('books')).toMatchObject([
      {
        market_id: 'pb_MARKET',
        platform: 'platform_b',
        bids: [],
        asks: [{ price: 1, size: 5 }],
        version: 6,
      },
    ])
    expect(await rowsOf('quotes')).toMatchObject([
      { bid: 0, ask: 1, usable: 0, version: 6 },
      { bid: 0.52, ask: 0.54, usable: 1, version: 5 },
    ])
  })

  it('keep the newest sighting of each market by position', async () => {
    const sighting = { market_id: 'pb_MARKET', book_received_at_ms: 1_792_540_801_000 }
    await project([
      aRecord('book-sightings', 7, aBookSighting({ seen_at_ms: 1_792_540_902_000 })),
      aRecord('book-sightings', 8, aBookSighting()),
      aRecord('book-sightings', 9, aBookSighting({ seen_at_ms: -1 })),
    ])
    expect(await rowsOf('book_sightings')).toEqual([
      { ...sighting, seen_at_ms: 1_792_540_901_000, version: 8 },
    ])
  })

  it('an older book that comes again does not win', async () => {
    const batch = [aRecord('books', 6, aBook({ bids: [] }))]
    await project(batch, [aRecord('books', 5, aBook())])
    expect(await rowsOf('books')).toMatchObject([{ bids: [], version: 6 }])
  })

  it.each([
    ['0.45', '0.55', 1],
    ['0.45', '0.5500001', 0],
    ['0', '0.05', 0],
    ['0.95', '1', 0],
    ['0.999', '0.9999', 1],
  ])('bid %s and ask %s: usable %i', async (bid, ask, usable) => {
    const book = aBook({ bids: [{ price: bid, size: '1' }], asks: [{ price: ask, size: '1' }] })
    await project([aRecord('books', 1, book)])
    expect(await rowsOf('quotes')).toMatchObject([{ usable }])
  })

  it('refuse what a column cannot hold', async () => {
    const bad = aBook({ asks: [{ price: '0.5', size: '' }] })
    expect(await project([aRecord('books', 1, bad)])).toEqual(['books 1 decimal_out_of_range'])
    expect(await rowsOf('quotes')).toEqual([])
  })

  it('the newest usable quote of a market is at hand', async () => {
    const at = (second: number, bid: string): ProjectorRecord =>
      aRecord(
        'books',
        second,
        aBook({
          timestamp_ms: 1_792_540_800_000 + second * 1000,
          bids: [{ price: bid, size: '1' }],
        }),
      )
    await project([at(3, '0.1'), at(2, '0.51')], [at(1, '0.52')])
    expect(
      await test.store.query(
        'SELECT market_id, max(quote) AS quote FROM market_latest GROUP BY market_id',
      ),
    ).toMatchObject([{ quote: { bid: 0.51, ask: 0.54, version: 2 } }])
  })
})

describe('markets and events', () => {
  it('keep every field', async () => {
    await project([aRecord('markets', 9, aMarket())])
    const [row] = await rowsOf('markets')
    expect(row).toMatchObject({
      id: 'pb_MARKET',
      platform: 'platform_b',
      native_id: 'MARKET',
      slug: 'MARKET',
      question: 'Will it rain in Zürich?',
      status: 'open',
      outcomes: [
        { label: 'Yes', token_id: '', listed_price: 0.53 },
        { label: 'No', token_id: '', listed_price: null },
      ],
      description: null,
      best_bid: 0.52,
      best_ask: null,
      volume_24h: '12.123456789012345', // more than a double holds
      volume_total: null,
      open_interest: 0,
      created_at: 1_790_000_000,
      close_time: null,
      resolved_at: null,
      tags: ['Weather'],
      category: null,
      event_id: 'pb_EVENT',
      event_slug: 'EVENT',
      event_title: 'Rain',
      words: ['will', 'it', 'rain', 'in', 'zurich', 'market', 'weather'],
      received_at_ms: 1_792_540_801_000,
      version: 9,
    })
    await project([aRecord('events', 9, anEvent())])
    expect(await rowsOf('events')).toMatchObject([
      {
        id: 'pb_EVENT',
        title: 'Rain in Zürich',
        tags: ['Weather', 'Europe'],
        words: ['rain', 'in', 'zurich'],
        version: 9,
      },
    ])
  })

  it('the newest position wins, in one batch and over batches', async () => {
    const status = (offset: number, value: 'open' | 'closed' | 'resolved'): ProjectorRecord =>
      aRecord('markets', offset, aMarket({ status: value }))
    await project([status(1, 'open'), status(3, 'resolved')], [status(2, 'closed')])
    expect(await rowsOf('markets')).toMatchObject([{ status: 'resolved', version: 3 }])
    await project(
      [aRecord('events', 4, anEvent({ title: 'new' }))],
      [aRecord('events', 2, anEvent({ title: 'old' }))],
    )
    expect(await rowsOf('events')).toMatchObject([{ title: 'new', version: 4 }])
  })

  it('take times far outside of a calendar and refuse amounts that are none', async () => {
    expect(
      await project([
        aRecord(
          'markets',
          1,
          aMarket({ id: 'pb_A', close_time: 16_725_225_600, created_at: -62_135_596_800 }),
        ),
        aRecord('markets', 2, aMarket({ id: 'pb_B', volume_24h: 'many' })),
        aRecord('markets', 3, aMarket({ id: 'pb_C', best_bid: '55' })),
      ]),
    ).toEqual(['markets 2 decimal_out_of_range', 'markets 3 decimal_out_of_range'])
    expect(await rowsOf('markets')).toMatchObject([
      { id: 'pb_A', close_time: 16_725_225_600, created_at: -62_135_596_800 },
    ])
  })
})

describe('matches', () => {
  it('keep every field', async () => {
    const match = aMatch()
    await project([aRecord('matches', 4, match)])
    const [row] = await rowsOf('market_matches')
    expect(row).toMatchObject({
      market_id: 'pb_MARKET',
      other_platform: 'platform_a',
      ...match.link,
      version: 4,
    })
  })

  it('of one market, one for each other platform; earlier records were all of the first', async () => {
    const third = { ...aMatch({ other_market_id: 'pz_1' }), other_platform: 'platform_z' }
    await project([
      aRecord('matches', 4, { ...aMatch(), other_platform: '' }),
      aRecord('matches', 5, third),
    ])
    const stored = (): Promise<unknown[]> =>
      test.store.query('SELECT * FROM market_matches FINAL ORDER BY other_platform')
    expect(await stored()).toMatchObject([
      { other_platform: 'platform_a', other_market_id: 'pa_0x1', version: 4 },
      { other_platform: 'platform_z', other_market_id: 'pz_1', version: 5 },
    ])
    await project([aRecord('matches', 6, aMatch({ score: 72 }))])
    expect(await stored()).toMatchObject([
      { other_platform: 'platform_a', score: 72, version: 6 },
      { other_platform: 'platform_z', version: 5 },
    ])
  })

  it('the newest position wins, and may say that there is none any more', async () => {
    const none = { ...aMatch(), link: null }
    await project([aRecord('matches', 5, none)], [aRecord('matches', 4, aMatch())])
    expect(await rowsOf('market_matches')).toMatchObject([{ other_market_id: '', version: 5 }])
    await project([aRecord('matches', 6, aMatch({ score: 72, confidence: 'medium' }))])
    expect(await rowsOf('market_matches')).toMatchObject([{ other_market_id: 'pa_0x1', score: 72 }])
  })

  it.each([
    ['time_out_of_range', { matched_at_ms: -1 }],
    ['index_out_of_range', { outcome_index: -1 }],
    ['index_out_of_range', { outcome_index: 65_536 }],
  ])('refuse %s: %j', async (reason, changes) => {
    expect(await project([aRecord('matches', 4, aMatch(changes))])).toEqual([`matches 4 ${reason}`])
    expect(await rowsOf('market_matches')).toEqual([])
  })
})

describe('feeds', () => {
  it('keep the newest watermark of each feed in each partition, with its gaps', async () => {
    const gaps = [{ from_ms: 1, until_ms: 2, reason: 'unreachable' }]
    const watermark = (offset: number, untilMs: number): ProjectorRecord =>
      aRecord('trades', offset, {
        trade: null,
        progress: aWatermark({ complete_until_ms: untilMs, gaps }),
      })
    const history = aWatermark({ feed: 'platform_b/trades/pb_MARKET', market_id: 'pb_MARKET' })
    await project(
      [
        watermark(1, 10),
        watermark(2, 20),
        aRecord('trades', 3, { trade: null, progress: history }),
      ],
      [watermark(1, 10)],
    )
    expect(await rowsOf('feeds')).toMatchObject([
      {
        feed: 'platform_b/trades',
        partition: 3,
        market_id: '',
        complete_until_ms: 20,
        gaps: JSON.stringify(gaps),
        version: 2,
      },
      {
        feed: 'platform_b/trades/pb_MARKET',
        partition: 3,
        market_id: 'pb_MARKET',
        gaps: '[]',
        version: 3,
      },
    ])
  })
})
