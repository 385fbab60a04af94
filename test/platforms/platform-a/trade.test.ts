import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { identifyTrade } from '../../../services/platforms/platform-a/source/trades.ts'
import { resultOf, normalizeTrade, receivedAtMs, tradeIn } from '../../normalizer/records.ts'

const known = { tokens: ['111', '222'], outcomes: ['Cardinals', 'Diamondbacks'] }
const row = {
  proxyWallet: '0xF5314A8d6ad573b0e8b7caafe62a8fbddd44905d',
  side: 'BUY',
  asset: '111',
  conditionId: '0xabc',
  size: 1.464786,
  price: 0.709999959,
  timestamp: 1784326906,
  outcome: 'Cardinals',
  outcomeIndex: 0,
  transactionHash: '0x9bcb',
}
/** The same row as the second version of the Data API writes it. */
const secondVersion = {
  proxy_wallet: row.proxyWallet,
  side: 'BUY',
  token_id: '111',
  condition_id: '0xabc',
  size: 1.464786,
  price: 0.709999959,
  timestamp: 1784326906,
  outcome: 'Cardinals',
  outcome_index: 0,
  transaction_hash: '0x9bcb',
}

const map = (changes: object, about: Parameters<typeof normalizeTrade>[3] = known) =>
  normalizeTrade('platform_a', 'pa_0xabc', { ...row, ...changes }, about)
const trade = (changes: object, about: Parameters<typeof normalizeTrade>[3] = known) =>
  tradeIn(map(changes, about))

it('maps a trade in the first outcome as it is', () => {
  expect(trade({})).toEqual({
    id: '0x9bcb-872dbdca07228f2e', // also in logs, so it may never change
    market_id: 'pa_0xabc',
    platform: 'platform_a',
    price: '0.709999959',
    size: '1.464786',
    side: 'buy',
    outcome_index: 0,
    outcome: 'Cardinals',
    outcome_price: '0.709999959',
    timestamp_ms: 1784326906000,
    native_trade_id: '0x9bcb',
    wallet: '0xf5314a8d6ad573b0e8b7caafe62a8fbddd44905d',
    received_at_ms: receivedAtMs,
    origin: { topic: 'raw.trades', partition: 3, offset: 42 },
  })
})

it.each([
  ['BUY', 'sell'],
  ['SELL', 'buy'],
])('turns a %s of the second outcome round to a %s of the first', (said, side) => {
  expect(
    trade({ asset: '222', outcome: 'Diamondbacks', outcomeIndex: 1, side: said }),
  ).toMatchObject({
    price: '0.290000041',
    side,
    outcome_index: 1,
    outcome: 'Diamondbacks',
    outcome_price: '0.709999959',
  })
})

describe('which outcome', () => {
  const unknown = { tokens: [], outcomes: [] }
  it.each<[string, object, Parameters<typeof normalizeTrade>[3], number]>([
    ['index 999 beside a right token', { asset: '222', outcomeIndex: 999 }, known, 1],
    ['the token before a wrong label and index', { asset: '222', outcomeIndex: 0 }, known, 1],
    [
      'the label where the token is not known',
      { asset: '9', outcome: 'Diamondbacks', outcomeIndex: 999 },
      known,
      1,
    ],
    [
      'the label before the index',
      { asset: '', outcome: 'Diamondbacks', outcomeIndex: 0 },
      known,
      1,
    ],
    ['the index last', { asset: '9', outcome: '', outcomeIndex: 1 }, known, 1],
    ['the index in a market not known yet', { outcomeIndex: 1 }, unknown, 1],
    [
      'the index where labels repeat',
      { outcome: 'Yes', outcomeIndex: 1, asset: '' },
      { outcomes: ['Yes', 'Yes'] },
      1,
    ],
  ])('%s', (_, changes, about, index) => {
    expect(trade(changes, about).outcome_index).toBe(index)
  })

  it.each<[string, object, Parameters<typeof normalizeTrade>[3]]>([
    ['nothing but 999', { asset: '9', outcome: '', outcomeIndex: 999 }, known],
    ['999 in a market not known yet', { outcomeIndex: 999 }, unknown],
    ['an index below 0', { asset: '9', outcome: 'x', outcomeIndex: -1 }, known],
    ['an index between', { asset: '9', outcome: 'x', outcomeIndex: 0.5 }, known],
    ['an index beyond the outcomes', { asset: '9', outcome: 'x', outcomeIndex: 2 }, known],
    ['nothing at all', { asset: null, outcome: null, outcomeIndex: null }, known],
  ])('is never guessed: %s', (_, changes, about) => {
    expect(resultOf(map(changes, about))).toBe('dead letter unknown_outcome')
  })

  it('drops a trade in the third of three outcomes: it gives the first no price', () => {
    const three = { tokens: ['1', '2', '3'], outcomes: ['A', 'B', 'C'] }
    expect(resultOf(map({ asset: '3' }, three))).toBe('drop not_binary')
  })

  it('keeps the label of the row where the market is not known', () => {
    expect(trade({}, unknown).outcome).toBe('Cardinals')
  })
})

describe('a trade of an unknown market', () => {
  const unknown = { tokens: [], outcomes: [] }
  const needsMarket = (changes: object): boolean =>
    identifyTrade({ ...row, ...changes }, '').needsMarket === true

  it.each<[object, boolean]>([
    [{}, false],
    [{ outcome: 'Diamondbacks', outcomeIndex: 1 }, false],
    [{ outcome: 'Yes', outcomeIndex: 0 }, false],
    [{ outcome: 'No', outcomeIndex: 1 }, false],
    // The index is wrong, or the market lists No first.
    [{ outcome: 'No', outcomeIndex: 0 }, true],
    [{ outcome: 'yes', outcomeIndex: 1 }, true],
    [{ outcomeIndex: 999 }, true],
    [{ outcomeIndex: 2 }, true],
    [{ outcomeIndex: '1' }, true],
    [{ outcomeIndex: undefined }, true],
    [{ outcome: '' }, true],
    [{ outcome: undefined }, true],
  ])('%j needs its market: %j', (changes, isNeeded) => {
    expect(needsMarket(changes)).toBe(isNeeded)
  })

  it.each([
    {},
    { asset: '222', outcome: 'Diamondbacks', outcomeIndex: 1 },
    { asset: '222', outcome: 'Diamondbacks', outcomeIndex: 1, side: 'SELL' },
  ])('is mapped as with the facts of its market, unless it needs them: %j', (changes) => {
    expect(needsMarket(changes)).toBe(false)
    expect(map(changes, unknown)).toEqual(map(changes))
  })

  it('is dropped while it awaits its market, because it follows again', () => {
    const swapped = { tokens: ['222', '111'], outcomes: ['No', 'Yes'] }
    const changes = { outcome: 'No', outcomeIndex: 999, asset: '222' }
    expect(resultOf(map(changes, { ...unknown, awaitsMarket: true }))).toBe('drop awaits_market')
    expect(trade(changes, swapped)).toMatchObject({ outcome_index: 0, outcome: 'No' })
  })
})

describe('bad rows', () => {
  const future = receivedAtMs / 1000 + 86_401
  it.each<[object, string]>([
    [{ price: 1.01 }, 'bad_price'],
    [{ price: -0.01 }, 'bad_price'],
    [{ price: null }, 'bad_price'],
    [{ price: 'high' }, 'bad_price'],
    [{ price: undefined }, 'bad_price'],
    [{ size: 0 }, 'bad_size'],
    [{ size: -5 }, 'bad_size'],
    [{ size: 1e12 }, 'bad_size'],
    [{ size: [] }, 'bad_size'],
    [{ size: undefined }, 'bad_size'],
    [{ side: 'HOLD' }, 'bad_side'],
    [{ side: '' }, 'bad_side'],
    [{ side: 1 }, 'bad_side'],
    [{ timestamp: 0 }, 'bad_time'],
    [{ timestamp: -62_135_596_800 }, 'bad_time'],
    [{ timestamp: 16_725_225_600 }, 'bad_time'],
    [{ timestamp: future }, 'bad_time'],
    [{ timestamp: 1784326906000 }, 'bad_time'],
    [{ timestamp: 'now' }, 'bad_time'],
    [{ timestamp: undefined }, 'bad_time'],
    [{ transactionHash: '' }, 'missing_field'],
    [{ transactionHash: undefined }, 'missing_field'],
    [{ conditionId: '0xdef' }, 'wrong_market'],
  ])('%p: %s', (changes, reason) => {
    expect(resultOf(map(changes))).toBe(`dead letter ${reason}`)
  })

  it.each<object>([
    { price: 0 },
    { price: 1 },
    { price: '0.5' },
    { size: '100' },
    { side: 'sell' },
    { timestamp: '1784326906' },
    { timestamp: future - 1 },
    { conditionId: undefined },
    { proxyWallet: undefined },
  ])('%p is unusual, but good', (changes) => {
    expect(resultOf(map(changes))).toBe('emit trades')
  })
})

describe('identity', () => {
  it('is the content of the row, not the way of writing it', () => {
    const { id } = trade({})
    expect(tradeIn(normalizeTrade('platform_a', 'pa_0xabc', secondVersion, known)).id).toBe(id)
    expect(trade({ size: '1.4647860', timestamp: '1784326906', side: 'buy' }).id).toBe(id)
    expect(trade({ title: 'renamed', outcomeIndex: 999, name: 'someone' }).id).toBe(id)
  })

  it('tells fills of one transaction apart, and exact repeats by their number', () => {
    const fills = [
      trade({}),
      trade({ asset: '222' }),
      trade({ proxyWallet: '0x1' }),
      trade({ side: 'SELL' }),
      trade({ size: 2 }),
      trade({ price: 0.7 }),
      trade({ timestamp: 1784326907 }),
      trade({}, { ...known, repeat: 1 }),
      trade({}, { ...known, repeat: 2 }),
    ]
    expect(new Set(fills.map(({ id }) => id)).size).toBe(fills.length)
    expect(new Set(fills.map((fill) => fill.native_trade_id))).toEqual(new Set(['0x9bcb']))
    for (const { id } of fills) expect(id.slice(0, id.lastIndexOf('-'))).toBe('0x9bcb')
  })

  it('turns every price round exactly', () => {
    fc.assert(
      fc.property(fc.nat({ max: 10 ** 12 }), (units) => {
        const price = units / 10 ** 12
        const first = trade({ price })
        const second = trade({ price, asset: '222' })
        const sum = Math.round((Number(first.price) + Number(second.price)) * 1e12)
        expect(sum).toBe(1e12)
        expect(second.price.length).toBeLessThanOrEqual('0.'.length + 12)
      }),
    )
  })
})
