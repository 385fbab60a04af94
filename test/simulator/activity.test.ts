import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { missing, saturdayMs, serve, sorted, type Row, type Served } from './client.ts'

// Each reads a whole wallet several times: the usual five seconds are little on a busy machine.

let served: Served
/** The busiest wallet, and one with less than a page. */
let busy: string
let modest: string
beforeAll(async () => {
  served = await serve({ historyDays: 0, size: 0.1 })
  const wallets = served.simulator.truth.wallets()
  busy = wallets[0]?.address ?? ''
  modest = wallets.find(({ rows }) => rows < 90)?.address ?? ''
})
afterAll(() => served.close())

const ask = (query: string, wallet = busy): Promise<Row[]> =>
  served.json<Row[]>(`/data/activity?user=${wallet}&${query}`)

/** All rows that a query leaves, page by page. */
async function all(query: string, wallet = busy): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (;;) {
    const page = await ask(`${query}&limit=500&offset=${rows.length}`, wallet)
    if (page.length === 0) return rows
    rows.push(...page)
  }
}

const names = (
  'asset bio conditionId eventSlug icon name outcome outcomeIndex price profileImage ' +
  'profileImageOptimized proxyWallet pseudonym side size slug timestamp title ' +
  'transactionHash type usdcSize'
).split(' ')

describe('200 of /data/activity', () => {
  it('has the fields of the platform, and empty words in what is not a trade', async () => {
    const rows = [...(await all('')), ...(await all('excludeDepositsWithdrawals=false', modest))]
    for (const row of rows) {
      expect(Object.keys(row).sort()).toEqual(names)
      if (row['type'] === 'TRADE') continue
      expect(row).toMatchObject({ side: '', price: 0 })
      const burns = row['type'] === 'REDEEM' && row['asset'] !== ''
      if (!burns) expect(row).toMatchObject({ asset: '', outcomeIndex: 999, outcome: '' })
      if (row['type'] === 'CONVERSION') expect(row['icon']).toBe('')
      const hasMarket = ['SPLIT', 'MERGE', 'REDEEM', 'CONVERSION'].includes(String(row['type']))
      expect(row['conditionId'] !== '').toBe(hasMarket)
      expect(row['title'] !== '').toBe(hasMarket)
    }
  })

  it('is what the truth says, newest first', async () => {
    const rows = await all('excludeDepositsWithdrawals=false')
    const seconds = rows.map((row) => Number(row['timestamp']))
    expect(seconds).toEqual(seconds.toSorted((one, other) => other - one))
    expect(rows.length).toBe(served.simulator.truth.wallets()[0]?.rows)
    const inRows = rows
      .filter((row) => /^(TRADE|SPLIT|MERGE|REDEEM|REWARD|CONVERSION)$/.test(String(row['type'])))
      .map((row) => [row['transactionHash'], row['type'], row['conditionId'], row['size']].join())
    const truth = served.simulator.truth
      .activity(busy)
      .map(({ txHash, type, nativeId, size }) => [txHash, type, nativeId ?? '', size].join())
    expect(inRows.sort()).toEqual(truth.toSorted())
  })

  it('has the trades of /data/trades word for word, and how much cash moved', async () => {
    const rows = (await all('type=TRADE')).map(({ type, usdcSize, ...row }) => {
      expect(type).toBe('TRADE')
      expect(Number(usdcSize)).toBeCloseTo(Number(row['size']) * Number(row['price']), 5)
      return row
    })
    const [both, takers] = await Promise.all(
      ['false', 'true'].map((takerOnly) =>
        served.json<Row[]>(`/data/trades?user=${busy}&takerOnly=${takerOnly}&limit=10000`),
      ),
    )
    expect(rows.length).toBeGreaterThan(500)
    expect(sorted(rows)).toEqual(sorted(both ?? []))
    expect(takers?.length).toBeGreaterThan(200)
    expect(takers?.length).toBeLessThan(rows.length - 200)
    // Makers' own rows aside, both lists count exact repeats alike.
    const words = [...sorted(rows)]
    for (const taker of sorted(takers ?? [])) {
      const place = words.indexOf(taker)
      expect(place).toBeGreaterThanOrEqual(0)
      words.splice(place, 1)
    }
  })

  it('pages by offset, a hundred at a time when nothing is said, five hundred at most', async () => {
    const rows = await all('')
    expect(await ask('')).toEqual(rows.slice(0, 100))
    expect(await ask('limit=9999')).toEqual(rows.slice(0, 500))
    expect(await ask('limit=7&offset=33')).toEqual(rows.slice(33, 40))
    expect(await ask('limit=0')).toEqual([])
    expect(await ask('offset=5000')).toEqual([])
  })

  it('filters by type, market, event, side and time', async () => {
    const rows = await all('')
    const only = (isWanted: (row: Row) => boolean): readonly Row[] => rows.filter(isWanted)
    const typed = only(({ type }) => type === 'SPLIT' || type === 'MERGE')
    expect(typed.length).toBeGreaterThan(20)
    expect(await all('type=SPLIT,merge')).toEqual(typed)
    expect(await all('side=sell')).toEqual(only(({ side }) => side === 'SELL'))
    const market = String(typed[0]?.['conditionId'])
    expect(await all(`market=${market}`)).toEqual(only((row) => row['conditionId'] === market))
    const known = served.simulator.truth.markets()
    const event = known.find(({ nativeId }) => nativeId === market)?.eventId
    const legs = known.filter(({ eventId }) => eventId === event).map(({ nativeId }) => nativeId)
    expect(await all(`eventId=${event}`)).toEqual(
      only((row) => legs.includes(String(row['conditionId']))),
    )
    const [end, start] = [rows[50], rows[200]].map((row) => Number(row?.['timestamp']))
    const inside = only(
      (row) => Number(row['timestamp']) >= Number(start) && Number(row['timestamp']) <= Number(end),
    )
    expect(inside.length).toBeGreaterThanOrEqual(151)
    expect(await all(`start=${start}&end=${end}`)).toEqual(inside)
  })

  it('hides deposits and withdrawals unless it is told not to', async () => {
    const wallets = served.simulator.truth.wallets().slice(0, 12)
    const moves = []
    for (const { address } of wallets) {
      expect(await all('type=DEPOSIT,WITHDRAWAL', address)).toEqual([])
      moves.push(
        ...(await all('type=DEPOSIT,WITHDRAWAL&excludeDepositsWithdrawals=false', address)),
      )
    }
    expect(new Set(moves.map(({ type }) => type)).size).toBe(2)
  })

  it('sorts by time, tokens and cash, both ways', async () => {
    const rows = await all('')
    const ascending = await all('sortBy=TIMESTAMP&sortDirection=ASC')
    expect(ascending).toEqual(rows.toReversed())
    const numbers = async (query: string, name: string): Promise<readonly number[]> =>
      (await all(query)).map((row) => Number(row[name]))
    const tokens = await numbers('sortBy=TOKENS', 'size')
    expect(tokens).toEqual(tokens.toSorted((one, other) => other - one))
    const cash = await numbers('sortBy=CASH&sortDirection=ASC', 'usdcSize')
    expect(cash).toEqual(cash.toSorted((one, other) => one - other))
    expect(cash.length).toBe(rows.length)
  })

  it('is empty for a wallet that nobody knows, and takes capitals', async () => {
    expect(await ask('', `0x${'ab'.repeat(20)}`)).toEqual([])
    const shouted = `0x${busy.slice(2).toUpperCase()}`
    expect(await ask('limit=20', shouted)).toEqual(await ask('limit=20'))
  })

  it('shows late rows late, and changes no other', async () => {
    const maxMs = 4 * 3_600_000
    const late = await serve({ historyDays: 0, size: 0.1, late: { fraction: 0.5, maxMs } })
    try {
      const wallet = late.simulator.truth.wallets()[0]?.address
      const endS = Math.floor(saturdayMs / 1000) - 1
      const path = `/data/activity?user=${wallet}&limit=500&start=${endS - maxMs / 1000}&end=${endS}`
      const early = sorted(await late.json<Row[]>(path))
      late.clock.nowMs += maxMs
      const full = sorted(await late.json<Row[]>(path))
      expect(early.length).toBeGreaterThan(10)
      expect(full.length).toBeGreaterThan(early.length)
      expect(missing(full, early)).toEqual([])
      late.clock.nowMs += maxMs
      expect(sorted(await late.json<Row[]>(path))).toEqual(full)
    } finally {
      await late.close()
    }
  })
})

describe('400 of /data/activity', () => {
  it.each([
    'limit=5',
    'user=0x12',
    'user=WALLET&offset=5001',
    'user=WALLET&limit=-1',
    'user=WALLET&start=yesterday',
    'user=WALLET&type=GIFT',
    'user=WALLET&sortBy=SIZE',
    'user=WALLET&sortDirection=UP',
    'user=WALLET&side=BOTH',
    'user=WALLET&market=0x1&eventId=1',
  ])('%s', async (query) => {
    const response = await served.get(`/data/activity?${query.replace('WALLET', busy)}`)
    expect(response.status).toBe(400)
    expect(typeof ((await response.json()) as Row)['error']).toBe('string')
  })

  it('caps are what the options say', async () => {
    const capped = await serve({
      historyDays: 0,
      size: 0.1,
      activityCaps: { limit: 5, offset: 10 },
    })
    try {
      const wallet = capped.simulator.truth.wallets()[0]?.address
      const path = `/data/activity?user=${wallet}&limit=500`
      expect((await capped.json<Row[]>(`${path}&offset=10`)).length).toBe(5)
      expect((await capped.get(`${path}&offset=11`)).status).toBe(400)
    } finally {
      await capped.close()
    }
  })
})

describe('faults', () => {
  it('hit wallets too, and pages that could be taken for the end are not shortened', async () => {
    const route = '/data/activity'
    const path = `${route}?user=${busy}&limit=60`
    const first = await ask('limit=60')
    served.simulator.setFaults([{ kind: 'repeated-page', probability: 1, route }])
    expect(await served.json<Row[]>(`${path}&offset=60`)).toEqual(first)
    served.simulator.setFaults([{ kind: 'short-page', probability: 1, route: '/data' }])
    expect((await served.json<Row[]>(path)).length).toBe(60)
    served.simulator.setFaults([{ kind: 'shuffled', probability: 1, route }])
    const mixed = await served.json<Row[]>(path)
    expect(mixed).not.toEqual(first)
    expect(sorted(mixed)).toEqual(sorted(first))
    served.simulator.setFaults([{ kind: 'server-error', probability: 1, route }])
    expect((await served.get(path)).status).toBe(500)
    served.simulator.setFaults([])
  })
})
