import { describe, expect, it } from '@jest/globals'
import { resultOf, normalizeTrade, receivedAtMs, tradeIn } from '../../normalizer/records.ts'

const ticker = 'KXETH15M-26JUL250200-00'
const row = {
  trade_id: 'c174ce46-46d8-705a-6f03-2e1037bd1dd1',
  ticker,
  count_fp: '12.61',
  created_time: '2026-07-25T05:51:39.54467Z',
  is_block_trade: false,
  yes_price_dollars: '0.3800',
  no_price_dollars: '0.6200',
  taker_outcome_side: 'yes',
  taker_book_side: 'bid',
  taker_side: 'yes',
}
/** As the platform wrote trades in January 2026. */
const olderRow = {
  trade_id: '961535f3-d80f-5462-e91d-88d4fe6db285',
  ticker,
  count: 1,
  created_time: '2026-01-12T15:00:20.897212Z',
  yes_price: 6,
  no_price: 94,
  price: 0.06,
  taker_side: 'no',
}

const map = (body: object) => normalizeTrade('platform_b', `pb_${ticker}`, body)

it('maps a taker of Yes to a buy', () => {
  expect(tradeIn(map(row))).toEqual({
    id: row.trade_id,
    market_id: `pb_${ticker}`,
    platform: 'platform_b',
    price: '0.38',
    size: '12.61',
    side: 'buy',
    outcome_index: 0,
    outcome: 'Yes',
    outcome_price: '0.38',
    timestamp_ms: Date.UTC(2026, 6, 25, 5, 51, 39, 544),
    native_trade_id: row.trade_id,
    wallet: null,
    received_at_ms: receivedAtMs,
    origin: { topic: 'raw.trades', partition: 3, offset: 42 },
  })
})

it('maps a taker of No to a sell, in both generations', () => {
  const sold = { side: 'sell', outcome_index: 1, outcome: 'No' }
  expect(tradeIn(map({ ...row, taker_outcome_side: 'no', taker_side: 'no' }))).toMatchObject({
    ...sold,
    price: '0.38',
    outcome_price: '0.62',
  })
  expect(tradeIn(map(olderRow))).toMatchObject({
    ...sold,
    price: '0.06',
    outcome_price: '0.94',
    size: '1',
    timestamp_ms: Date.UTC(2026, 0, 12, 15, 0, 20, 897),
  })
})

it.each<[string, object, string]>([
  ['dollars before cents', { yes_price: 39, yes_price_dollars: '0.3850' }, '0.385'],
  ['cents', { yes_price_dollars: undefined, yes_price: 38 }, '0.38'],
  ['the No price', { yes_price_dollars: undefined }, '0.38'],
  [
    'the No price in cents',
    { yes_price_dollars: undefined, no_price_dollars: undefined, no_price: 60 },
    '0.4',
  ],
  ['price', { yes_price_dollars: undefined, no_price_dollars: undefined, price: 0.06 }, '0.06'],
  ['six digits', { yes_price_dollars: '0.123456' }, '0.123456'],
])('reads the price from %s', (_, changes, price) => {
  expect(tradeIn(map({ ...row, ...changes })).price).toBe(price)
})

it.each<[object, 'buy' | 'sell']>([
  [{ taker_outcome_side: 'no', taker_side: 'yes' }, 'sell'],
  [{ taker_outcome_side: undefined, taker_side: 'no' }, 'sell'],
  [{ taker_outcome_side: undefined, taker_side: undefined }, 'buy'],
  [{ taker_outcome_side: undefined, taker_side: undefined, taker_book_side: 'ask' }, 'sell'],
])('reads the side from what is there: %p', (changes, side) => {
  expect(tradeIn(map({ ...row, ...changes })).side).toBe(side)
})

describe('bad rows', () => {
  const noPrice = { yes_price_dollars: undefined, no_price_dollars: undefined }
  const noSide = { taker_outcome_side: '', taker_side: undefined, taker_book_side: undefined }
  it.each<[object, string]>([
    [{ trade_id: '' }, 'missing_field'],
    [{ trade_id: 12 }, 'missing_field'],
    [{ ticker: 'OTHER' }, 'wrong_market'],
    [noPrice, 'bad_price'],
    [{ yes_price_dollars: '1.0100' }, 'bad_price'],
    [{ yes_price_dollars: '-0.0100' }, 'bad_price'],
    [{ count_fp: '0.00' }, 'bad_size'],
    [{ count_fp: '-1.00' }, 'bad_size'],
    [{ count_fp: undefined }, 'bad_size'],
    [noSide, 'bad_side'],
    [{ created_time: '0001-01-01T00:00:00Z' }, 'bad_time'],
    [{ created_time: '2500-01-01T00:00:00Z' }, 'bad_time'],
    [{ created_time: '' }, 'bad_time'],
    [{ created_time: 1784326906 }, 'bad_time'],
    [{ created_time: '2026-13-01T00:00:00Z' }, 'bad_time'],
  ])('%p: %s', (changes, reason) => {
    expect(resultOf(map({ ...row, ...changes }))).toBe(`dead letter ${reason}`)
  })
})

it('drops trades of parlays, whose markets are not in the model', () => {
  const parlay = 'KXMVESPORTS-S2026-1'
  const outcome = normalizeTrade('platform_b', `pb_${parlay}`, { ...row, ticker: parlay })
  expect(resultOf(outcome)).toBe('drop parlay')
})
