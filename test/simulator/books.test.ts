import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { saturdayMs, serve, tradeApiPages, type Row, type Served } from './client.ts'

interface BookA {
  readonly market: string
  readonly asset_id: string
  readonly timestamp: string
  readonly hash: string
  readonly bids: readonly { price: string; size: string }[]
  readonly asks: readonly { price: string; size: string }[]
}

let served: Served
let open: readonly Row[]
beforeAll(async () => {
  served = await serve()
  open = (
    await served.json<{ events: Row[] }>('/gamma/events/keyset?closed=false&limit=500')
  ).events.flatMap((event) => event['markets'] as Row[])
})
afterAll(() => served.close())

const tokensOf = (market: Row): readonly string[] =>
  JSON.parse(String(market['clobTokenIds'])) as string[]

async function books(tokens: readonly string[]): Promise<readonly BookA[]> {
  const response = await fetch(`${served.url}/clob/books`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(tokens.map((token_id) => ({ token_id }))),
  })
  return (await response.json()) as BookA[]
}

describe('books of platform_a', () => {
  it('are there for what trades, best level last, never crossed, never ahead of time', async () => {
    const trading = open.filter(
      (market) => market['acceptingOrders'] === true && market['active'] === true,
    )
    const found = await books(trading.map((market) => tokensOf(market)[0] ?? ''))
    expect(found.length).toBe(trading.length)
    for (const { bids, asks, timestamp } of found) {
      const [bid, ask] = [
        bids.map(({ price }) => Number(price)),
        asks.map(({ price }) => Number(price)),
      ]
      expect(bid).toEqual(bid.toSorted((one, other) => one - other))
      expect(ask).toEqual(ask.toSorted((one, other) => other - one))
      expect(bid.at(-1) ?? 0).toBeLessThan(ask.at(-1) ?? 1)
      expect(Number(timestamp)).toBeLessThanOrEqual(saturdayMs)
      for (const { size } of [...bids, ...asks]) expect(Number(size)).toBeGreaterThan(0)
    }
    expect(
      found.some(({ bids }) => bids.length === 0) || found.some(({ asks }) => asks.length === 0),
    ).toBe(true)
  })

  it('mirror each other', async () => {
    const market = open.find(
      (row) => row['acceptingOrders'] === true && row['active'] === true,
    ) as Row
    const [yes, no] = await books(tokensOf(market))
    const turned = (levels: BookA['bids'] | undefined): unknown =>
      levels?.map(({ price, size }) => [(1 - Number(price)).toFixed(6), size])
    const plain = (levels: BookA['bids'] | undefined): unknown =>
      levels?.map(({ price, size }) => [Number(price).toFixed(6), size])
    expect(plain(no?.asks)).toEqual(turned(yes?.bids))
    expect(plain(no?.bids)).toEqual(turned(yes?.asks))
    expect(no?.hash).not.toBe(yes?.hash)
  })

  it('are the truth, and stand still until their time changes', async () => {
    const mine = await serve()
    try {
      const tokens = open
        .filter((row) => row['acceptingOrders'] === true && row['active'] === true)
        .map((row) => tokensOf(row)[0] ?? '')
      const take = async (): Promise<readonly BookA[]> =>
        (await (
          await fetch(`${mine.url}/clob/books`, {
            method: 'POST',
            body: JSON.stringify(tokens.map((token_id) => ({ token_id }))),
          })
        ).json()) as BookA[]
      const before = await take()
      for (const book of before) {
        const truth = mine.simulator.truth.book(book.market, saturdayMs)
        expect(book.bids.map(({ price, size }) => [price, size]).toReversed()).toEqual(truth?.bids)
        expect(book.asks.map(({ price, size }) => [price, size]).toReversed()).toEqual(truth?.asks)
      }
      mine.clock.nowMs += 2000
      const after = new Map((await take()).map((book) => [book.asset_id, book]))
      const still = before.filter((book) => after.get(book.asset_id)?.timestamp === book.timestamp)
      expect(still.length).toBeGreaterThan(0)
      for (const book of still) expect(after.get(book.asset_id)).toEqual(book)
      mine.clock.nowMs += 600_000
      const moved = (await take()).filter((book) =>
        before.some((old) => old.asset_id === book.asset_id && old.timestamp !== book.timestamp),
      )
      expect(moved.length).toBeGreaterThan(still.length / 2)
    } finally {
      await mine.close()
    }
  })

  it('answer for one token as for many', async () => {
    const token =
      tokensOf(
        open.find((row) => row['acceptingOrders'] === true && row['active'] === true) as Row,
      )[1] ?? ''
    expect([await served.json(`/clob/book?token_id=${token}`)]).toEqual(await books([token]))
  })
})

describe('books of platform_b', () => {
  it('have bids only, best last, and agree with the quotes of the list', async () => {
    const markets = (
      await tradeApiPages(served, '/markets?status=open&mve_filter=exclude', 'markets')
    ).slice(0, 60)
    const { orderbooks } = await served.json<{
      orderbooks: {
        ticker: string
        orderbook_fp: { yes_dollars: [string, string][]; no_dollars: [string, string][] }
      }[]
    }>(
      `/trade-api/v2/markets/orderbooks?${markets.map((market) => `tickers=${encodeURIComponent(String(market['ticker']))}`).join('&')}`,
    )
    expect(orderbooks.length).toBe(markets.length)
    for (const [n, { ticker, orderbook_fp: book }] of orderbooks.entries()) {
      const market = markets[n] as Row
      expect(ticker).toBe(market['ticker'])
      for (const side of [book.yes_dollars, book.no_dollars]) {
        expect(side.map(([price]) => price)).toEqual(side.map(([price]) => price).toSorted())
        for (const level of side) expect(level.join(' ')).toMatch(/^0\.\d{4} \d+\.\d{2}$/)
      }
      expect(market['yes_bid_dollars']).toBe(book.yes_dollars.at(-1)?.[0] ?? '0.0000')
      expect(market['yes_bid_size_fp']).toBe(book.yes_dollars.at(-1)?.[1] ?? '0.00')
      expect(market['no_bid_dollars']).toBe(book.no_dollars.at(-1)?.[0] ?? '0.0000')
    }
  })

  it('are cut to a depth from the best end', async () => {
    const ticker = encodeURIComponent(
      String((await tradeApiPages(served, '/markets?status=open', 'markets'))[0]?.['ticker']),
    )
    type Answer = { orderbook_fp: { yes_dollars: unknown[]; no_dollars: unknown[] } }
    const [whole, cut] = await Promise.all(
      [0, 2].map((depth) =>
        served.json<Answer>(`/trade-api/v2/markets/${ticker}/orderbook?depth=${depth}`),
      ),
    )
    expect(cut?.orderbook_fp.yes_dollars).toEqual(whole?.orderbook_fp.yes_dollars.slice(-2))
    expect(cut?.orderbook_fp.no_dollars).toEqual(whole?.orderbook_fp.no_dollars.slice(-2))
  })

  it('spoke cents until 2026', async () => {
    const old = await serve({ numberFormat: 'cents' })
    try {
      const { markets } = await old.json<{ markets: Row[] }>(
        '/trade-api/v2/markets?status=open&mve_filter=exclude&limit=1',
      )
      const market = markets[0] as Row
      expect(market['yes_bid']).toBe(Math.round(100 * Number(market['yes_bid_dollars'])))
      expect(market['volume_fp']).toBeUndefined()
      expect(Number.isInteger(market['volume'])).toBe(true)
      const { orderbook } = await old.json<{ orderbook: { yes: unknown[] | null } }>(
        `/trade-api/v2/markets/${encodeURIComponent(String(market['ticker']))}/orderbook`,
      )
      expect(orderbook.yes === null || Array.isArray(orderbook.yes)).toBe(true)
    } finally {
      await old.close()
    }
  })
})
