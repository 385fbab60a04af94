import { describe, expect, it } from '@jest/globals'
import { gammaPages, saturdayMs, serve, tradeApiPages, type Row, type Served } from './client.ts'

const hour = 3_600_000

/** The same question at many instants. */
async function over<T>(
  served: Served,
  hours: number,
  stepHours: number,
  ask: () => Promise<T>,
): Promise<readonly T[]> {
  const answers: T[] = []
  for (let h = 0; h <= hours; h += stepHours) {
    served.clock.nowMs = saturdayMs + h * hour
    answers.push(await ask())
  }
  return answers
}

describe('the life of a market', () => {
  it('goes one way on platform_b, and its figures with it', async () => {
    const served = await serve({ historyDays: 3 })
    try {
      const rank = [
        'initialized',
        'active',
        'inactive',
        'closed',
        'determined',
        'disputed',
        'finalized',
      ]
      const seen = new Map<string, Row>()
      const statuses = new Set<unknown>()
      await over(served, 40, 1, async () => {
        for (const row of await tradeApiPages(served, '/markets?limit=1000', 'markets')) {
          const ticker = String(row['ticker'])
          const before = seen.get(ticker)
          statuses.add(row['status'])
          if (before) {
            const back = before['status'] === 'inactive' && row['status'] === 'active'
            expect(
              back || rank.indexOf(String(row['status'])) >= rank.indexOf(String(before['status'])),
            ).toBe(true)
            expect(Number(row['volume_fp'])).toBeGreaterThanOrEqual(Number(before['volume_fp']))
            expect(Date.parse(String(row['updated_time']))).toBeGreaterThanOrEqual(
              Date.parse(String(before['updated_time'])),
            )
            if (row['status'] !== before['status'])
              expect(row['updated_time']).not.toBe(before['updated_time'])
            expect(Date.parse(String(row['close_time']))).toBeLessThanOrEqual(
              Date.parse(String(before['close_time'])),
            )
          }
          expect(row['result'] === '').toBe(
            !['determined', 'disputed', 'finalized'].includes(String(row['status'])),
          )
          seen.set(ticker, row)
        }
      })
      for (const status of ['initialized', 'active', 'closed', 'determined', 'finalized'])
        expect([...statuses]).toContain(status)
    } finally {
      await served.close()
    }
  })

  it('goes by way of a proposal on platform_a, traded all the while, and changes with its time', async () => {
    const served = await serve({ historyDays: 3 })
    try {
      const seen = new Map<string, Row>()
      const states = new Set<string>()
      await over(served, 36, 1, async () => {
        const rows = [
          ...(await gammaPages(served, 'markets', 'closed=false&limit=100')),
          ...(await gammaPages(served, 'markets', 'closed=true&limit=100')),
        ]
        for (const { events: _, ...row } of rows) {
          states.add(
            [
              row['active'],
              row['closed'],
              row['acceptingOrders'],
              row['umaResolutionStatus'] ?? '-',
            ].join(' '),
          )
          const before = seen.get(String(row['id']))
          if (before?.['updatedAt'] === row['updatedAt']) expect(row).toEqual(before)
          else if (before)
            expect(Date.parse(String(row['updatedAt']))).toBeGreaterThan(
              Date.parse(String(before['updatedAt'])),
            )
          if (before?.['closed'] === true) expect(row['closed']).toBe(true)
          seen.set(String(row['id']), row)
        }
      })
      for (const state of [
        'true false true -',
        'false false true -',
        'true false true proposed',
        'true true false resolved',
        'true true true resolved',
      ])
        expect([...states]).toContain(state)
      const closed = [...seen.values()].filter((row) => row['closed'] === true)
      const prices = new Set(closed.map((row) => row['outcomePrices']))
      expect(prices).toEqual(new Set(['["1", "0"]', '["0", "1"]', '["0.5", "0.5"]']))
    } finally {
      await served.close()
    }
  })

  it('gives some placeholders a name, under the id they had', async () => {
    const served = await serve({ historyDays: 3 })
    try {
      const names = new Map<unknown, Set<unknown>>()
      await over(served, 5 * 24, 24, async () => {
        for (const row of await gammaPages(served, 'markets', 'closed=false&limit=100')) {
          const known = names.get(row['conditionId']) ?? new Set()
          names.set(row['conditionId'], known.add(row['groupItemTitle']))
          if (row['groupItemTitle'] === 'Person B') {
            expect(row['outcomePrices']).toBeUndefined()
            expect([row['active'], row['closed']]).toEqual([false, false])
          }
          if (row['negRiskOther'] === true) expect(row['outcomePrices']).toBeNull()
        }
      })
      const renamed = [...names.values()].filter(
        (titles) => titles.has('Person A') && titles.size > 1,
      )
      expect(renamed.length).toBeGreaterThan(0)
    } finally {
      await served.close()
    }
  })

  it('resolves the same question the same way on both platforms', () => {
    return serve({ historyDays: 4 }).then(async (served) => {
      try {
        const listed = served.simulator.truth.markets()
        const payouts = (platform: string, occasion: string): readonly unknown[] =>
          listed
            .filter(
              (market) =>
                market.platform === platform &&
                market.occasion === occasion &&
                market.status === 'resolved',
            )
            .map(({ payout }) => payout)
        const shared = [
          ...new Set(
            listed
              .filter(({ occasion }) => /^(weather|crypto)\//.test(occasion))
              .map(({ occasion }) => occasion),
          ),
        ]
        let compared = 0
        for (const occasion of shared) {
          const [a, b] = [payouts('platform_a', occasion), payouts('platform_b', occasion)]
          if (a.length === 0 || a.length !== b.length) continue
          expect(b).toEqual(a)
          compared++
        }
        expect(compared).toBeGreaterThan(5)
      } finally {
        await served.close()
      }
    })
  })
})

describe('figures', () => {
  it('of platform_b are the sums over its trades', async () => {
    const served = await serve()
    try {
      for (const market of (
        await tradeApiPages(served, '/markets?mve_filter=exclude&limit=1000', 'markets')
      ).slice(0, 40)) {
        const trades = served.simulator.truth.trades(String(market['ticker']))
        const sum = (rows: typeof trades): string =>
          (
            rows.reduce((total, { size }) => total + Math.round(Number(size) * 100), 0) / 100
          ).toFixed(2)
        expect(market['volume_fp']).toBe(sum(trades))
        expect(market['volume_24h_fp']).toBe(
          sum(trades.filter(({ timestampMs }) => timestampMs >= saturdayMs - 24 * hour)),
        )
        if (trades.length > 0)
          expect(Number(market['last_price_dollars'])).toBe(Number(trades.at(-1)?.price))
      }
    } finally {
      await served.close()
    }
  })

  it('of platform_a are the dollars of its trades, as of its last refresh', async () => {
    const served = await serve()
    try {
      for (const market of await gammaPages(served, 'markets', 'closed=true&limit=100')) {
        const trades = served.simulator.truth.trades(String(market['conditionId']))
        const notional = trades.reduce(
          (total, { row }) => total + Number(row['size']) * Number(row['price']),
          0,
        )
        expect(Number(market['volume'] ?? 0)).toBeCloseTo(notional, 4)
        expect(market['volumeNum'] ?? 0).toBe(Number(market['volume'] ?? 0))
      }
    } finally {
      await served.close()
    }
  })

  /** Every object that any of these answers holds, at any depth. */
  const within = (value: unknown): readonly Row[] =>
    typeof value !== 'object' || value === null
      ? []
      : [
          ...(Array.isArray(value) ? [] : [value as Row]),
          ...Object.values(value).flatMap((one) => within(one)),
        ]

  it('of the last day run out after the end on platform_a, on every route, and touch the row', async () => {
    const served = await serve({ historyDays: 4 })
    try {
      const closed = () => gammaPages(served, 'markets', 'closed=true&limit=100')
      const ended = (await closed()).filter((row) => Number(row['volume24hr'] ?? 0) > 0)
      expect(ended.length).toBeGreaterThan(10)
      const first = new Map(ended.map((row) => [row['conditionId'], row]))
      served.clock.nowMs = saturdayMs + 6 * hour
      const later = (await closed()).filter((row) => first.has(row['conditionId']))
      const hasLess = later.map((row) => {
        const before = first.get(row['conditionId'])
        const [was, is] = [before, row].map((one) => Number(one?.['volume24hr'] ?? 0))
        expect(is).toBeLessThanOrEqual(was ?? NaN)
        expect(row['updatedAt'] === before?.['updatedAt']).toBe(is === was)
        return is !== was
      })
      expect(hasLess).toContain(true)

      served.clock.nowMs = saturdayMs + 25 * hour
      const answers: unknown[] = [
        await closed(),
        await gammaPages(served, 'events', 'closed=true&limit=100'),
        await gammaPages(served, 'events', 'closed=false&limit=100'),
      ]
      for (const { conditionId, id, slug } of ended.slice(0, 5)) {
        const named = `/gamma/markets/keyset?closed=true&condition_ids=${String(conditionId)}`
        const paths = [named, `/gamma/markets/${String(id)}`, `/gamma/markets/slug/${String(slug)}`]
        for (const path of paths) answers.push(await served.json(path))
      }
      const inList = answers.flatMap(within).filter((row) => first.has(row['conditionId']))
      expect(inList.length).toBeGreaterThanOrEqual(2 * ended.length + 15)
      for (const row of inList) {
        const before = first.get(row['conditionId'])
        expect([row['closed'], row['volume24hr'], row['volume']]).toEqual([
          true,
          undefined,
          before?.['volume'],
        ])
        expect(String(row['updatedAt']) > String(before?.['updatedAt'])).toBe(true)
      }
      // An event sums up its markets.
      for (const event of answers
        .flatMap(within)
        .filter((row) => 'commentCount' in row && 'markets' in row)) {
        const sum = (event['markets'] as Row[]).reduce(
          (total, row) => total + Number(row['volume24hr'] ?? 0),
          0,
        )
        expect(Number(event['volume24hr'])).toBeCloseTo(sum, 4)
      }
    } finally {
      await served.close()
    }
  })

  it('of the last day run out after the end on platform_b, on every route, and touch nothing', async () => {
    const served = await serve({ historyDays: 4 })
    try {
      const settled = '/markets?status=settled&mve_filter=exclude&limit=1000'
      const ended = (await tradeApiPages(served, settled, 'markets')).filter(
        (row) => Number(row['volume_24h_fp']) > 0,
      )
      expect(ended.length).toBeGreaterThan(10)
      const first = new Map(ended.map((row) => [row['ticker'], row]))
      const expectOver = (rows: readonly Row[]): void => {
        for (const row of rows)
          expect(row).toMatchObject({
            volume_24h_fp: '0.00',
            volume_fp: first.get(row['ticker'])?.['volume_fp'],
            updated_time: first.get(row['ticker'])?.['updated_time'],
          })
      }
      const inList = async (...paths: readonly string[]): Promise<readonly Row[]> => {
        const answers: unknown[] = []
        for (const path of paths) answers.push(await served.json(`/trade-api/v2${path}`))
        return answers.flatMap(within).filter((row) => first.has(row['ticker']))
      }
      const some = ended.slice(0, 5)
      const name = (row: Row, field: string): string => encodeURIComponent(String(row[field]))

      served.clock.nowMs = saturdayMs + 25 * hour
      const nested = await tradeApiPages(
        served,
        '/events?status=settled&with_nested_markets=true',
        'events',
      )
      const listed = nested.flatMap(within).filter((row) => first.has(row['ticker']))
      expect(listed).toHaveLength(ended.length)
      expectOver(listed)
      const named = await inList(
        `/markets?tickers=${some.map((row) => name(row, 'ticker')).join(',')}`,
        ...some.map((row) => `/markets/${name(row, 'ticker')}`),
        ...some.map((row) => `/events/${name(row, 'event_ticker')}`),
      )
      expect(named.length).toBeGreaterThanOrEqual(15)
      expectOver(named)

      // Three days after their end they are on the historical tier.
      served.clock.nowMs = saturdayMs + 73 * hour
      const historical = await inList(
        '/historical/markets?limit=1000',
        ...some.map((row) => `/historical/markets/${name(row, 'ticker')}`),
      )
      expect(historical.length).toBeGreaterThan(some.length)
      expectOver(historical)
    } finally {
      await served.close()
    }
  })
})
