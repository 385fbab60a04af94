import { describe, expect, it } from '@jest/globals'
import {
  eventIn,
  resultOf,
  marketIn,
  normalizeListed,
  receivedAtMs,
} from '../../normalizer/records.ts'

/** A market of the current generation: only `_dollars` and `_fp`. */
const row = {
  ticker: 'KXNBA-27-BOS',
  event_ticker: 'KXNBA-27',
  market_type: 'binary',
  title: 'Will Boston win the 2027 Pro Basketball Finals?',
  yes_sub_title: 'Boston',
  no_sub_title: 'Boston',
  status: 'active',
  result: '',
  created_time: '2026-06-14T07:33:32.55868Z',
  close_time: '2029-07-30T14:00:00Z',
  expiration_time: '2030-01-01T14:00:00Z',
  last_price_dollars: '0.0500',
  yes_bid_dollars: '0.0400',
  yes_ask_dollars: '0.0600',
  volume_24h_fp: '4156.92',
  volume_fp: '389333.51',
  open_interest_fp: '340699.33',
  liquidity_dollars: '0.0000',
  rules_primary: 'If Boston wins, then Yes.',
  rules_secondary: 'Small print.',
}
const event = {
  event_ticker: 'KXNBA-27',
  series_ticker: 'KXNBA',
  title: '2027 Pro Basketball Champion',
  sub_title: '2026-27',
  category: 'Sports',
  product_metadata: { competition: 'Pro Basketball (M)', competition_scope: 'Future' },
}

/** The same market in the platform's format of January 2026. */
const olderRow = {
  ticker: 'KXELONMARS-99',
  event_ticker: 'KXELONMARS-99',
  title: 'Will Elon Musk visit Mars before Aug 1, 2099?',
  yes_sub_title: 'Mars',
  status: 'active',
  result: '',
  created_time: '0001-01-01T00:00:00Z',
  close_time: '2099-08-01T04:59:00Z',
  last_price: 6,
  yes_bid: 6,
  yes_ask: 7,
  volume: 35001,
  volume_24h: 10,
  open_interest: 13679,
}

const stageResult = (body: object) => resultOf(normalizeListed('platform_b', 'market', body))
const market = (changes: object, listedUnder: object | null = null) =>
  marketIn(normalizeListed('platform_b', 'market', { ...row, ...changes }, listedUnder))

it('maps a market of the current generation', () => {
  expect(market({}, event)).toEqual({
    id: 'pb_KXNBA-27-BOS',
    platform: 'platform_b',
    native_id: 'KXNBA-27-BOS',
    slug: 'KXNBA-27-BOS',
    question: 'Will Boston win the 2027 Pro Basketball Finals?',
    status: 'open',
    outcomes: [
      { label: 'Yes', token_id: null, listed_price: '0.05' },
      { label: 'No', token_id: null, listed_price: '0.95' },
    ],
    url: 'https://kalshi.com/markets/kxnba/kxnba-27',
    description: 'If Boston wins, then Yes.\n\nSmall print.',
    best_bid: '0.04',
    best_ask: '0.06',
    volume_24h: '4156.92',
    volume_total: '389333.51',
    open_interest: '340699.33',
    created_at: Date.UTC(2026, 5, 14, 7, 33, 32) / 1000,
    close_time: Date.UTC(2029, 6, 30, 14) / 1000,
    resolved_at: null,
    tags: ['Sports', 'Pro Basketball (M)', 'KXNBA'],
    category: 'Sports',
    event_id: 'pb_KXNBA-27',
    event_slug: 'KXNBA-27',
    event_title: '2027 Pro Basketball Champion',
    received_at_ms: receivedAtMs,
    origin: { topic: 'raw.markets', partition: 3, offset: 42 },
  })
})

it('maps a market of the generation of cents and integers', () => {
  expect(marketIn(normalizeListed('platform_b', 'market', olderRow))).toMatchObject({
    outcomes: [{ listed_price: '0.06' }, { listed_price: '0.94' }],
    best_bid: '0.06',
    best_ask: '0.07',
    volume_24h: '10',
    volume_total: '35001',
    open_interest: '13679',
    created_at: null,
    close_time: Date.UTC(2099, 7, 1, 4, 59) / 1000,
    category: null,
    tags: [],
    event_id: 'pb_KXELONMARS-99',
    event_title: null,
    url: 'https://kalshi.com/markets/kxelonmars-99',
  })
})

it('reads the newer of two generations in one row', () => {
  const both = { yes_bid: 6, yes_bid_dollars: '0.0550', volume: 12, volume_fp: '12.74' }
  expect(market(both)).toMatchObject({ best_bid: '0.055', volume_total: '12.74' })
})

describe('stage result', () => {
  const legs = [{ event_ticker: 'E', market_ticker: 'M', side: 'yes' }]
  it.each<[string, object, string]>([
    ['a parlay by its ticker', { ticker: 'KXMVESPORTS-S2026-1' }, 'drop parlay'],
    ['a parlay by its collection', { mve_collection_ticker: 'KXMVE-R' }, 'drop parlay'],
    ['a parlay by its legs', { mve_selected_legs: legs }, 'drop parlay'],
    ['no legs', { mve_collection_ticker: '', mve_selected_legs: null }, 'emit markets'],
    ['no ticker', { ticker: undefined }, 'dead letter missing_field'],
    ['neither title nor label', { title: '', yes_sub_title: null }, 'dead letter missing_field'],
    ['a status that is not known', { status: 'frozen' }, 'dead letter unknown_status'],
    ['no status', { status: undefined }, 'dead letter unknown_status'],
    ['a status of the wrong type', { status: 3 }, 'dead letter unknown_status'],
  ])('%s', (_, changes, expected) => {
    expect(stageResult({ ...row, ...changes })).toBe(expected)
  })
})

describe('question', () => {
  it.each<[title: unknown, label: unknown, question: string]>([
    ['Highest temperature in NYC?', '45° to 46°', 'Highest temperature in NYC? — 45° to 46°'],
    ['Will Boston win?', 'Boston', 'Will Boston win?'],
    ['Will Boston win?', '', 'Will Boston win?'],
    ['Will Boston win?', undefined, 'Will Boston win?'],
    ['Who will win?', 'boston', 'Who will win? — boston'],
    [undefined, 'Boston', '2027 Pro Basketball Champion — Boston'],
  ])('%p and %p: %s', (title, yes_sub_title, question) => {
    expect(market({ title, yes_sub_title }, event).question).toBe(question)
  })
})

describe('status', () => {
  it.each([
    ['initialized', 'open'],
    ['active', 'open'],
    ['inactive', 'open'],
    ['closed', 'closed'],
    ['determined', 'closed'],
    ['disputed', 'closed'],
    ['amended', 'closed'],
    ['finalized', 'resolved'],
  ])('%s is %s', (status, expected) => {
    expect(market({ status }).status).toBe(expected)
  })
})

describe('listed price', () => {
  const price = (changes: object) => market(changes).outcomes[0]?.listed_price
  const finalized = { status: 'finalized' }

  it.each<[string, object, string | null]>([
    ['the last trade', { last_price_dollars: '0.9500' }, '0.95'],
    ['sub-cent', { last_price_dollars: '0.0055' }, '0.0055'],
    ['never traded, narrow quote', { last_price_dollars: '0.0000' }, '0.05'],
    ['never traded, wide quote', { last_price_dollars: '0.0000', yes_ask_dollars: '0.9000' }, null],
    [
      'never traded, nobody bids',
      { last_price_dollars: '0.0000', yes_bid_dollars: '0.0000' },
      null,
    ],
    [
      'fields gone',
      { last_price_dollars: undefined, yes_bid_dollars: undefined, yes_ask_dollars: undefined },
      null,
    ],
    ['nonsense', { last_price_dollars: '12.0000', yes_bid_dollars: 'x' }, null],
    ['paid 1', { ...finalized, result: 'yes', settlement_value_dollars: '1.0000' }, '1'],
    ['paid 0', { ...finalized, result: 'no', settlement_value_dollars: '0.0000' }, '0'],
    [
      'paid a fair price',
      { ...finalized, result: 'scalar', settlement_value_dollars: '0.3300' },
      '0.33',
    ],
    ['older: paid 100 cents', { ...finalized, result: 'yes', settlement_value: 100 }, '1'],
    ['result alone', { ...finalized, result: 'yes' }, '1'],
    ['result no alone', { ...finalized, result: 'no' }, '0'],
    ['final without a result', { ...finalized, result: '' }, null],
    ['determined but not final', { status: 'determined', result: 'yes' }, '0.05'],
  ])('%s: %p gives %p', (_, changes, expected) => {
    expect(price(changes)).toBe(expected)
  })
})

describe('quotes', () => {
  it.each<[object, string | null, string | null]>([
    [{ yes_bid_dollars: '0.0000', yes_ask_dollars: '1.0000' }, null, null],
    [{ yes_bid_dollars: '0.0000', yes_ask_dollars: '0.0000' }, null, null],
    [{ yes_bid_dollars: undefined, yes_ask_dollars: undefined }, null, null],
    [
      { yes_bid_dollars: undefined, yes_bid: 0, yes_ask_dollars: undefined, yes_ask: 100 },
      null,
      null,
    ],
    [{ yes_bid_dollars: '0.123456' }, '0.123456', '0.06'],
  ])('%p: bid %p, ask %p', (changes, bid, ask) => {
    const mapped = market(changes)
    expect([mapped.best_bid, mapped.best_ask]).toEqual([bid, ask])
  })
})

describe('volumes', () => {
  it('are 0 for the day and unknown else when they are missing', () => {
    const gone = { volume_24h_fp: undefined, volume_fp: undefined, open_interest_fp: 'n/a' }
    expect(market(gone)).toMatchObject({
      volume_24h: '0',
      volume_total: null,
      open_interest: null,
    })
  })
})

describe('times', () => {
  it('closes when trading closed; resolves when it was settled', () => {
    const settled = {
      status: 'finalized',
      result: 'yes',
      close_time: '2026-08-08T22:54:42Z',
      settlement_ts: '2026-08-08T22:57:45.764968Z',
    }
    expect(market(settled)).toMatchObject({
      close_time: Date.UTC(2026, 7, 8, 22, 54, 42) / 1000,
      resolved_at: Date.UTC(2026, 7, 8, 22, 57, 45) / 1000,
    })
    expect(market({ ...settled, status: 'determined' }).resolved_at).toBeNull()
  })
})

describe('event', () => {
  it('never reads the series out of a ticker', () => {
    const renamed = { event_ticker: 'HIGHNY-22DEC22', series_ticker: 'KXHIGHNY', title: 'High' }
    const changes = { ticker: 'HIGHNY-22DEC22-B45.5', event_ticker: 'HIGHNY-22DEC22' }
    expect(market(changes, renamed)).toMatchObject({
      id: 'pb_HIGHNY-22DEC22-B45.5',
      event_id: 'pb_HIGHNY-22DEC22',
      tags: ['KXHIGHNY'],
      category: null,
      url: 'https://kalshi.com/markets/kxhighny/highny-22dec22',
    })
  })

  it('takes tickers with any characters', () => {
    const ticker = 'KXCITIESWEATHER-24DEC05(CHI)(DEN)'
    expect(market({ ticker, event_ticker: 'A/B' })).toMatchObject({
      id: `pb_${ticker}`,
      slug: ticker,
      url: 'https://kalshi.com/markets/a%2Fb',
    })
  })

  it('maps a listed event', () => {
    expect(eventIn(normalizeListed('platform_b', 'event', event))).toEqual({
      id: 'pb_KXNBA-27',
      platform: 'platform_b',
      native_id: 'KXNBA-27',
      slug: 'KXNBA-27',
      title: '2027 Pro Basketball Champion',
      description: '2026-27',
      category: 'Sports',
      tags: ['Sports', 'Pro Basketball (M)', 'KXNBA'],
      url: 'https://kalshi.com/markets/kxnba/kxnba-27',
      received_at_ms: receivedAtMs,
      origin: { topic: 'raw.markets', partition: 3, offset: 42 },
    })
  })

  it('is in category other without a category', () => {
    const bare = { event_ticker: 'E', title: 'T', product_metadata: null }
    const mapped = eventIn(normalizeListed('platform_b', 'event', bare))
    expect(mapped).toMatchObject({ category: 'other', tags: [], description: null })
  })

  it.each<[object, string]>([
    [{ ...event, event_ticker: 'KXMVESPORTS-S2025' }, 'drop parlay'],
    [{ ...event, event_ticker: '' }, 'dead letter missing_field'],
    [{ ...event, title: null }, 'dead letter missing_field'],
  ])('%p: %s', (body, expected) => {
    expect(resultOf(normalizeListed('platform_b', 'event', body))).toBe(expected)
  })
})
