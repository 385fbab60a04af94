// GET /v1/wallets/{address}/positions over the real engine, for wallets with a complete history.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { WalletPosition } from '../../../schemas/generated/api.ts'
import type { Store } from '../../../services/lib/store/port.ts'
import { insertMarkets, insertTrades } from '../rows.ts'
import { nowMs, runApi, type RunningApi } from '../running-api.ts'
import { openMigratedStore } from '../../support/migrated-store.ts'
import {
  bought,
  did,
  insertPast,
  listedMarket as listed,
  marketsOf,
  positionsOf,
  positionsTextOf,
  sold,
  type RowFor,
} from './wallet-history.ts'
import { insertActivity } from './wallet-rows.ts'

let store: Store
let api: RunningApi
beforeAll(async () => {
  store = await openMigratedStore()
  await insertMarkets(store, [
    listed('pa_m', '0.5', {
      slug: 'will-it-rain',
      question: 'Will it rain?',
      event_slug: 'weather',
    }),
    listed('pa_s1', '0.6'),
    listed('pa_s2', '0.3'),
    listed('pa_s3', '0.1'),
    listed('pa_s4', '0.7'),
    listed('pa_s6', '0.3'),
    listed('pa_won', '1', { status: 'resolved' }),
    listed('pa_lost', '0', { status: 'resolved' }),
    listed('pa_closed', '0.5', { status: 'closed' }),
  ])
  await insertTrades(store, [
    {
      market_id: 'pa_m',
      ms: nowMs - 1000,
      id: 't',
      price: '0.61',
      size: '1',
      side: 'buy',
      outcome: 0,
      received_at_ms: 1,
      position: 1,
    },
    // reported after the result
    {
      market_id: 'pa_lost',
      ms: nowMs - 1000,
      id: 't',
      price: '0.99',
      size: '1',
      side: 'buy',
      outcome: 0,
      received_at_ms: 1,
      position: 1,
    },
  ])
  api = await runApi(store)
})
afterAll(async () => {
  await api.close()
  await store.close()
  expect(api.observed.failures).toEqual([])
})

const positions = (wallet: string, query = ''): Promise<WalletPosition[]> =>
  positionsOf(api, wallet, query)
const textOf = (wallet: string, query = ''): Promise<string> => positionsTextOf(api, wallet, query)
const walletWith = (...past: readonly RowFor[]): Promise<string> => insertPast(store, past)

describe('a position', () => {
  it('has every field of the contract and no other, digit by digit', async () => {
    const wallet = await walletWith(
      bought('pa_m', '3', '0.1'),
      bought('pa_m', '4', '0.2'),
      sold('pa_m', '2', '0.9'),
    )
    expect(await textOf(wallet)).toBe(
      `{"address":"${wallet}","positions":[` +
        `{"market_id":"pa_m","platform":"platform_a","outcome":"Yes","size":5,"avg_price":0.157142857143,` +
        `"initial_value":0.785714,"current_value":3.05,"cash_pnl":2.264286,"percent_pnl":288.182,` +
        `"realized_pnl":1.485714,"cur_price":0.61,"redeemable":false,"market_slug":"will-it-rain",` +
        `"event_slug":"weather","title":"Will it rain?"}` +
        `],"limit":100,"cursor":null,"has_more":false,"complete":true}`,
    )
  })

  it('keeps more digits than a double', async () => {
    const wallet = await walletWith(bought('pa_m', '123456789012.123456', '0.5'))
    expect(await textOf(wallet)).toContain(
      `"size":123456789012.123456,"avg_price":0.5,"initial_value":61728394506.061728,` +
        `"current_value":75308641297.395308,"cash_pnl":13580246791.33358,`,
    )
  })

  it('of the second outcome has the price that is left', async () => {
    const wallet = await walletWith(bought('pa_m', '1', '0.2', { outcome: 1, label: 'Nein' }))
    expect(await positions(wallet)).toMatchObject([
      { outcome: 'No', cur_price: 0.39, current_value: 0.39, cash_pnl: 0.19, percent_pnl: 95 },
    ])
  })

  it('is one per outcome, of all that a split, a merge and trades did', async () => {
    const wallet = await walletWith(
      did('SPLIT', 'pa_m', '10'),
      did('MERGE', 'pa_m', '4'),
      sold('pa_m', '1', '0.7', { outcome: 1 }),
      did('REWARD', '', '100'),
    )
    expect(await positions(wallet)).toMatchObject([
      { outcome: 'Yes', size: 6, avg_price: 0.5, initial_value: 3, realized_pnl: 0 },
      { outcome: 'No', size: 5, avg_price: 0.5, initial_value: 2.5, realized_pnl: 0.2 },
    ])
  })

  it('is listed no more once all of it is gone, and listed down to the dust', async () => {
    const wallet = await walletWith(
      bought('pa_m', '10', '0.5'),
      sold('pa_m', '10', '0.6'),
      bought('pa_s1', '10', '0.5'),
      sold('pa_s1', '9.999999', '0.6'),
    )
    expect(await positions(wallet)).toMatchObject([
      {
        market_id: 'pa_s1',
        size: 0.000001,
        avg_price: 0.5,
        initial_value: 0.000001, // half a millionth
        current_value: 0.000001,
        cash_pnl: 0,
        percent_pnl: 0,
        realized_pnl: 1,
      },
    ])
  })

  it('that cost nothing has no percentage', async () => {
    const wallet = await walletWith(bought('pa_m', '2', '0'))
    expect(await positions(wallet)).toMatchObject([
      { size: 2, avg_price: 0, initial_value: 0, cash_pnl: 1.22, percent_pnl: null },
    ])
  })

  it('of an unknown market has no price, and the platform’s field values', async () => {
    const words = { market_slug: 'their-slug', event_slug: 'their-event', title: 'Theirs?' }
    const wallet = await walletWith(
      bought('pa_new', '2', '0.3', { label: 'Ja', ...words }),
      bought('pa_new', '1', '0.3', { label: '' }), // of its market's list, which has no such words
      bought('pa_newer', '1', '0.3', { label: '', outcome: 1 }),
    )
    const unknown = {
      current_value: null,
      cash_pnl: null,
      percent_pnl: null,
      cur_price: null,
      redeemable: false,
    }
    expect(await positions(wallet)).toMatchObject([
      { market_id: 'pa_new', outcome: 'Ja', initial_value: 0.9, ...unknown, ...words },
      {
        market_id: 'pa_newer',
        outcome: 'Outcome 2',
        ...unknown,
        market_slug: null,
        event_slug: null,
        title: null,
      },
    ])
  })

  it('of one wallet is not that of another', async () => {
    const one = await walletWith(bought('pa_m', '1', '0.5'))
    const other = await walletWith(sold('pa_m', '1', '0.5'))
    expect(await positions(one)).toHaveLength(1)
    expect(await positions(other)).toEqual([])
  })
})

describe('a resolved market', () => {
  it('is worth its result, and what lost stays listed until it is redeemed', async () => {
    const wallet = await walletWith(
      bought('pa_won', '10', '0.4'),
      bought('pa_lost', '10', '0.5'),
      bought('pa_lost', '1', '0.5', { outcome: 1 }),
    )
    const resolved = [
      { market_id: 'pa_won', outcome: 'Yes', cur_price: 1, current_value: 10, cash_pnl: 6 },
      { market_id: 'pa_lost', outcome: 'No', cur_price: 1, current_value: 1 },
      {
        market_id: 'pa_lost',
        outcome: 'Yes',
        cur_price: 0,
        current_value: 0,
        cash_pnl: -5,
        percent_pnl: -100,
        redeemable: true,
      },
    ]
    expect(await positions(wallet)).toMatchObject(resolved)
    await insertActivity(store, [
      did('REDEEM', 'pa_won', '10', { outcome: 0 })(wallet),
      did('REDEEM', 'pa_lost', '10', { outcome: 0, usdc_size: '0' })(wallet),
    ])
    expect(await positions(wallet)).toMatchObject([resolved[1] ?? {}])
  })

  it('is redeemed as a whole by a row that names no outcome', async () => {
    const wallet = await walletWith(
      bought('pa_lost', '10', '0.5'),
      bought('pa_lost', '1', '0.5', { outcome: 1 }),
      did('REDEEM', 'pa_lost', '0', { usdc_size: '1' }),
    )
    expect(await positions(wallet)).toEqual([])
  })
})

describe('the filter redeemable', () => {
  let wallet = ''
  beforeAll(async () => {
    wallet = await walletWith(
      ...['pa_m', 'pa_won', 'pa_lost', 'pa_closed', 'pa_new'].map((id) => bought(id, '1', '0.5')),
    )
  })

  it.each(['true', '1', 'True', 'TRUE'])('%s: only of resolved markets', async (word) => {
    const found = await positions(wallet, `redeemable=${word}`)
    expect(marketsOf(found)).toEqual(['pa_won', 'pa_lost'])
  })

  it.each(['false', '0', 'False'])('%s: only of others', async (word) => {
    const found = await positions(wallet, `redeemable=${word}`)
    expect(marketsOf(found)).toEqual(['pa_m', 'pa_closed', 'pa_new'])
  })

  it('nothing: all', async () => {
    expect(await positions(wallet, 'redeemable=')).toHaveLength(5)
  })

  it('comes before the limit', async () => {
    expect(marketsOf(await positions(wallet, 'redeemable=true&limit=1'))).toEqual(['pa_won'])
  })
})

describe('the order', () => {
  let wallet = ''
  beforeAll(async () => {
    wallet = await walletWith(
      bought('pa_s6', '20', '0.2'),
      bought('pa_s5', '10', '0.4'), // this and s0: unknown
      bought('pa_s4', '3', '0'),
      bought('pa_s3', '5', '0.9'),
      bought('pa_s2', '20', '0.2'),
      bought('pa_s1', '10', '0.5'),
      bought('pa_s0', '1', '0.5'),
    )
  })

  it.each([
    ['CURRENT', 'current_value', 's1 s2 s6 s4 s3 s0 s5'],
    ['CASHPNL', 'cash_pnl', 's4 s2 s6 s1 s3 s0 s5'],
    ['PERCENTPNL', 'percent_pnl', 's2 s6 s1 s3 s0 s4 s5'],
    ['INITIAL', 'initial_value', 's1 s3 s2 s5 s6 s0 s4'],
    ['SIZE', 'size', 's2 s6 s1 s5 s3 s4 s0'],
  ] as const)('%s: greatest %s first, null last, ties by market id', async (by, field, order) => {
    const found = await positions(wallet, `sort_by=${by}`)
    expect(marketsOf(found).map((id) => id.slice(3))).toEqual(order.split(' '))
    const values = found.map((position) => position[field])
    const known = values.filter((value) => value !== null)
    expect(values.slice(0, known.length)).toEqual(known.toSorted((a, b) => b - a))
    for (const limit of [1, 4, 7, 500])
      expect(await positions(wallet, `sort_by=${by}&limit=${limit}`)).toEqual(found.slice(0, limit))
  })

  it('is CURRENT by default', async () => {
    const text = await textOf(wallet, 'sort_by=CURRENT&limit=100')
    expect(await textOf(wallet)).toBe(text)
    expect(await textOf(wallet, 'sort_by=&limit=&redeemable=')).toBe(text)
  })

  it('of the outcomes of one market at one value is that of the market', async () => {
    const both = await walletWith(did('SPLIT', 'pa_closed', '1'))
    const outcomes = (await positions(both)).map(({ outcome }) => outcome)
    expect(outcomes).toEqual(['Yes', 'No'])
  })
})
