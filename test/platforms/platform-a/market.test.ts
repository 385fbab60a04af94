import { describe, expect, it } from '@jest/globals'
import {
  eventIn,
  resultOf,
  marketIn,
  normalizeListed,
  receivedAtMs,
} from '../../normalizer/records.ts'

/** A Gamma market with what every listed row has. */
const row = {
  id: '512272',
  conditionId: '0xabc',
  question: 'Will it snow in Oslo?',
  slug: 'will-it-snow-in-oslo',
  outcomes: '["Yes", "No"]',
  outcomePrices: '["0.0015", "0.9985"]',
  clobTokenIds: '["111", "222"]',
  active: true,
  closed: false,
  archived: false,
  acceptingOrders: true,
}
const event = {
  id: '14205',
  slug: 'snow-in-oslo',
  title: 'Snow in Oslo',
  tags: [{ label: 'Norway' }, { label: 'World' }, { label: 'Weather' }],
}

const stageResult = (body: object) => resultOf(normalizeListed('platform_a', 'market', body))
const market = (changes: object, listedUnder: object | null = null) =>
  marketIn(normalizeListed('platform_a', 'market', { ...row, ...changes }, listedUnder))

it('maps a listed market', () => {
  const changes = {
    description: 'Rules.',
    bestBid: 0.001,
    bestAsk: 0.002,
    volume24hr: 5953.361,
    volume: '1015033.948621',
    createdAt: '2024-11-07T18:07:21.840001Z',
    endDate: '2025-06-30T12:00:00Z',
  }
  expect(market(changes, event)).toEqual({
    id: 'pa_0xabc',
    platform: 'platform_a',
    native_id: '0xabc',
    slug: 'will-it-snow-in-oslo',
    question: 'Will it snow in Oslo?',
    status: 'open',
    outcomes: [
      { label: 'Yes', token_id: '111', listed_price: '0.0015' },
      { label: 'No', token_id: '222', listed_price: '0.9985' },
    ],
    url: 'https://polymarket.com/event/snow-in-oslo/will-it-snow-in-oslo',
    description: 'Rules.',
    best_bid: '0.001',
    best_ask: '0.002',
    volume_24h: '5953.361',
    volume_total: '1015033.948621',
    open_interest: null,
    created_at: Date.UTC(2024, 10, 7, 18, 7, 21) / 1000,
    close_time: Date.UTC(2025, 5, 30, 12) / 1000,
    resolved_at: null,
    tags: ['Norway', 'World', 'Weather'],
    category: 'Weather',
    event_id: 'pa_14205',
    event_slug: 'snow-in-oslo',
    event_title: 'Snow in Oslo',
    received_at_ms: receivedAtMs,
    origin: { topic: 'raw.markets', partition: 3, offset: 42 },
  })
})

describe('stage result', () => {
  it.each<[string, object, string]>([
    ['a legacy row without condition id', { conditionId: '' }, 'drop empty_condition_id'],
    ['a null condition id', { conditionId: null }, 'drop empty_condition_id'],
    ['no condition id at all', { conditionId: undefined }, 'dead letter missing_field'],
    ['a leg without a name yet', { active: false }, 'drop placeholder'],
    [
      'the same without prices, as they come',
      { active: false, outcomePrices: undefined, question: 'Will Person A win?' },
      'drop placeholder',
    ],
    ['the synthetic Other', { negRiskOther: true, outcomePrices: null }, 'drop placeholder'],
    ['a leg that has got its name', { active: true, negRisk: true }, 'emit markets'],
    ['a market that ended inactive', { active: false, closed: true }, 'emit markets'],
    ['no question', { question: undefined }, 'dead letter missing_field'],
    ['a blank slug', { slug: ' ' }, 'dead letter missing_field'],
    ['a number for a question', { question: 7 }, 'dead letter missing_field'],
    ['no outcomes', { outcomes: null }, 'dead letter bad_outcomes'],
    ['one outcome', { outcomes: '["Yes"]' }, 'dead letter bad_outcomes'],
    ['truncated outcomes', { outcomes: '["Yes", "N' }, 'dead letter bad_outcomes'],
    ['a number among the labels', { outcomes: '["Yes", 2]' }, 'dead letter bad_outcomes'],
    ['an object for outcomes', { outcomes: {} }, 'dead letter bad_outcomes'],
  ])('%s', (_, changes, expected) => {
    expect(stageResult({ ...row, ...changes })).toBe(expected)
  })
})

describe('status', () => {
  const won = '["1", "0"]'
  const lost = '["0", "1"]'
  it.each<[string, object, string]>([
    ['trades', {}, 'open'],
    ['paused: takes no orders', { acceptingOrders: false }, 'open'],
    ['paused: has no book', { enableOrderBook: false }, 'open'],
    ['endDate is past', { endDate: '2025-06-30T12:00:00Z' }, 'open'],
    ['result proposed, still trades', { umaResolutionStatus: 'proposed' }, 'open'],
    ['result disputed, still trades', { umaResolutionStatus: 'disputed' }, 'open'],
    ['stands at 1 and 0 but still trades', { outcomePrices: won }, 'open'],
    ['archived', { archived: true }, 'closed'],
    [
      'won',
      { closed: true, outcomePrices: won, umaResolutionStatus: 'resolved', acceptingOrders: false },
      'resolved',
    ],
    ['lost', { closed: true, outcomePrices: lost }, 'resolved'],
    [
      'over but still "accepting orders"',
      { closed: true, outcomePrices: won, acceptingOrders: true },
      'resolved',
    ],
    [
      'one of three won',
      { closed: true, outcomes: '["A","B","C"]', outcomePrices: '["0","1","0"]' },
      'resolved',
    ],
    [
      'void: half each',
      { closed: true, outcomePrices: '["0.5", "0.5"]', umaResolutionStatus: 'resolved' },
      'resolved',
    ],
    [
      'half each, but nothing says final',
      { closed: true, outcomePrices: '["0.5","0.5"]' },
      'closed',
    ],
    ['legacy: 0 and 0', { closed: true, outcomePrices: '["0", "0"]' }, 'closed'],
    [
      'legacy: 0 and 0, said to be resolved',
      { closed: true, outcomePrices: '["0", "0"]', umaResolutionStatus: 'resolved' },
      'closed',
    ],
    ['closed at its last price', { closed: true, outcomePrices: '["0.5843", "0.4157"]' }, 'closed'],
    ['closed without prices', { closed: true, outcomePrices: undefined }, 'closed'],
    [
      'closed, result disputed',
      { closed: true, outcomePrices: won, umaResolutionStatus: 'disputed' },
      'closed',
    ],
    ['1 and 1', { closed: true, outcomePrices: '["1", "1"]' }, 'closed'],
  ])('%s: %p is %s', (_, changes, expected) => {
    expect(market(changes).status).toBe(expected)
  })
})

describe('outcomes', () => {
  const listed = (changes: object) => market(changes).outcomes.map((o) => o.listed_price)

  it('keeps other labels, from arrays as well as from strings that hold one', () => {
    const changes = { outcomes: ['Lakers', 'Celtics'], clobTokenIds: ['1', '2'] }
    expect(market({ ...changes, outcomePrices: [0.4, 0.6] }).outcomes).toEqual([
      { label: 'Lakers', token_id: '1', listed_price: '0.4' },
      { label: 'Celtics', token_id: '2', listed_price: '0.6' },
    ])
  })

  it('keeps every digit of a token id', () => {
    const token = '43210649919920387692897556570215211530726066784473189217574973103206532342908'
    expect(market({ clobTokenIds: `["${token}", "2"]` }).outcomes[0]?.token_id).toBe(token)
    expect(market({ clobTokenIds: [1, 2] }).outcomes[0]?.token_id).toBe('1')
  })

  it.each<[string, unknown]>([
    ['absent', undefined],
    ['null', null],
    ['empty', '[]'],
    ['not JSON', '["0.5"'],
    ['zero for all', '["0", "0"]'],
    ['outside 0 to 1', '["1.5", "-0.5"]'],
    ['words', '["abc", ""]'],
    ['nulls', '[null, null]'],
  ])('never makes a price of what is none: %s', (_, outcomePrices) => {
    expect(listed({ outcomePrices })).toEqual([null, null])
  })

  it('keeps the price that is there when the other is not', () => {
    expect(listed({ outcomePrices: '["0.25"]' })).toEqual(['0.25', null])
  })

  it('takes the tokens of a market of Protocol V2 from its own list', () => {
    const both = { version: 'v2', positionIds: ['7', '8'], clobTokenIds: '["1", "2"]' }
    expect(market(both).outcomes.map((o) => o.token_id)).toEqual(['7', '8'])
    const one = market({ ...both, version: 'v1' })
    expect(one.outcomes.map((o) => o.token_id)).toEqual(['1', '2'])
  })

  it('has null tokens where none are given', () => {
    expect(market({ clobTokenIds: null }).outcomes.map((o) => o.token_id)).toEqual([null, null])
  })
})

describe('quotes and volumes', () => {
  it.each<[object, string | null, string | null]>([
    [{}, null, null],
    [{ bestBid: 0, bestAsk: 1 }, null, null],
    [{ bestAsk: 0.999 }, null, '0.999'],
    [{ bestBid: '0.41', bestAsk: null }, '0.41', null],
    [{ bestBid: -1, bestAsk: 7 }, null, null],
  ])('%p: bid %p, ask %p', (changes, bid, ask) => {
    expect([market(changes).best_bid, market(changes).best_ask]).toEqual([bid, ask])
  })

  it.each<[object, [string, string | null, string | null]]>([
    [{}, ['0', null, null]],
    [{ volume24hr: 0, volume: '0' }, ['0', '0', null]],
    [{ volumeNum: 12.5 }, ['0', '12.5', null]],
    [{ volume: '192817.4904490008' }, ['0', '192817.4904490008', null]],
    [{ volume24hr: -3, volume: 'many', openInterest: 4.5 }, ['0', null, '4.5']],
    [{ volume24hr: 1e300, volume: '1000000000000' }, ['0', null, null]],
  ])('%p: %p', (changes, [day, total, interest]) => {
    const mapped = market(changes)
    expect([mapped.volume_24h, mapped.volume_total, mapped.open_interest]).toEqual([
      day,
      total,
      interest,
    ])
  })

  it('keeps digits that a double cannot hold', () => {
    const body = JSON.stringify(row).replace('{', '{"volume24hr": 123456789.12345678901,')
    expect(marketIn(normalizeListed('platform_a', 'market', body)).volume_24h).toBe(
      '123456789.12345678901',
    )
  })
})

describe('times', () => {
  const closed = { closed: true, outcomePrices: '["1", "0"]', endDate: '2027-12-31T00:00:00Z' }

  it('ends when trading ended, not when it was planned to', () => {
    const mapped = market({ ...closed, closedTime: '2026-05-09 02:07:01+00' })
    expect(mapped.close_time).toBe(Date.UTC(2026, 4, 9, 2, 7, 1) / 1000)
    expect(mapped.resolved_at).toBe(mapped.close_time)
  })

  it('falls back to the end of the resolution, then to the plan', () => {
    const byOracle = market({ ...closed, umaEndDate: '2026-05-09T02:07:01Z' })
    expect(byOracle.close_time).toBe(Date.UTC(2026, 4, 9, 2, 7, 1) / 1000)
    expect(market(closed).close_time).toBe(Date.UTC(2027, 11, 31) / 1000)
    expect(market(closed).resolved_at).toBeNull()
    expect(market({ endDateIso: '2026-02-03' }).close_time).toBe(Date.UTC(2026, 1, 3) / 1000)
  })

  it('has no time of resolution before the result is final', () => {
    const ended = { closed: true, closedTime: '2021-01-02 21:45:52+00' }
    expect(market(ended).status).toBe('closed')
    expect(market(ended).close_time).toBe(Date.UTC(2021, 0, 2, 21, 45, 52) / 1000)
    expect(market(ended).resolved_at).toBeNull()
  })

  it('does not read an old closing time of a market that trades again', () => {
    const reopened = { closedTime: '2026-05-09 02:07:01+00', endDate: '2027-12-31T00:00:00Z' }
    expect(market(reopened).close_time).toBe(Date.UTC(2027, 11, 31) / 1000)
  })

  it.each(['0001-01-01T00:00:00Z', '2500-12-31', 'soon', '', null, 7])(
    'knows no such time: %p',
    (time) => {
      expect(market({ createdAt: time, endDate: time })).toMatchObject({
        created_at: null,
        close_time: null,
      })
    },
  )
})

describe('event, tags, category and page', () => {
  it('takes the event that the market itself names when it came alone', () => {
    expect(market({ events: [event] })).toMatchObject({
      event_id: 'pa_14205',
      event_slug: 'snow-in-oslo',
      event_title: 'Snow in Oslo',
      url: 'https://polymarket.com/event/snow-in-oslo/will-it-snow-in-oslo',
    })
  })

  it('stands alone without one', () => {
    expect(market({ events: [] })).toMatchObject({
      event_id: null,
      event_slug: null,
      event_title: null,
      tags: [],
      category: null,
      url: 'https://polymarket.com/market/will-it-snow-in-oslo',
    })
  })

  it('prefers the category that is named', () => {
    expect(market({ category: 'US-current-affairs' }, event).category).toBe('US-current-affairs')
    expect(market({}, { ...event, category: 'Nordic' }).category).toBe('Nordic')
  })

  it.each<[string[], string | null]>([
    [['Fed Rates', 'Politics', 'Economy', 'fomc'], 'Economy'],
    [['Economy', 'Politics'], 'Economy'],
    [['politics'], 'Politics'],
    [['MAGA', 'prison'], null],
    [[], null],
  ])('finds the section among the tags %p: %p', (labels, category) => {
    expect(market({}, { ...event, tags: labels.map((label) => ({ label })) }).category).toBe(
      category,
    )
  })

  it("has each tag once, the event's first", () => {
    const tags = [{ label: 'Norway' }, { label: '' }, { slug: 'no-label' }, 'text', null]
    expect(market({ tags: [...tags, { label: 'Snow' }] }, event).tags).toEqual([
      'Norway',
      'World',
      'Weather',
      'no-label',
      'Snow',
    ])
  })

  it('makes an address of any slug', () => {
    const slug = 'a/b?c#d é\ud800'
    expect(market({ slug }).url).toBe(
      'https://polymarket.com/market/a%2Fb%3Fc%23d%20%C3%A9%EF%BF%BD',
    )
  })

  it('dead-letters a market whose event is not JSON', () => {
    expect(resultOf(normalizeListed('platform_a', 'market', row, '{"id": '))).toBe(
      'dead letter not_json',
    )
  })
})

describe('events', () => {
  it('maps a listed event', () => {
    const body = { ...event, description: 'All of them.', category: null }
    expect(eventIn(normalizeListed('platform_a', 'event', body))).toEqual({
      id: 'pa_14205',
      platform: 'platform_a',
      native_id: '14205',
      slug: 'snow-in-oslo',
      title: 'Snow in Oslo',
      description: 'All of them.',
      category: 'Weather',
      tags: ['Norway', 'World', 'Weather'],
      url: 'https://polymarket.com/event/snow-in-oslo',
      received_at_ms: receivedAtMs,
      origin: { topic: 'raw.markets', partition: 3, offset: 42 },
    })
  })

  it('is in category other without a category or a known tag', () => {
    const body = { id: 7, slug: 's', title: 't' }
    const mapped = eventIn(normalizeListed('platform_a', 'event', body))
    expect(mapped).toMatchObject({ id: 'pa_7', category: 'other', tags: [], description: null })
  })

  it.each(['id', 'slug', 'title'])('dead-letters an event without %s', (field) => {
    const body = { ...event, [field]: undefined }
    expect(resultOf(normalizeListed('platform_a', 'event', body))).toBe('dead letter missing_field')
  })
})
