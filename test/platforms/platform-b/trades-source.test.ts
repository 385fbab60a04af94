// Known problem 16 and the cursors of platform_b's trades.
import { afterEach, describe, expect, it } from '@jest/globals'
import { createPlatformB } from '../../../services/platforms/platform-b/source/source.ts'
import type { Source } from '../../../services/platforms/source.ts'
import { createDeps, never, nowMs, nowS } from '../../poller/support/source.ts'
import {
  openWeb,
  type TestResponse,
  type ReceivedRequest,
  type Web,
} from '../../poller/support/test-server.ts'

const row = (id: string, secondsAgo: number, ticker = 'KX-1') => ({
  trade_id: id,
  ticker,
  created_time: new Date(nowMs - secondsAgo * 1000).toISOString(),
})

const day = 86_400
const cutoff: TestResponse = {
  json: { trades_created_ts: new Date((nowS - 10 * day) * 1000).toISOString() },
}

describe('platform_b trades', () => {
  const opened: (Web | Source)[] = []
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()))
  })

  async function open(
    answer: (asked: ReceivedRequest) => TestResponse,
    border: TestResponse[] = [],
    deps = createDeps(),
  ) {
    const web = await openWeb((asked) =>
      asked.path === '/historical/cutoff' ? (border.shift() ?? cutoff) : answer(asked),
    )
    const source = createPlatformB({ url: web.url }, deps)
    opened.push(web, source)
    return { web, source }
  }

  const oneMarket = ['KX-1']
  const paths = (web: Web): string[] =>
    [...new Set(web.asked.map(({ path }) => path))].filter((path) => path.endsWith('/trades'))

  it('reads both tiers and keeps one of a trade that is in both', async () => {
    const { web, source } = await open(({ path }) => ({
      json: {
        trades:
          path === '/markets/trades'
            ? [row('new', 60), row('both', 10 * day)]
            : [row('both', 10 * day), row('old', 20 * day)],
        cursor: '',
      },
    }))
    const answer = await source.trades(oneMarket, { fromS: 0, untilS: nowS }, 100, never, 'history')
    expect(answer.rows.map(({ key }) => key).toSorted()).toEqual(['both', 'new', 'old'])
    expect(paths(web)).toEqual(['/markets/trades', '/historical/trades'])
  })

  it.each([
    ['live', nowS - 3_600, nowS, ['/markets/trades']],
    ['historical', nowS - 40 * day, nowS - 30 * day, ['/historical/trades']],
  ])(
    'asks only the %s tier where the other has nothing',
    async (_name, fromS, untilS, expected) => {
      const { web, source } = await open(() => ({ json: { trades: [], cursor: '' } }))
      await source.trades(oneMarket, { fromS, untilS }, 100, never, 'history')
      expect(paths(web)).toEqual(expected)
    },
  )

  it('does not believe a border that is not one', async () => {
    const { web, source } = await open(
      () => ({ json: { trades: [], cursor: '' } }),
      [{ json: {} }, { json: { trades_created_ts: null } }],
    )
    const window = { fromS: nowS - 40 * day, untilS: nowS - 30 * day }
    await source.trades(oneMarket, window, 100, never, 'history')
    expect(paths(web)).toEqual(['/historical/trades'])
  })

  it('reads one tier where there is only one', async () => {
    const { web, source } = await open(
      () => ({ json: { trades: [], cursor: '' } }),
      [{ status: 404, text: '{}' }],
    )
    await source.trades(oneMarket, { fromS: 0, untilS: nowS }, 100, never, 'history')
    expect(paths(web)).toEqual(['/markets/trades'])
  })

  it.each([400, 401, 403])('reads nothing while the border is refused with %i', async (status) => {
    const { web, source } = await open(
      () => ({ json: { trades: [], cursor: '' } }),
      [{ status, text: '{}' }],
    )
    const read = () => source.trades(oneMarket, { fromS: 0, untilS: nowS }, 100, never, 'history')
    await expect(read()).rejects.toMatchObject({ kind: 'refused', status })
    expect(paths(web)).toEqual([])
    await read()
    expect(paths(web)).toEqual(['/markets/trades', '/historical/trades'])
  })

  it('finds the trades that move to the historical tier between two requests', async () => {
    let isMoved = false
    const { source } = await open(({ path }) => {
      const isLive = path === '/markets/trades'
      const trades = isLive === isMoved ? [] : [row('moving', 10 * day)]
      isMoved = true
      return { json: { trades, cursor: '' } }
    })
    const answer = await source.trades(oneMarket, { fromS: 0, untilS: nowS }, 100, never, 'history')
    expect(answer.rows.map(({ key }) => key)).toEqual(['moving'])
  })

  it('does not take a 404 for a later page for the end of the list', async () => {
    const { source } = await open(({ path, query }) => {
      if (path === '/markets/trades') return { json: { trades: [], cursor: '' } }
      return query.has('cursor')
        ? { status: 404, text: '{}' }
        : { json: { trades: [row('old', 20 * day)], cursor: 'more' } }
    })
    const read = source.trades(oneMarket, { fromS: 0, untilS: nowS }, 100, never, 'history')
    await expect(read).rejects.toMatchObject({ kind: 'refused', status: 404 })
  })

  it('uses the last border for a day when it cannot be requested', async () => {
    let clockMs = nowMs
    const border: TestResponse[] = [cutoff]
    const { web, source } = await open(() => ({ json: { trades: [], cursor: '' } }), border, {
      ...createDeps(),
      now: () => clockMs,
    })
    const read = () =>
      source.trades(oneMarket, { fromS: nowS - 60, untilS: nowS }, 100, never, 'history')
    await read()
    border.push(...Array.from({ length: 3 }, () => ({ status: 403, text: '{}' })))
    clockMs += 23 * 3_600_000
    await read()
    clockMs += 2 * 3_600_000
    await expect(read()).rejects.toMatchObject({ kind: 'refused', status: 403 })
    expect(paths(web)).toEqual(['/markets/trades'])
  })

  it('takes a 404 of the historical tier for an empty answer', async () => {
    const { source } = await open(({ path }) =>
      path === '/historical/trades'
        ? { status: 404, text: '{"error":{"code":"not_found"}}' }
        : { json: { trades: [row('new', 60)], cursor: '' } },
    )
    const answer = await source.trades(oneMarket, { fromS: 0, untilS: nowS }, 100, never, 'history')
    expect(answer).toMatchObject({ isComplete: true, rows: [{ key: 'new' }] })
  })

  it('continues after an empty page that has a cursor', async () => {
    const { source } = await open(({ query }) => {
      const cursor = query.get('cursor')
      if (cursor === null) return { json: { trades: [row('1', 10)], cursor: 'a' } }
      if (cursor === 'a') return { json: { trades: [], cursor: 'b' } }
      return { json: { trades: [row('2', 20)], cursor: '' } }
    })
    const window = { fromS: nowS - 60, untilS: nowS }
    const answer = await source.trades(oneMarket, window, 100, never, 'history')
    expect(answer.rows.map(({ key }) => key)).toEqual(['1', '2'])
  })

  it.each([
    ['a cursor that does not advance', 'same', (n: number) => `${n}`],
    ['a page that comes again', null, () => '1'],
  ])('gives up on %s', async (_name, fixed, idOf) => {
    let pages = 0
    const { web, source } = await open(() => {
      pages += 1
      return { json: { trades: [row(idOf(pages), 10)], cursor: fixed ?? `c${pages}` } }
    })
    const window = { fromS: nowS - 60, untilS: nowS }
    const requesting = source.trades(oneMarket, window, 100, never, 'history')
    await expect(requesting).rejects.toMatchObject({ name: 'UpstreamError', kind: 'failed' })
    expect(web.asked.length).toBeLessThan(10)
  })

  it('says when it is too much, except for a second, which it reads to its end', async () => {
    const { source } = await open(({ query }) => {
      const page = Number(query.get('cursor') ?? 0)
      const trades = Array.from({ length: 10 }, (_, n) => row(`${page}/${n}`, 30))
      return { json: { trades, cursor: page < 19 ? String(page + 1) : '' } }
    })
    const long = await source.trades(
      oneMarket,
      { fromS: nowS - 60, untilS: nowS },
      50,
      never,
      'history',
    )
    expect(long.isComplete).toBe(false)
    const second = { fromS: nowS - 30, untilS: nowS - 29 }
    const short = await source.trades(oneMarket, second, 50, never, 'history')
    expect([short.isComplete, short.rows.length]).toEqual([true, 200])
  })

  it('leaves out what the answer has of other markets and other times', async () => {
    const { source } = await open(() => ({
      json: { trades: [row('1', 10), row('2', 10, 'KX-2'), row('3', 5_000)], cursor: '' },
    }))
    const window = { fromS: nowS - 60, untilS: nowS }
    const answer = await source.trades(oneMarket, window, 100, never, 'history')
    expect(answer.rows.map(({ key }) => key)).toEqual(['1'])
  })
})
