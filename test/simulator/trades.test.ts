import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  missing,
  saturdayMs,
  serve,
  sorted,
  tradeApiPages,
  windowedTrades,
  type Row,
  type Served,
} from './client.ts'

const cap = 60
let served: Served
beforeAll(async () => {
  served = await serve({ tradeCaps: { limit: cap, offset: 120, beyond: 'refuse' } })
})
afterAll(() => served.close())

interface TradePage {
  readonly data: readonly Row[]
  readonly pagination: { readonly next_cursor: string | null }
}

const truthRows = (of: Served, platform: string): readonly Row[] =>
  of.simulator.truth
    .markets()
    .filter((market) => market.platform === platform && market.nativeId !== '')
    .flatMap(({ nativeId }) => of.simulator.truth.trades(nativeId).map(({ row }) => row))

describe('trades of platform_a', () => {
  it('are all there for a client that windows by time under a small cap', async () => {
    const endS = Math.floor(saturdayMs / 1000)
    const rows = await windowedTrades(served, endS - 20 * 86_400, endS, cap)
    expect(rows.length).toBeGreaterThan(5000)
    expect(sorted(rows)).toEqual(sorted(truthRows(served, 'platform_a')))
  })

  it('are all there by market', async () => {
    const busiest = served.simulator.truth
      .markets()
      .filter(({ platform }) => platform === 'platform_a')
      .sort((one, other) => other.tradeCount - one.tradeCount)[4]
    const own = await served.json<Row[]>(
      `/data/trades?market=${busiest?.nativeId}&limit=60&offset=0`,
    )
    const next = await served.json<Row[]>(
      `/data/trades?market=${busiest?.nativeId}&limit=60&offset=60`,
    )
    const all = served.simulator.truth
      .trades(busiest?.nativeId ?? '')
      .map(({ row }) => row)
      .toReversed()
    expect([...own, ...next]).toEqual(all.slice(0, 120))
  })

  it('come with the quirks: shared transactions, exact repeats, 999, noisy prices, ties', async () => {
    const rows = truthRows(served, 'platform_a')
    const repeats = rows.length - new Set(sorted(rows)).size
    expect(repeats).toBeGreaterThan(20)
    const transactions = new Map<unknown, number>()
    for (const row of rows)
      transactions.set(row['transactionHash'], (transactions.get(row['transactionHash']) ?? 0) + 1)
    expect([...transactions.values()].filter((fills) => fills > 1).length).toBeGreaterThan(100)
    expect(rows.filter((row) => row['outcomeIndex'] === 999).length).toBeGreaterThan(50)
    expect(rows.filter((row) => String(row['price']).length > 8).length).toBeGreaterThan(50)
    expect(new Set(rows.map((row) => row['timestamp'])).size).toBeLessThan(rows.length - 100)
    expect(rows.filter((row) => !Number.isInteger(row['size'])).length).toBeGreaterThan(100)
  })

  it('turn into a price of the first outcome, whichever was traded', () => {
    const markets = served.simulator.truth
      .markets()
      .filter(({ platform, tradeCount }) => platform === 'platform_a' && tradeCount > 50)
    for (const { nativeId, outcomes } of markets.slice(0, 10)) {
      for (const { row, price, side, size } of served.simulator.truth.trades(nativeId)) {
        const isFirst = row['outcome'] === outcomes[0]
        expect(Number(price)).toBeCloseTo(
          isFirst ? Number(row['price']) : 1 - Number(row['price']),
          12,
        )
        expect(side === 'buy').toBe((row['side'] === 'BUY') === isFirst)
        expect(size).toBe(String(row['size']))
        expect(Number(price) > 0 && Number(price) < 1).toBe(true)
      }
    }
  })

  it('show makers only on request, on the other side or in the other outcome', async () => {
    const takers = await served.json<Row[]>('/data/trades?limit=20')
    const both = await served.json<Row[]>('/data/trades?limit=40&takerOnly=false')
    expect(
      both.filter((row) => takers.some((taker) => JSON.stringify(taker) === JSON.stringify(row)))
        .length,
    ).toBeGreaterThanOrEqual(20)
    expect(both.length).toBe(40)
  })

  it('repeat themselves past the cap when the platform is its old self', async () => {
    const old = await serve({ tradeCaps: { limit: 50, offset: 100, beyond: 'repeat' } })
    try {
      const [last, beyond] = await Promise.all(
        [100, 400].map((offset) => old.json<Row[]>(`/data/trades?limit=50&offset=${offset}`)),
      )
      expect(beyond).toEqual(last)
    } finally {
      await old.close()
    }
  })

  it('have a cursor on the second interface', async () => {
    const rows: Row[] = []
    let cursor: string | null = null
    for (let n = 0; n < 4; n++) {
      const page: TradePage = await served.json(
        `/data/v2/trades?limit=50${cursor === null ? '' : `&cursor=${cursor}`}`,
      )
      rows.push(...page.data)
      cursor = page.pagination.next_cursor
    }
    const first = await served.json<Row[]>('/data/trades?limit=60')
    expect(rows.length).toBe(200)
    expect(rows.slice(0, 60).map((row) => row['transaction_hash'])).toEqual(
      first.map((row) => row['transactionHash']),
    )
    expect(rows.map((row) => Number(row['timestamp']))).toEqual(
      rows.map((row) => Number(row['timestamp'])).toSorted((one, other) => other - one),
    )
  })
})

describe('trades of platform_b', () => {
  it('are all there, each once, over both tiers', async () => {
    const rows = [
      ...(await tradeApiPages(served, '/markets/trades?limit=1000', 'trades')),
      ...(await tradeApiPages(served, '/historical/trades?limit=997', 'trades')),
    ]
    expect(new Set(rows.map((row) => row['trade_id'])).size).toBe(rows.length)
    expect(sorted(rows)).toEqual(sorted(truthRows(served, 'platform_b')))
    expect(rows.some((row) => row['is_block_trade'] === true)).toBe(true)
  })

  it('are bounded by whole seconds, both included', async () => {
    const all = await tradeApiPages(served, '/markets/trades?limit=1000', 'trades')
    const secondOf = (row: Row): number =>
      Math.floor(Date.parse(String(row['created_time'])) / 1000)
    const [min, max] = [secondOf(all[200] as Row), secondOf(all[100] as Row)]
    const some = await tradeApiPages(
      served,
      `/markets/trades?limit=7&min_ts=${min}&max_ts=${max}`,
      'trades',
    )
    expect(some).toEqual(all.filter((row) => secondOf(row) >= min && secondOf(row) <= max))
  })

  it('stay put for a reader while new ones arrive', async () => {
    const moving = await serve()
    try {
      const page = await moving.json<{ cursor: string; trades: Row[] }>(
        '/trade-api/v2/markets/trades?limit=10',
      )
      const next = await moving.json<{ trades: Row[] }>(
        `/trade-api/v2/markets/trades?limit=10&cursor=${page.cursor}`,
      )
      moving.clock.nowMs += 600_000
      const later = await moving.json<{ trades: Row[] }>(
        `/trade-api/v2/markets/trades?limit=10&cursor=${page.cursor}`,
      )
      expect(later.trades).toEqual(next.trades)
      const newest = await moving.json<{ trades: Row[] }>('/trade-api/v2/markets/trades?limit=10')
      expect(newest.trades).not.toEqual(page.trades)
    } finally {
      await moving.close()
    }
  })
})

describe('late rows', () => {
  it('are missing at first and there once their time is up, and no other row is touched', async () => {
    const maxMs = 30_000
    const late = await serve({ late: { fraction: 0.5, maxMs }, activity: 20 })
    try {
      const endS = Math.floor(saturdayMs / 1000) - 1
      const path = `/data/trades?limit=10000&start=${endS - 120}&end=${endS}`
      const early = sorted(await late.json<Row[]>(path))
      late.clock.nowMs += maxMs
      const full = sorted(await late.json<Row[]>(path))
      expect(full.length).toBeGreaterThan(early.length)
      expect(missing(full, early)).toEqual([])
      late.clock.nowMs += 10 * maxMs
      expect(sorted(await late.json<Row[]>(path))).toEqual(full)
    } finally {
      await late.close()
    }
  })
})
