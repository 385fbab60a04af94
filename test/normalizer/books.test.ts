import { describe, expect, it } from '@jest/globals'
import { bookIn, resultOf, normalizeBook, receivedAtMs } from './records.ts'

const level = (price: string, size: string) => ({ price, size })

describe('platform_a', () => {
  const timestampMs = 1778997825875
  const body = {
    market: '0xabc',
    asset_id: '111',
    timestamp: String(timestampMs),
    hash: '172231',
    // The best level is last in both, contrary to the platform's documentation.
    bids: [level('0.48', '100.00'), level('0.49', '200'), level('0.50', '150.5')],
    asks: [level('0.53', '90'), level('0.52', '0'), level('0.51', '120')],
  }
  const map = (changes: object, outcomeIndex?: number) =>
    normalizeBook('platform_a', 'pa_0xabc', { ...body, ...changes }, outcomeIndex)

  it('maps the book of the first outcome', () => {
    expect(bookIn(map({}))).toEqual({
      market_id: 'pa_0xabc',
      platform: 'platform_a',
      bids: [level('0.5', '150.5'), level('0.49', '200'), level('0.48', '100')],
      asks: [level('0.51', '120'), level('0.53', '90')],
      timestamp_ms: timestampMs,
      received_at_ms: receivedAtMs,
      origin: { topic: 'raw.books', partition: 3, offset: 42 },
    })
  })

  it('keeps the best levels of each side', () => {
    const best = (outcomeIndex: number) =>
      bookIn(normalizeBook('platform_a', 'pa_0xabc', body, outcomeIndex, 1))
    expect(best(0)).toMatchObject({ bids: [level('0.5', '150.5')], asks: [level('0.51', '120')] })
    expect(best(1)).toMatchObject({ bids: [level('0.49', '120')], asks: [level('0.5', '150.5')] })
  })

  it('turns the book of the second outcome round', () => {
    expect(bookIn(map({}, 1))).toMatchObject({
      bids: [level('0.49', '120'), level('0.47', '90')],
      asks: [level('0.5', '150.5'), level('0.51', '200'), level('0.52', '100')],
    })
  })

  it.each<[string, object]>([
    ['empty', { bids: [], asks: [] }],
    ['null', { bids: null, asks: null }],
    ['one of them absent', { bids: undefined, asks: [] }],
  ])('reads sides that are %s as empty', (_, changes) => {
    expect(bookIn(map(changes))).toMatchObject({ bids: [], asks: [] })
  })

  it('is an observation where the platform gives no time', () => {
    expect(bookIn(map({ timestamp: undefined })).timestamp_ms).toBe(receivedAtMs)
  })

  it.each<[string, object, string]>([
    [
      'an error instead of a book',
      { bids: undefined, asks: undefined, error: 'No orderbook' },
      'missing_field',
    ],
    ['another market', { market: '0xdef' }, 'wrong_market'],
    ['a side of another type', { bids: 7 }, 'missing_field'],
    ['a price above 1', { bids: [level('1.5', '1')] }, 'bad_price'],
    ['a negative price', { asks: [level('-0.1', '1')] }, 'bad_price'],
    ['a level without price', { bids: [{ size: '1' }] }, 'bad_price'],
    ['null among the levels', { bids: [null] }, 'bad_price'],
    ['a negative size', { bids: [level('0.5', '-1')] }, 'bad_size'],
    ['no size', { asks: [{ price: '0.5' }] }, 'bad_size'],
    ['a time of 2500', { timestamp: '16725225600000' }, 'bad_time'],
    ['a time of 1970', { timestamp: '0' }, 'bad_time'],
    ['no time at all', { timestamp: 'today' }, 'bad_time'],
  ])('dead-letters %s', (_, changes, reason) => {
    expect(resultOf(map(changes))).toBe(`dead letter ${reason}`)
  })

  it('drops the book of a third outcome', () => {
    expect(resultOf(map({}, 2))).toBe('drop not_binary')
  })
})

describe('platform_b', () => {
  const map = (body: object) => normalizeBook('platform_b', 'pb_KXBTC-T1', body)
  const expected = {
    bids: [level('0.58', '552'), level('0.07', '28.74')],
    asks: [level('0.6', '5'), level('0.99', '3')],
    timestamp_ms: receivedAtMs,
  }

  it('makes asks of the bids for No, in the current generation', () => {
    const book = {
      yes_dollars: [
        ['0.0700', '28.74'],
        ['0.5800', '552.00'],
      ],
      no_dollars: [
        ['0.0100', '3.00'],
        ['0.4000', '5.00'],
      ],
    }
    expect(bookIn(map({ orderbook_fp: book }))).toMatchObject(expected)
    expect(bookIn(map({ ticker: 'KXBTC-T1', orderbook_fp: book }))).toMatchObject(expected)
  })

  it("has the time of receipt by the platform's clock", () => {
    const book = normalizeBook('platform_b', 'pb_M', { orderbook_fp: {} }, 0, 0, -660_000)
    expect(bookIn(book)).toMatchObject({
      timestamp_ms: receivedAtMs - 660_000,
      received_at_ms: receivedAtMs,
    })
  })

  it('and in the older one, from dollars or from cents', () => {
    const cents = {
      yes: [
        [7, '28.74'],
        [58, 552],
      ],
      no: [
        [1, 3],
        [40, 5],
      ],
    }
    const dollars = {
      yes: [[99, 1]],
      yes_dollars: [
        ['0.0700', '28.74'],
        ['0.5800', 552],
      ],
      no: null,
      no_dollars: [
        ['0.0100', 3],
        ['0.4000', 5],
      ],
    }
    expect(bookIn(map({ orderbook: cents }))).toMatchObject(expected)
    expect(bookIn(map({ orderbook: dollars }))).toMatchObject(expected)
  })

  it.each<[string, object]>([
    ['empty', { orderbook_fp: { yes_dollars: [], no_dollars: [] } }],
    ['null', { orderbook: { yes: null, yes_dollars: null, no: null, no_dollars: null } }],
    ['absent', { orderbook_fp: {} }],
  ])('reads sides that are %s as empty', (_, body) => {
    expect(bookIn(map(body))).toMatchObject({ bids: [], asks: [] })
  })

  it('keeps a book whose sides cross', () => {
    const book = { yes_dollars: [['0.6000', '1.00']], no_dollars: [['0.4500', '2.00']] }
    expect(bookIn(map({ orderbook_fp: book }))).toMatchObject({
      bids: [level('0.6', '1')],
      asks: [level('0.55', '2')],
    })
  })

  it.each<[string, object, string]>([
    ['no book', { error: 'not found' }, 'missing_field'],
    ['null for a book', { orderbook_fp: null }, 'missing_field'],
    ['another market', { ticker: 'OTHER', orderbook_fp: {} }, 'wrong_market'],
    ['a side of another type', { orderbook_fp: { yes_dollars: 'x' } }, 'missing_field'],
    ['a price above 1', { orderbook_fp: { yes_dollars: [['58', '1']] } }, 'bad_price'],
    ['a price above 100 cents', { orderbook: { yes: [[101, 1]] } }, 'bad_price'],
    ['a level of another shape', { orderbook_fp: { no_dollars: [{ price: '0.5' }] } }, 'bad_price'],
    ['a size that is none', { orderbook_fp: { no_dollars: [['0.5']] } }, 'bad_size'],
  ])('dead-letters %s', (_, body, reason) => {
    expect(resultOf(map(body))).toBe(`dead letter ${reason}`)
  })

  it('drops books of parlays', () => {
    expect(resultOf(normalizeBook('platform_b', 'pb_KXMVE-1', { orderbook_fp: {} }))).toBe(
      'drop parlay',
    )
  })
})
