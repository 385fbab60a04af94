import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { TrueHolding } from '../../simulator/wallets/true-wallets.ts'
import { serve, type Row, type Served } from './client.ts'

let served: Served
let wallet: string
let held: readonly TrueHolding[]
beforeAll(async () => {
  served = await serve({ historyDays: 1, size: 0.1 })
  const { truth } = served.simulator
  wallet = truth.wallets()[3]?.address ?? ''
  held = truth.positions(wallet)
})
afterAll(() => served.close())

const ask = (query: string): Promise<Row[]> =>
  served.json<Row[]>(`/data/positions?user=${wallet}&limit=500&${query}`)
const keyOf = (row: Row): string => `${String(row['conditionId'])}/${String(row['outcomeIndex'])}`

const names = (
  'asset avgPrice cashPnl conditionId curPrice currentValue endDate eventId eventSlug ' +
  'icon initialValue mergeable negativeRisk oppositeAsset oppositeOutcome outcome ' +
  'outcomeIndex percentPnl percentRealizedPnl proxyWallet realizedPnl redeemable size ' +
  'slug title totalBought'
).split(' ')

describe('200 of /data/positions', () => {
  it('is what the truth says, with prices of the moment', async () => {
    const rows = await ask('sizeThreshold=0')
    expect(rows.length).toBe(held.length)
    expect(held.length).toBeGreaterThan(20)
    expect(held.some(({ isResolved }) => isResolved)).toBe(true)
    const found = new Map(rows.map((row) => [keyOf(row), row]))
    for (const one of held) {
      const row = found.get(`${one.nativeId}/${one.outcomeIndex}`) ?? {}
      expect(Object.keys(row).sort()).toEqual(names)
      expect(row).toMatchObject({
        size: Number(one.size),
        avgPrice: Number(one.avgPrice),
        initialValue: Number(one.initialValue),
        realizedPnl: Number(one.realizedPnl),
        redeemable: one.isResolved,
      })
      if (one.payout !== null) expect(row['curPrice']).toBe(Number(one.payout))
      expect(row['currentValue']).toBeCloseTo(Number(one.size) * Number(row['curPrice']), 3)
    }
  })

  it('leaves out less than one contract unless it is told not to', async () => {
    const all = await ask('sizeThreshold=0')
    expect(await ask('')).toEqual(all.filter((row) => Number(row['size']) >= 1))
    expect(await ask('sizeThreshold=20')).toEqual(all.filter((row) => Number(row['size']) >= 20))
  })

  it('sorts, filters and pages', async () => {
    const all = await ask('sizeThreshold=0')
    const sizes = all.map((row) => Number(row['size']))
    expect(sizes).toEqual(sizes.toSorted((one, other) => other - one))
    const gains = (await ask('sizeThreshold=0&sortBy=CASHPNL&sortDirection=ASC')).map((row) =>
      Number(row['cashPnl']),
    )
    expect(gains).toEqual(gains.toSorted((one, other) => one - other))
    for (const flag of ['redeemable', 'mergeable'])
      expect(await ask(`sizeThreshold=0&${flag}=true`)).toEqual(
        all.filter((row) => row[flag] === true),
      )
    const market = String(all[0]?.['conditionId'])
    expect(await ask(`sizeThreshold=0&market=${market}`)).toEqual(
      all.filter((row) => row['conditionId'] === market),
    )
    const event = String(all[0]?.['eventId'])
    expect(await ask(`sizeThreshold=0&eventId=${event}`)).toEqual(
      all.filter((row) => row['eventId'] === event),
    )
    const page = await served.json<Row[]>(
      `/data/positions?user=${wallet}&limit=5&offset=5&sizeThreshold=0`,
    )
    expect(page).toEqual(all.slice(5, 10))
  })
})

describe('400 of /data/positions', () => {
  it.each([
    '',
    'user=me',
    'user=WALLET&offset=10001',
    'user=WALLET&sortBy=SIZE',
    'user=WALLET&sizeThreshold=-1',
    'user=WALLET&market=0x1&eventId=1',
  ])('%s', async (query) => {
    const response = await served.get(`/data/positions?${query.replace('WALLET', wallet)}`)
    expect(response.status).toBe(400)
  })
})
