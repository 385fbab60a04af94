import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import type { RawActivity, RawTrade, WalletProgress } from '../../schemas/generated/events.ts'
import { normalize } from '../../services/normalizer/normalizer.ts'
import { partitionOf } from '../../services/lib/log/partitioner.ts'
import { roles, topics } from '../../services/topology.ts'
import {
  resultOf,
  normalizeActivity,
  normalizeBook,
  normalizeListed,
  normalizeTrade,
  receivedAtMs,
} from './records.ts'

const watermark = {
  feed: 'platform_b/trades',
  platform: 'platform_b',
  market_id: null,
  complete_from_ms: 1000,
  complete_until_ms: 2000,
  gaps: [{ from_ms: 1200, until_ms: 1300, reason: 'unreachable' }],
  received_at_ms: 3000,
} as const

const rawTrade: RawTrade = {
  platform: 'platform_b',
  market_id: '',
  url: '',
  received_at_ms: receivedAtMs,
  body: null,
  repeat: 0,
  tokens: [],
  outcomes: [],
  awaits_market: false,
  progress: null,
}

const wallet = '0xf5314a8d6ad573b0e8b7caafe62a8fbddd44905d'

const walletWatermark: WalletProgress = {
  wallet,
  platform: 'platform_a',
  complete_from_ms: 0,
  complete_until_ms: 2000,
  gaps: [{ from_ms: 1200, until_ms: 1300, reason: 'too_dense' }],
  received_at_ms: 3000,
}

const rawActivity: RawActivity = {
  platform: 'platform_a',
  wallet,
  url: '',
  received_at_ms: receivedAtMs,
  body: null,
  repeat: 0,
  tokens: [],
  outcomes: [],
  progress: null,
}

describe('watermarks', () => {
  it('stay in the partition that they speak of', () => {
    const value = { ...rawTrade, progress: watermark }
    for (let partition = 0; partition < topics['raw.trades'].partitions; partition++) {
      const record = { topic: 'raw.trades', partition, offset: 7, key: null, value } as const
      expect(normalize(record)).toEqual({
        emit: [
          {
            topic: 'trades',
            key: 'platform_b/trades',
            partition,
            value: { trade: null, progress: watermark },
          },
        ],
      })
    }
  })

  it('of a market come after its trades: both topics have its key in one partition', () => {
    expect(topics.trades.partitions).toBe(topics['raw.trades'].partitions)
    const history = { ...watermark, feed: 'platform_b/trades/pb_X', market_id: 'pb_X' }
    const partition = partitionOf('pb_X', topics['raw.trades'].partitions)
    const value = { ...rawTrade, market_id: 'pb_X', progress: history }
    const outcome = normalize({ topic: 'raw.trades', partition, offset: 7, key: 'pb_X', value })
    expect(outcome).toMatchObject({ emit: [{ key: 'pb_X', partition }] })
  })
})

describe('watermarks of wallets', () => {
  it('stay in the partition that they speak of, as they are', () => {
    expect(topics['wallet-activity'].partitions).toBe(topics['raw.wallets'].partitions)
    const value = { ...rawActivity, progress: walletWatermark }
    for (let partition = 0; partition < topics['raw.wallets'].partitions; partition++)
      for (const key of [wallet, null])
        expect(normalize({ topic: 'raw.wallets', partition, offset: 7, key, value })).toEqual({
          emit: [
            {
              topic: 'wallet-activity',
              key: wallet,
              partition,
              value: { activity: null, progress: walletWatermark },
            },
          ],
        })
  })

  it('come after the wallet’s activity: both topics have its key in one partition', () => {
    const outcome = normalizeActivity(wallet, bodies.aActivity)
    expect(outcome).toMatchObject({ emit: [{ topic: 'wallet-activity', key: wallet }] })
  })
})

it('dead-letters a wallet record that has neither a row nor a watermark', () => {
  const place = { topic: 'raw.wallets', partition: 0, offset: 0, key: null } as const
  expect(resultOf(normalize({ ...place, value: rawActivity }))).toBe('dead letter missing_field')
})

it('dead-letters a trade record that has neither a trade nor a watermark', () => {
  const record = {
    topic: 'raw.trades',
    partition: 0,
    offset: 0,
    key: null,
    value: rawTrade,
  } as const
  expect(resultOf(normalize(record))).toBe('dead letter missing_field')
})

/** One good body of each kind, to be broken. */
const bodies = {
  aMarket: {
    conditionId: '0xabc',
    question: 'Will it?',
    slug: 'will-it',
    outcomes: '["Yes", "No"]',
    outcomePrices: '["0.25", "0.75"]',
    clobTokenIds: '["1", "2"]',
    active: true,
    closed: true,
    umaResolutionStatus: 'resolved',
    bestBid: 0.2,
    volume: '12.5',
    createdAt: '2026-01-01T00:00:00Z',
    closedTime: '2026-01-02 00:00:00+00',
    events: [{ id: '7', slug: 'e', title: 'E', tags: [{ label: 'Crypto' }] }],
  },
  bMarket: {
    ticker: 'KX-1',
    event_ticker: 'KX',
    title: 'Will it?',
    yes_sub_title: 'It',
    status: 'finalized',
    result: 'yes',
    settlement_value_dollars: '1.0000',
    settlement_ts: '2026-01-01T00:00:00Z',
    yes_bid_dollars: '0.5000',
    volume_fp: '12.00',
    mve_selected_legs: [],
    product_metadata: { competition: 'C' },
    category: 'Sports',
    series_ticker: 'KXS',
  },
  aTrade: {
    conditionId: '0xabc',
    transactionHash: '0x1',
    proxyWallet: '0xA',
    asset: '1',
    side: 'BUY',
    price: 0.5,
    size: 2,
    timestamp: 1784326906,
    outcome: 'Yes',
    outcomeIndex: 0,
  },
  aActivity: {
    proxyWallet: '0xF5314A8d6ad573b0e8b7caafe62a8fbddd44905d',
    conditionId: '0xabc',
    transactionHash: '0x1',
    type: 'REDEEM',
    asset: '',
    side: '',
    price: 0,
    size: 2,
    usdcSize: 2,
    timestamp: 1784326906,
    outcome: '',
    outcomeIndex: 999,
    title: 'Will it?',
    slug: 'will-it',
    eventSlug: 'e',
  },
  bTrade: {
    trade_id: 't',
    ticker: 'KX-1',
    count_fp: '1.00',
    yes_price_dollars: '0.5000',
    taker_outcome_side: 'no',
    created_time: '2026-01-01T00:00:00Z',
  },
  aBook: {
    market: '0xabc',
    timestamp: '1784326906000',
    bids: [{ price: '0.4', size: '1' }],
    asks: [{ price: '0.5', size: '1' }],
  },
  bBook: { orderbook_fp: { yes_dollars: [['0.4', '1']], no_dollars: [['0.5', '1']] } },
}

/** Everything that the normalizer could make of a body, on either platform. */
function normalizeAllWays(body: string) {
  return (['platform_a', 'platform_b'] as const).flatMap((platform) => {
    const id = platform === 'platform_a' ? 'pa_0xabc' : 'pb_KX-1'
    return [
      normalizeListed(platform, 'market', body),
      normalizeListed(platform, 'market', body, body),
      normalizeListed(platform, 'event', body),
      normalizeTrade(platform, id, body, { tokens: ['1', '2'], outcomes: ['Yes', 'No'] }),
      normalizeActivity(wallet, body, { platform, tokens: ['1', '2'], outcomes: ['Yes', 'No'] }),
      normalizeBook(platform, id, body),
      normalizeBook(platform, id, body, 1),
    ]
  })
}

const decimal = /^(0|[1-9]\d*)(\.\d*[1-9])?$/
const price = (value: unknown) => {
  expect(value).toMatch(decimal)
  expect(Number(value)).toBeLessThanOrEqual(1)
}

/** What every record must be, whatever the body was. */
function expectSound(outcome: ReturnType<typeof normalize>): void {
  if (!('emit' in outcome)) {
    expect(typeof ('drop' in outcome ? outcome.drop : outcome.deadLetter)).toBe('string')
    return
  }
  for (const record of outcome.emit) {
    expect(roles.normalizer.writes).toContain(record.topic)
    if (record.topic === 'markets') {
      const market = record.value
      expect(market.outcomes.length).toBeGreaterThan(1)
      for (const outcome of market.outcomes)
        if (outcome.listed_price !== null) price(outcome.listed_price)
      if (market.best_bid !== null) price(market.best_bid)
      expect(market.volume_24h).toMatch(decimal)
      expect(market.created_at ?? 0).toBeLessThan(2 ** 32)
    } else if (record.topic === 'trades') {
      const { trade } = record.value
      price(trade?.price)
      price(trade?.outcome_price)
      expect(trade?.size).toMatch(decimal)
      expect(Number(trade?.size)).toBeGreaterThan(0)
      expect(Number.isSafeInteger(trade?.timestamp_ms)).toBe(true)
    } else if (record.topic === 'wallet-activity') {
      const { activity } = record.value
      expect(activity?.wallet).toBe(wallet)
      expect(activity?.size).toMatch(decimal)
      expect(activity?.usdc_size).toMatch(decimal)
      expect(activity?.price === null).toBe(activity?.type !== 'TRADE')
      expect(activity?.side === null).toBe(activity?.type !== 'TRADE')
      if (activity?.price) price(activity.price)
      expect(activity?.market_id === null).toBe(!activity?.market_id?.startsWith('pa_'))
      expect(Number.isSafeInteger(activity?.timestamp_ms)).toBe(true)
    } else if (record.topic === 'books') {
      for (const { price: at, size } of [...record.value.bids, ...record.value.asks]) {
        price(at)
        expect(size).toMatch(decimal)
      }
      expect(Number.isSafeInteger(record.value.timestamp_ms)).toBe(true)
    }
  }
}

/** Values that have been seen where others were expected. */
const invalidValues: unknown[] = [
  null,
  '',
  0,
  -1,
  1e300,
  true,
  [],
  {},
  '0',
  '1.5',
  'NaN',
  '["a"]',
  '[1',
]
const unusualTexts = [
  '0001-01-01T00:00:00Z',
  '2500-01-01',
  '9'.repeat(500),
  '1e400',
  '\ud800',
  '\0',
]
const odd = fc.oneof(
  fc.constantFrom(...invalidValues, ...unusualTexts, '-0.5', '__proto__'),
  fc.jsonValue(),
)

describe('whatever the bytes', () => {
  it('good bodies are mapped, each by its own mapping and no other', () => {
    const emitted = (body: object) =>
      normalizeAllWays(JSON.stringify(body))
        .map(resultOf)
        .filter((stageResult) => stageResult.startsWith('emit'))
    expect(emitted(bodies.aMarket)).toEqual(['emit markets', 'emit markets'])
    // A market of platform_b has the two fields that an event must have.
    expect(emitted(bodies.bMarket)).toEqual(['emit markets', 'emit markets', 'emit events'])
    expect(emitted(bodies.aTrade)).toEqual(['emit trades'])
    expect(emitted(bodies.aActivity)).toEqual(['emit wallet-activity'])
    expect(emitted(bodies.bTrade)).toEqual(['emit trades'])
    expect(emitted(bodies.aBook)).toEqual(['emit books', 'emit books'])
    expect(emitted(bodies.bBook)).toEqual(['emit books', 'emit books'])
  })

  it('any text has one of the three results', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (body) => {
        for (const outcome of normalizeAllWays(body)) expectSound(outcome)
      }),
      { numRuns: 500 },
    )
  })

  it('a good body cut short is dead-lettered', () => {
    for (const body of Object.values(bodies)) {
      const text = JSON.stringify(body)
      for (let length = 0; length < text.length; length++)
        for (const outcome of normalizeAllWays(text.slice(0, length)))
          expect(resultOf(outcome)).toBe('dead letter not_json')
    }
  })

  it('a good body with odd values in it gives a sound record, or none', () => {
    const broken = fc
      .constantFrom(...Object.values<object>(bodies))
      .chain((body) =>
        fc
          .dictionary(fc.constantFrom(...Object.keys(body)), odd, { minKeys: 1 })
          .map((changes) => JSON.stringify({ ...body, ...changes })),
      )
    fc.assert(
      fc.property(broken, (body) => {
        for (const outcome of normalizeAllWays(body)) expectSound(outcome)
      }),
      { numRuns: 1500 },
    )
  })

  it('replaying gives the same record, byte for byte', () => {
    for (const body of Object.values(bodies)) {
      const text = JSON.stringify(body)
      expect(JSON.stringify(normalizeAllWays(text))).toBe(JSON.stringify(normalizeAllWays(text)))
    }
  })
})
