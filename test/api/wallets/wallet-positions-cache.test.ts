// GET /v1/wallets/{address}/positions over the real engine: what is cached between requests, and what
// causes a new computation. Conversions are included because new markets change their effect.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { WalletPosition } from '../../../schemas/generated/api.ts'
import { StoreUnavailable, type Store } from '../../../services/lib/store/port.ts'
import { insertMarkets, type MarketRow } from '../rows.ts'
import { nowMs, nowS, runApi, type RunningApi } from '../running-api.ts'
import { openMigratedStore } from '../../support/migrated-store.ts'
import { until } from '../../support/waiting.ts'
import {
  bought,
  did,
  insertPast,
  listedMarket as listed,
  marketsOf,
  positionsOf,
  positionsTextOf as textOf,
  sold,
  type RowFor,
} from './wallet-history.ts'
import { insertActivity } from './wallet-rows.ts'

let store: Store
let api: RunningApi
beforeAll(async () => {
  store = await openMigratedStore()
  await insertMarkets(store, [listed('pa_m', '0.61'), listed('pa_s1', '0.6')])
  api = await runApi(store, { refreshEveryMs: 20 })
})
afterAll(async () => {
  await api.close()
  await store.close()
  expect(api.observed.failures).toEqual([])
})

const positions = (wallet: string, query = ''): Promise<WalletPosition[]> =>
  positionsOf(api, wallet, query)
const walletWith = (...past: readonly RowFor[]): Promise<string> => insertPast(store, past)

describe('a repeated request', () => {
  /** Statements that read the facts of a wallet, which are the ones that cost. */
  const observedStore = () => {
    let reads = 0
    const seen: Store = {
      ...store,
      bytes: (sql, params, format) => {
        if (sql.includes('wallet_activity')) reads += 1
        return store.bytes(sql, params, format)
      },
    }
    return { store: seen, reads: () => reads }
  }

  it('it gives the same, and reads the past once, however many ask at once', async () => {
    const { store: seen, reads } = observedStore()
    const own = await runApi(seen)
    try {
      const wallet = await walletWith(bought('pa_m', '1', '0.5'), did('SPLIT', 'pa_s1', '2'))
      const texts = await Promise.all(Array.from({ length: 6 }, () => textOf(own, wallet)))
      expect(new Set(texts).size).toBe(1)
      expect(await textOf(own, wallet)).toBe(texts[0])
      expect(reads()).toBe(1)
    } finally {
      await own.close()
    }
  })

  it('new rows change it, corrected ones too, the same ones again do not', async () => {
    const wallet = await walletWith(bought('pa_m', '1', '0.5', { id: '0x1-1', position: 1 }))
    const row = bought('pa_m', '1', '0.5', { id: '0x1-1', position: 1, ms: nowMs - 60_000 })(wallet)
    await insertActivity(store, [row])
    expect(await positions(wallet)).toMatchObject([{ size: 2 }]) // another instant, another fact
    await insertActivity(store, [row, row])
    expect(await positions(wallet)).toMatchObject([{ size: 2, initial_value: 1 }])
    await insertActivity(store, [{ ...row, price: '0.25', position: 2 }])
    expect(await positions(wallet)).toMatchObject([{ size: 2, initial_value: 0.75 }])
    await insertActivity(store, [sold('pa_m', '2', '0.9', { ms: nowMs - 1000 })(wallet)])
    expect(await positions(wallet)).toEqual([])
  })

  it('a new price changes it', async () => {
    const [id, wallet] = ['pa_moves', await walletWith(bought('pa_moves', '1', '0.5'))]
    expect(await positions(wallet)).toMatchObject([{ cur_price: null }])
    await insertMarkets(store, [listed(id, '0.4')])
    expect(await positions(wallet)).toMatchObject([{ cur_price: 0.4, cash_pnl: -0.1 }])
    await insertMarkets(store, [listed(id, '0', { status: 'resolved', version: 2 })])
    expect(await positions(wallet)).toMatchObject([{ cur_price: 0, redeemable: true }])
  })

  it('after the store failed in the middle it starts over', async () => {
    let isAway = true
    const flaky: Store = {
      ...store,
      bytes: (sql, params, format) =>
        isAway && sql.includes('wallet_activity')
          ? Promise.reject(new StoreUnavailable('away'))
          : store.bytes(sql, params, format),
    }
    const own = await runApi(flaky)
    try {
      const wallet = await walletWith(bought('pa_m', '1', '0.5'))
      expect((await own.get(`/v1/wallets/${wallet}/positions`)).status).toBe(503)
      isAway = false
      expect(await positionsOf(own, wallet)).toMatchObject([{ size: 1 }])
    } finally {
      await own.close()
    }
  })
})

describe('a conversion', () => {
  const ofEvent = (event: string, id: string, createdAt: number | null): MarketRow =>
    listed(id, '0.25', { event_id: event, event_slug: event.slice(3), created_at: createdAt })
  const known = (id: string): Promise<unknown> =>
    until(
      () => api.get(`/v1/markets/search?q=${id}`),
      ({ body }) => (body as unknown[]).length > 0,
    )
  const no = { outcome: 1, label: 'No' }
  const at = nowMs - 60_000

  it('gives the other markets of the event, those that were there by then', async () => {
    await insertMarkets(store, [
      ofEvent('pa_e', 'pa_c1', nowS - 5000),
      ofEvent('pa_e', 'pa_c2', nowS - 5000),
      ofEvent('pa_e', 'pa_c3', nowS - 60),
      ofEvent('pa_e', 'pa_c4', null),
      ofEvent('pa_e', 'pa_c5', nowS - 59),
      ofEvent('pa_other', 'pa_d1', null),
    ])
    await known('c5')
    const wallet = await walletWith(
      bought('pa_c1', '12', '0.7', no),
      bought('pa_c2', '10', '0.8', no),
      did('CONVERSION', 'pa_c1', '10', { ms: at, id: '0xc-1' }),
      did('CONVERSION', 'pa_c2', '10', { ms: at, id: '0xc-2' }),
    )
    // 7 + 8 for the No, 10 back in dollars: 5 for two times ten Yes
    const gained = {
      outcome: 'Yes',
      size: 10,
      initial_value: 2.5,
      avg_price: 0.25,
      realized_pnl: 0,
    }
    expect(await positions(wallet, 'sort_by=SIZE')).toMatchObject([
      { market_id: 'pa_c3', ...gained },
      { market_id: 'pa_c4', ...gained },
      { market_id: 'pa_c1', outcome: 'No', size: 2, initial_value: 1.4 },
    ])
    await insertMarkets(store, [ofEvent('pa_e', 'pa_c6', null)])
    await known('c6')
    expect(marketsOf(await positions(wallet, 'sort_by=SIZE'))).toEqual([
      'pa_c3',
      'pa_c4',
      'pa_c6',
      'pa_c1',
    ])
    expect((await positions(wallet))[0]).toMatchObject({ initial_value: 1.666667 })
  })

  it('of two events in one transaction is two, also where the rows do not name them', async () => {
    await insertMarkets(store, [
      ofEvent('pa_x', 'pa_x1', null),
      ofEvent('pa_x', 'pa_x2', null),
      ofEvent('pa_y', 'pa_y1', null),
      ofEvent('pa_y', 'pa_y2', null),
    ])
    await known('y2')
    const wallet = await walletWith(
      bought('pa_x1', '10', '0.7', no),
      bought('pa_y1', '10', '0.8', no),
      did('CONVERSION', 'pa_x1', '10', { ms: at, id: '0xc-1' }),
      did('CONVERSION', 'pa_y1', '10', { ms: at, id: '0xc-2' }),
    )
    expect(await positions(wallet)).toMatchObject([
      { market_id: 'pa_x2', outcome: 'Yes', size: 10, initial_value: 7 },
      { market_id: 'pa_y2', outcome: 'Yes', size: 10, initial_value: 8 },
    ])
  })

  it('in an event that we do not know takes the No at its cost', async () => {
    const wallet = await walletWith(
      bought('pa_u1', '10', '0.7', no),
      did('CONVERSION', 'pa_u1', '4', { ms: at }),
    )
    expect(await positions(wallet)).toMatchObject([
      { market_id: 'pa_u1', size: 6, initial_value: 4.2, realized_pnl: 0 },
    ])
  })
})
