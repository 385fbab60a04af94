// Matches over the real engine: every filter and bound, the fields of a page, and the second market of a
// match.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Event, Market, MatchPage } from '../../schemas/generated/api.ts'
import type { Store } from '../../services/lib/store/port.ts'
import { expectSchema } from './expect-schema.ts'
import { nowMs, runApi, type RunningApi } from './running-api.ts'
import { openMigratedStore } from '../support/migrated-store.ts'
import { until } from '../support/waiting.ts'
import { insertBooks, insertEvents, insertMarkets, insertMatches, marketRow } from './rows.ts'

let store: Store
let api: RunningApi

const labelled = (...labels: string[]) =>
  labels.map((label) => ({ label, token_id: '', listed_price: null }))

const rain = { other_market_id: 'pa_rain', market_id: 'pb_KXRAIN-NOV30' }
const ada = { other_market_id: 'pa_game', market_id: 'pb_KXGAME-ADA' }
const bob = { other_market_id: 'pa_game', market_id: 'pb_KXGAME-BOB' }
const snow = { other_market_id: 'pa_snow', market_id: 'pb_KXSNOW-1' }

beforeAll(async () => {
  store = await openMigratedStore()
  await insertMarkets(store, [
    marketRow('pa_rain', {
      question: 'Will it rain in São Paulo?',
      slug: 'rain-in-sao-paulo',
      event_slug: 'rain-in-november',
      close_time: 1_796_083_200,
      best_bid: '0.4',
      best_ask: '0.45',
      volume_24h: '10',
    }),
    marketRow('pb_KXRAIN-NOV30', {
      question: 'Rain in Sao Paulo — November',
      slug: 'KXRAIN-NOV30',
      event_id: 'pb_KXRAIN',
      event_slug: 'KXRAIN',
      best_bid: '0.42',
      best_ask: '0.44',
      volume_24h: '9',
      status: 'closed',
    }),
    marketRow('pa_game', {
      question: 'Ada vs. Bob',
      slug: 'ada-bob',
      outcomes: labelled('Ada', 'Bob'),
      best_bid: '0.6',
      best_ask: '0.7',
    }),
    marketRow('pb_KXGAME-ADA', {
      question: 'Ada vs Bob Winner? — Ada',
      event_slug: 'KXGAME',
      best_bid: '0.61',
      best_ask: '0.69',
    }),
    marketRow('pb_KXGAME-BOB', {
      question: 'Ada vs Bob Winner? — Bob',
      event_slug: 'KXGAME',
      best_bid: '0.31',
      best_ask: '0.39',
    }),
    marketRow('pa_snow', { slug: 'snow' }),
    marketRow('pb_KXSNOW-1', { event_slug: 'KXSNOW' }),
    marketRow('pa_gone'),
    marketRow('pb_KXGONE-1'),
    marketRow('pa_alone'),
  ])
  await insertEvents(store, [
    { id: 'pb_KXRAIN', slug: 'KXRAIN', title: 'Rain', category: 'other', tags: [], version: 1 },
  ])
  await insertBooks(store, [
    {
      market_id: 'pb_KXGAME-BOB',
      ms: nowMs - 5,
      bids: [{ price: '0.32', size: '1' }],
      asks: [{ price: '0.38', size: '1' }],
      received_at_ms: 2_000,
      version: 1,
    },
  ])
  await insertMatches(store, [
    { ...rain, score: 97.5, confidence: 'high', outcome_index: 0, version: 1 },
    { ...bob, score: 92, confidence: 'high', outcome_index: 1, version: 2 },
    { ...ada, score: 92, confidence: 'high', outcome_index: 0, version: 3 },
    { ...snow, score: 71, confidence: 'medium', outcome_index: 0, version: 4 },
    // of a market that is not listed (yet)
    {
      other_market_id: 'pa_unknown',
      market_id: 'pb_KXUNKNOWN-1',
      score: 99,
      confidence: 'high',
      outcome_index: 0,
      version: 5,
    },
    // announced, and withdrawn
    {
      other_market_id: 'pa_gone',
      market_id: 'pb_KXGONE-1',
      score: 99,
      confidence: 'high',
      outcome_index: 0,
      version: 6,
    },
    {
      other_market_id: '',
      market_id: 'pb_KXGONE-1',
      score: 0,
      confidence: '',
      outcome_index: 0,
      version: 7,
    },
  ])
  api = await runApi(store, { refreshEveryMs: 20 })
})
afterAll(async () => {
  await api.close()
  await store.close()
})

async function matchesOf(query: string): Promise<MatchPage> {
  const { status, body } = await api.get(`/v1/matching-markets${query}`)
  expect(status).toBe(200)
  expectSchema('match-page', body)
  return body as MatchPage
}
async function idsOf(query: string): Promise<[number, string[]]> {
  const { total, matches } = await matchesOf(query)
  return [total, matches.map((match) => match.platform_b.id.slice('pb_KX'.length))]
}

describe('GET /v1/matching-markets 200', () => {
  it('shows all there is', async () => {
    const { matches } = await matchesOf('?limit=1')
    expect(matches).toEqual([
      {
        platform_a: {
          id: 'pa_rain',
          native_id: 'rain',
          slug: 'rain-in-sao-paulo',
          event_ticker: 'rain-in-november',
          question: 'Will it rain in São Paulo?',
          status: 'open',
          close_time: 1_796_083_200,
          url: 'https://example.com/rain',
          outcomes: ['Yes', 'No'],
        },
        platform_b: {
          id: 'pb_KXRAIN-NOV30',
          native_id: 'KXRAIN-NOV30',
          slug: 'KXRAIN-NOV30',
          event_ticker: 'KXRAIN',
          question: 'Rain in Sao Paulo — November',
          status: 'closed',
          close_time: null,
          url: 'https://example.com/KXRAIN-NOV30',
          outcomes: ['Yes', 'No'],
        },
        score: 97.5,
        confidence: 'high',
        relation: 'identical',
        polarity: 'same',
        outcome: 'Yes',
        reasons: [{ dimension: 'window', verdict: 'same', evidence: 'the same day' }],
        matched_at: 1_700_000_000,
      },
    ])
  })

  it('is surest first, ties by ids, with a total that is true on every page', async () => {
    const all = ['RAIN-NOV30', 'GAME-ADA', 'GAME-BOB', 'SNOW-1']
    expect(await idsOf('')).toEqual([4, all])
    expect(await idsOf('?limit=2&offset=1')).toEqual([4, all.slice(1, 3)])
    expect(await idsOf('?offset=4')).toEqual([4, []])
    expect(await idsOf('?limit=200&offset=1000000000')).toEqual([4, []])
  })

  it('names the outcome', async () => {
    const { matches } = await matchesOf('?platform_b_event_ticker=KXGAME')
    expect(matches.map((match) => [match.polarity, match.outcome])).toEqual([
      ['same', 'Ada'],
      ['inverted', 'Bob'],
    ])
  })

  it.each([
    ['?min_score=92', ['RAIN-NOV30', 'GAME-ADA', 'GAME-BOB']],
    ['?min_score=92.1', ['RAIN-NOV30']],
    ['?min_score=0', ['RAIN-NOV30', 'GAME-ADA', 'GAME-BOB', 'SNOW-1']],
    ['?min_score=100', []],
    ['?confidence=high', ['RAIN-NOV30', 'GAME-ADA', 'GAME-BOB']],
    ['?confidence=medium', ['SNOW-1']],
    ['?confidence=medium&min_score=72', []],
    ['?status=open', ['GAME-ADA', 'GAME-BOB', 'SNOW-1']],
    ['?status=open&confidence=medium', ['SNOW-1']],
    // one of its markets is open, the other one closed
    ['?status=closed', []],
    ['?status=resolved', []],
    ['?ids=pa_game', ['GAME-ADA', 'GAME-BOB']],
    ['?ids=pb_KXGAME-BOB,pa_rain,pa_alone,pa_nobody', ['RAIN-NOV30', 'GAME-BOB']],
    ['?ids=pa_gone', []],
    ['?ids=', ['RAIN-NOV30', 'GAME-ADA', 'GAME-BOB', 'SNOW-1']],
    ['?q=S%C3%A3o', ['RAIN-NOV30']],
    ['?q=paulo+RAIN', ['RAIN-NOV30']],
    ['?q=winner', ['GAME-ADA', 'GAME-BOB']],
    ['?q=paulo+winner', []],
    ['?q=%3F%3F', []],
    ['?platform_a_market_slug=ada-bob', ['GAME-ADA', 'GAME-BOB']],
    ['?platform_a_market_slug=snow,rain-in-sao-paulo', ['RAIN-NOV30', 'SNOW-1']],
    [
      '?platform_a_market_slug=snow&platform_a_market_slug=rain-in-sao-paulo',
      ['RAIN-NOV30', 'SNOW-1'],
    ],
    ['?platform_a_market_slug=nothing', []],
    ['?platform_b_event_ticker=KXSNOW,%20KXRAIN', ['RAIN-NOV30', 'SNOW-1']],
    [
      '?platform_b_event_ticker=KXSNOW&platform_b_event_ticker=KXGAME&limit=2',
      ['GAME-ADA', 'GAME-BOB'],
      3,
    ],
    ['?platform_b_event_ticker=KXSNOW&platform_a_market_slug=ada-bob', []],
    // a list of nothing is no filter
    ['?platform_b_event_ticker=&confidence=medium', ['SNOW-1']],
  ] as [string, string[], number?][])('%s', async (query, ids, total = ids.length) => {
    expect(await idsOf(query)).toEqual([total, ids])
  })
})

describe('the markets of a match', () => {
  const marketsOf = async (id: string): Promise<Market['platforms']> => {
    const { body } = await api.get(`/v1/markets/${id}`)
    return (body as Market).platforms
  }

  it('are its own, then that of its match', async () => {
    const own = {
      platform: 'platform_a',
      native_id: 'rain',
      url: 'https://example.com/rain',
      best_bid: 0.4,
      best_ask: 0.45,
      volume_24h: 10,
    }
    const other = {
      platform: 'platform_b',
      native_id: 'KXRAIN-NOV30',
      url: 'https://example.com/KXRAIN-NOV30',
      best_bid: 0.42,
      best_ask: 0.44,
      volume_24h: 9,
    }
    expect(await marketsOf('pa_rain')).toEqual([own, other])
    expect(await marketsOf('pb_KXRAIN-NOV30')).toEqual([other, own])
  })

  it('of two matches, that of its first outcome', async () => {
    expect(await marketsOf('pa_game')).toMatchObject([
      { native_id: 'game' },
      { native_id: 'KXGAME-ADA', best_bid: 0.61, best_ask: 0.69 },
    ])
  })

  it('are turned round where the other one counts the other outcome', async () => {
    expect(await marketsOf('pb_KXGAME-BOB')).toMatchObject([
      { native_id: 'KXGAME-BOB', best_bid: 0.32, best_ask: 0.38 },
      { native_id: 'game', best_bid: 0.3, best_ask: 0.4 },
    ])
  })

  it.each(['pa_snow', 'pb_KXSNOW-1', 'pa_gone', 'pb_KXGONE-1', 'pa_alone'])(
    'is one, where there is no match of high confidence: %s',
    async (id) => {
      expect(await marketsOf(id)).toHaveLength(1)
    },
  )

  it('are in lists and events too', async () => {
    const { body: found } = await api.get('/v1/markets/search?q=paulo')
    expect((found as Market[]).map((market) => market.platforms.length)).toEqual([2, 2])
    const { body: event } = await api.get('/v1/events/KXRAIN')
    expect((event as Event).markets.map((market) => market.platforms.length)).toEqual([2])
  })
})

describe('a match that changes', () => {
  it('is followed: amended, moved, withdrawn', async () => {
    await insertMatches(store, [
      { ...snow, score: 90, confidence: 'high', outcome_index: 0, version: 10 },
    ])
    await until(
      () => idsOf('?confidence=medium'),
      ([total]) => total === 0,
    )
    expect(await idsOf('?platform_a_market_slug=snow')).toEqual([1, ['SNOW-1']])
    await insertMatches(store, [
      {
        ...snow,
        other_market_id: 'pa_alone',
        score: 90,
        confidence: 'high',
        outcome_index: 0,
        version: 11,
      },
    ])
    await until(
      () => idsOf('?platform_a_market_slug=alone'),
      ([total]) => total === 1,
    )
    expect(await idsOf('?platform_a_market_slug=snow')).toEqual([0, []])
    // an older word that comes late, and a newer one
    await insertMatches(store, [
      { ...snow, score: 90, confidence: 'high', outcome_index: 0, version: 9 },
      { ...snow, other_market_id: '', score: 0, confidence: '', outcome_index: 0, version: 12 },
    ])
    await until(
      () => idsOf('?platform_b_event_ticker=KXSNOW'),
      ([total]) => total === 0,
    )
  })
})
