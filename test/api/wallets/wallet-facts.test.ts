// The rows that positions are reduced from: every row once, in the reducer's order, over many pages, and
// a token that changes when any of the rows changes.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { WalletPositionPage } from '../../../schemas/generated/api.ts'
import {
  queryActivityVersion,
  readPositionActivity,
  type PositionActivityRow,
} from '../../../services/api/queries/position-activity.ts'
import { compareActivities } from '../../../services/domain/positions-order.ts'
import type { Store } from '../../../services/lib/store/port.ts'
import { createSeededRandom } from '../../support/random.ts'
import { nowMs, runApi } from '../running-api.ts'
import { openMigratedStore } from '../../support/migrated-store.ts'
import {
  activityRow,
  buy,
  insertActivity,
  insertWallet,
  newWallet,
  type ActivityRow,
} from './wallet-rows.ts'

const random = createSeededRandom()
let store: Store
beforeAll(async () => {
  store = await openMigratedStore()
})
afterAll(() => store.close())

const count = 23_456
/** What it holds in the end, by market. */
const held = new Map<string, number>()
const wallet = newWallet()

/** A few hundred in each second, so that pages end within one; of many types; some share a transaction. */
function manyRows(): ActivityRow[] {
  const types = ['TRADE', 'TRADE', 'TRADE', 'SPLIT', 'REDEEM', 'REWARD', 'CONVERSION'] as const
  return Array.from({ length: count }, (_, n) => {
    const type = types[random.below(types.length)] ?? 'TRADE'
    const market = `pa_${random.below(50)}`
    const place = {
      ms: nowMs - 1000 * random.below(60) - 1000,
      id: `0x${random.below(4000).toString(16)}-${n.toString(16).padStart(16, '0')}`,
    }
    if (type === 'REWARD') return activityRow(wallet, { type, market_id: '', ...place })
    // of these two only that they are read, and where; they move nothing here
    if (type === 'REDEEM' || type === 'CONVERSION')
      return activityRow(wallet, { type, market_id: 'pa_none', size: '1', ...place })
    held.set(market, (held.get(market) ?? 0) + (type === 'SPLIT' ? 2 : 1))
    if (type === 'SPLIT') return activityRow(wallet, { type, market_id: market, ...place })
    const outcome = random.below(2)
    // sold only what a purchase of the beginning leaves room for
    const side = random.below(3) === 0 ? 'sell' : 'buy'
    if (side === 'sell') held.set(market, (held.get(market) ?? 0) - 2)
    return buy(wallet, { market_id: market, size: '1', price: '0.5', outcome, side, ...place })
  })
}

describe('the facts of a wallet', () => {
  let rows: ActivityRow[] = []
  beforeAll(async () => {
    rows = manyRows()
    for (let market = 0; market < 50; market += 1)
      for (const outcome of [0, 1]) {
        rows.push(
          buy(wallet, {
            market_id: `pa_${market}`,
            size: '100000',
            price: '0.5',
            outcome,
            ms: nowMs - 3_600_000,
          }),
        )
        held.set(`pa_${market}`, (held.get(`pa_${market}`) ?? 0) + 100_000)
      }
    await insertWallet(store, rows)
    await insertActivity(store, rows.slice(5_000, 15_000)) // a second time
    await insertActivity(store, [buy(newWallet(), { market_id: 'pa_1', size: '1', price: '1' })])
  })

  it('are read once each, in the reducer’s order, whatever the page boundaries', async () => {
    const pages: number[] = []
    const ids: string[] = []
    let before: PositionActivityRow | null = null
    let disordered = 0
    for await (const page of readPositionActivity(store, wallet)) {
      pages.push(page.length)
      for (const fact of page) {
        if (before !== null && compareActivities(before, fact) >= 0) disordered += 1
        before = fact
        ids.push(fact.id)
      }
    }
    expect(disordered).toBe(0)
    const moving = rows.filter(({ type }) => type !== 'REWARD')
    expect(ids.toSorted()).toEqual(moving.map(({ id }) => id).toSorted())
    expect(pages.length).toBeGreaterThan(2)
  })

  it('add up to what is held', async () => {
    const api = await runApi(store)
    try {
      const { body } = await api.get(`/v1/wallets/${wallet}/positions?limit=500`)
      const sizes = new Map<string, number>()
      for (const { market_id: id, size } of (body as WalletPositionPage).positions)
        sizes.set(id, (sizes.get(id) ?? 0) + size)
      expect(sizes).toEqual(held)
    } finally {
      await api.close()
    }
  })

  it('of a wallet that did nothing are none', async () => {
    for await (const page of readPositionActivity(store, newWallet())) expect(page).toEqual([])
  })
})

describe('the state of a wallet', () => {
  const own = newWallet()
  const row = buy(own, { market_id: 'pa_1', size: '1', price: '0.5', position: 1 })
  const corrected = { ...row, price: '0.75', position: 2 }
  const merge = (): Promise<void> => store.command('OPTIMIZE TABLE wallet_activity FINAL')

  it('is another when a row comes, or is replaced by another', async () => {
    const states = [await queryActivityVersion(store, own)]
    for (const next of [row, corrected, activityRow(own), activityRow(own)]) {
      await insertActivity(store, [next])
      await merge()
      states.push(await queryActivityVersion(store, own))
    }
    expect(new Set(states).size).toBe(states.length)
  })

  it('is another when all rows are, though each is there twice', async () => {
    const twice = async (of: ActivityRow): Promise<string | null> => {
      await merge()
      await store.command('SYSTEM STOP MERGES wallet_activity')
      // the first makes one of the two before
      await insertActivity(store, [of])
      await store.command('SYSTEM START MERGES wallet_activity')
      await merge()
      await store.command('SYSTEM STOP MERGES wallet_activity')
      await insertActivity(store, [of])
      const state = await queryActivityVersion(store, other)
      await store.command('SYSTEM START MERGES wallet_activity')
      return state
    }
    const other = newWallet()
    const before = await twice({ ...row, wallet: other })
    expect(before).toMatch(/^2\//)
    const after = await twice({ ...corrected, wallet: other })
    expect(after).toMatch(/^2\//)
    expect(after).not.toBe(before)
  })
})
