import { describe, expect, it } from '@jest/globals'
import type { Known } from './activity-rows.ts'
import { activity, known, map, other, redeemed, reward, trade, wallet } from './activity-rows.ts'
import { activityIn, resultOf, normalizeActivity, receivedAtMs } from '../../normalizer/records.ts'

describe('the six types', () => {
  const common = {
    wallet,
    platform: 'platform_a',
    market_id: 'pa_0xabc',
    tx_hash: '0x9bcb',
    timestamp_ms: 1784326906000,
    market_slug: 'who-wins',
    event_slug: 'finals',
    title: 'Who wins?',
    received_at_ms: receivedAtMs,
    origin: { topic: 'raw.wallets', partition: 3, offset: 42 },
  }

  it('a trade, in terms of the outcome that was traded', () => {
    expect(activity(trade)).toEqual({
      ...common,
      id: '0x9bcb-d9e2f2236c3ab4f3', // also in logs, so no id here may ever change
      type: 'TRADE',
      outcome_index: 1,
      outcome: 'Diamondbacks',
      side: 'buy',
      price: '0.709999959',
      size: '1.464786',
      usdc_size: '1.039998',
    })
  })

  it.each([
    ['SPLIT', '0x9bcb-55abebe6a9c98eac'],
    ['MERGE', '0x9bcb-dd57d6ccb80711bc'],
    ['CONVERSION', '0x9bcb-50bba0f2c1d537d3'],
    ['REDEEM', '0x9bcb-190cda2ef9fe7aba'],
  ])('a %s of no single outcome', (type, id) => {
    expect(activity({ ...other, type })).toEqual({
      ...common,
      id,
      type,
      outcome_index: null,
      outcome: null,
      side: null,
      price: null,
      size: '25.5',
      usdc_size: '25.5',
    })
  })

  it('a redemption of one outcome; of a loser, for nothing', () => {
    expect(activity({ ...redeemed, usdcSize: 0 })).toMatchObject({
      type: 'REDEEM',
      outcome_index: 1,
      outcome: 'Diamondbacks',
      side: null,
      price: null,
      size: '25.5',
      usdc_size: '0',
    })
  })

  it('a reward, which belongs to no market', () => {
    expect(activity(reward)).toMatchObject({
      type: 'REWARD',
      market_id: null,
      outcome_index: null,
      size: '25.5',
      usdc_size: '25.5',
      market_slug: null,
      event_slug: null,
      title: null,
    })
    expect(activity({ ...reward, conditionId: '0xabc' }).market_id).toBe('pa_0xabc')
  })
})

describe('anything else', () => {
  const words =
    'DEPOSIT WITHDRAWAL YIELD MAKER_REBATE TAKER_REBATE REFERRAL_REWARD TIP SOMETHING_NEW TRADES __proto__'
  it.each(words.split(' '))('%s is dropped, and counted', (type) => {
    expect(resultOf(map({ ...other, type }))).toBe('drop other_activity')
  })

  it('is dropped whatever other fields it has', () => {
    expect(resultOf(map({ type: 'YIELD' }))).toBe('drop other_activity')
  })
})

describe('the second version of the Data API', () => {
  const snakeCase = (body: object) =>
    Object.fromEntries(
      Object.entries(body).map(([name, value]) => [
        name === 'asset' ? 'token_id' : name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`),
        value,
      ]),
    )

  it.each([
    ['TRADE', trade],
    ['SPLIT', { ...other, type: 'SPLIT' }],
    ['CONVERSION', { ...other, type: 'CONVERSION' }],
    ['REDEEM', redeemed],
    ['REWARD', reward],
  ])('says the same of a %s, with the same id', (_, row) => {
    const second = snakeCase(row)
    expect(Object.keys(second)).toEqual(expect.arrayContaining(['proxy_wallet', 'usdc_size']))
    expect(activity(second)).toEqual(activity(row))
  })

  it('nulls for what is empty make no difference', () => {
    const row = { ...other, type: 'SPLIT' }
    const nulls = {
      ...row,
      asset: null,
      side: null,
      outcome: null,
      outcomeIndex: null,
      price: null,
    }
    expect(activity(nulls)).toEqual(activity(row))
  })
})

describe('which outcome was redeemed', () => {
  const unknown = { tokens: [], outcomes: [] }
  it.each<[string, object, Known, number | null]>([
    ['index 999 beside a right token', { outcomeIndex: 999 }, known, 1],
    [
      'the token before a wrong label and index',
      { outcome: 'Cardinals', outcomeIndex: 0 },
      known,
      1,
    ],
    ['the label where the token is not known', { asset: '9', outcomeIndex: 999 }, known, 1],
    ['the label before the index', { asset: '', outcomeIndex: 0 }, known, 1],
    ['the index last', { asset: '9', outcome: '' }, known, 1],
    ['the index of a market not known yet', {}, unknown, 1],
    ['the index alone', { asset: '', outcome: '' }, known, 1],
    ['no token, no label, 999', { asset: '', outcome: '', outcomeIndex: 999 }, known, null],
    ['nothing at all', { asset: null, outcome: null, outcomeIndex: null }, known, null],
  ])('%s', (_, changes, about, index) => {
    expect(activity({ ...redeemed, ...changes }, about).outcome_index).toBe(index)
  })

  it.each<[string, object, Known]>([
    ['a token that is not known', { asset: '9', outcome: '', outcomeIndex: 999 }, known],
    ['a label that is not known', { asset: '', outcome: 'x', outcomeIndex: 999 }, known],
    ['an index beyond the outcomes', { asset: '', outcome: '', outcomeIndex: 2 }, known],
    ['999 in a market not known yet', { outcomeIndex: 999 }, unknown],
  ])('is never guessed: %s', (_, changes, about) => {
    expect(resultOf(map({ ...redeemed, ...changes }, about))).toBe('dead letter unknown_outcome')
  })

  it('may be the third of three', () => {
    const three = { tokens: ['1', '2', '3'], outcomes: ['A', 'B', 'C'] }
    expect(activity({ ...redeemed, asset: '3' }, three)).toMatchObject({
      outcome_index: 2,
      outcome: 'C',
    })
    expect(activity({ ...trade, asset: '3' }, three).outcome_index).toBe(2)
  })

  it('keeps the label of the row where the market is not known', () => {
    expect(activity(redeemed, unknown).outcome).toBe('Diamondbacks')
    expect(activity({ ...redeemed, outcome: '' }, unknown).outcome).toBeNull()
  })

  it('only trades and redemptions have one', () => {
    for (const type of ['SPLIT', 'MERGE', 'CONVERSION', 'REWARD'])
      expect(activity({ ...redeemed, type })).toMatchObject({ outcome_index: null, outcome: null })
  })
})

describe('sizes and dollars', () => {
  it('are exact, beyond what a double holds', () => {
    const text = JSON.stringify({ ...other, type: 'SPLIT', size: 1, usdcSize: 2 })
      .replace('"size":1', '"size":123456789012.123456')
      .replace('"usdcSize":2', '"usdcSize":98765432109.7654321')
    expect(activityIn(normalizeActivity(wallet, text))).toMatchObject({
      size: '123456789012.123456',
      usdc_size: '98765432109.7654321',
    })
  })

  it('a redemption may be of nothing', () => {
    expect(activity({ ...other, type: 'REDEEM', size: 0, usdcSize: 0 })).toMatchObject({
      size: '0',
      usdc_size: '0',
    })
  })

  it.each<[string, object, string]>([
    // 1.464786 × 0.709999959 = 1.03999799994…
    ['a trade at its price, to the millionth', trade, '1.039998'],
    // 3 × 0.0000005 = 0.0000015
    ['half a millionth goes up', { ...trade, size: 3, price: 0.0000005 }, '0.000002'],
    ['a split is a dollar each', { ...other, type: 'SPLIT' }, '25.5'],
    ['a merge is a dollar each', { ...other, type: 'MERGE' }, '25.5'],
  ])('untold dollars: %s', (_, row, dollars) => {
    expect(activity({ ...row, usdcSize: undefined }).usdc_size).toBe(dollars)
    expect(activity({ ...row, usdcSize: null }).usdc_size).toBe(dollars)
  })
})
