// The WebSocket of platform_b: what is streamed is what REST serves, and what the commands do.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { saturdayMs, serve, tradeApiPages, type Row, type Served } from './client.ts'
import { connect, rejectedStatus, type StreamClient } from './stream-client.ts'
import { signatureHeaders } from './stream-signature.ts'
import { generateKeyPairSync } from 'node:crypto'

const path = '/trade-api/ws/v2'
let served: Served
let client: StreamClient
beforeAll(async () => {
  served = await serve({ activity: 5 })
})
afterAll(() => served.close())
beforeEach(async () => {
  client = await connect(served, path)
})
afterEach(() => client.close())

/** Tickers of the most recent trades. */
async function busyTickers(count: number): Promise<readonly string[]> {
  const { trades } = await served.json<{ trades: Row[] }>('/trade-api/v2/markets/trades?limit=1000')
  return [...new Set(trades.map(({ ticker }) => String(ticker)))].slice(0, count)
}

let commands = 0
function command(cmd: string, params: Row): number {
  client.send({ id: ++commands, cmd, params })
  return commands
}

async function subscribe(channel: string, tickers?: readonly string[]): Promise<void> {
  command('subscribe', {
    channels: [channel],
    ...(tickers === undefined ? {} : { market_tickers: tickers }),
  })
  await client.sync()
}

async function passSeconds(seconds: number): Promise<void> {
  for (let n = 0; n < seconds; n += 3) {
    served.clock.nowMs += 3000
    await client.sync()
  }
}

const msgOf = ({ msg }: Row): Row => msg as Row
const ofType = (type: string): readonly Row[] =>
  client.frames().filter((frame) => frame['type'] === type)

/** In hundredths of a contract: exact. */
const hundredths = (text: unknown): number => Math.round(Number(text) * 100)

type Side = 'yes' | 'no'
/** Sizes by price. */
type Sides = Readonly<Record<Side, Map<string, number>>>

const levelsOf = (levels: unknown): Map<string, number> =>
  new Map(((levels ?? []) as [string, string][]).map(([price, size]) => [price, hundredths(size)]))

/** The books of all tickers, from the frames alone. */
function replay(frames: readonly Row[]): ReadonlyMap<string, Sides> {
  const books = new Map<string, Sides>()
  for (const frame of frames) {
    if (frame['type'] !== 'orderbook_snapshot' && frame['type'] !== 'orderbook_delta') continue
    const msg = msgOf(frame)
    const ticker = String(msg['market_ticker'])
    if (frame['type'] === 'orderbook_snapshot') {
      books.set(ticker, {
        yes: levelsOf(msg['yes_dollars_fp']),
        no: levelsOf(msg['no_dollars_fp']),
      })
      continue
    }
    const levels = books.get(ticker)?.[msg['side'] as Side]
    if (levels === undefined) throw new Error(`${ticker} has a delta before its snapshot`)
    const price = String(msg['price_dollars'])
    const size = (levels.get(price) ?? 0) + hundredths(msg['delta_fp'])
    expect(size).toBeGreaterThanOrEqual(0)
    if (size === 0) levels.delete(price)
    else levels.set(price, size)
  }
  return books
}

const sorted = (levels: ReadonlyMap<string, number> | undefined): readonly string[] =>
  [...(levels ?? [])].map((level) => level.join(' ')).sort()

async function expectBooksOfRest(tickers: readonly string[]): Promise<void> {
  const books = replay(client.frames())
  const { orderbooks } = await served.json<{ orderbooks: Row[] }>(
    `/trade-api/v2/markets/orderbooks?tickers=${tickers.join(',')}`,
  )
  expect(orderbooks.length).toBe(tickers.length)
  for (const { ticker, orderbook_fp: rest } of orderbooks) {
    const { yes_dollars: yes, no_dollars: no } = rest as Row
    const book = books.get(String(ticker))
    expect(sorted(book?.yes)).toEqual(sorted(levelsOf(yes)))
    expect(sorted(book?.no)).toEqual(sorted(levelsOf(no)))
  }
}

describe('the channel orderbook_delta', () => {
  it('sends a snapshot and deltas that lead to the books of REST, without a gap', async () => {
    const tickers = await busyTickers(20)
    await subscribe('orderbook_delta', tickers)
    await expectBooksOfRest(tickers)
    for (let n = 0; n < 10; n++) {
      await passSeconds(9)
      await expectBooksOfRest(tickers)
    }
    expect(ofType('orderbook_delta').length).toBeGreaterThan(500)
    const numbers = client.frames().flatMap(({ seq }) => (seq === undefined ? [] : [seq]))
    expect(numbers).toEqual(numbers.map((_, n) => n + 1))
  })

  it('merges a second subscription, without a snapshot of what is held', async () => {
    const [one = '', other = '', third = ''] = await busyTickers(3)
    await subscribe('orderbook_delta', [one])
    await subscribe('orderbook_delta', [one, other])
    expect(client.frames().map(({ type }) => type)).toEqual([
      'subscribed',
      'orderbook_snapshot',
      'ok',
      'orderbook_snapshot',
    ])
    expect(msgOf(client.frames()[2] ?? {})).toEqual({ market_tickers: [one, other].sort() })
    command('update_subscription', { sid: 1, action: 'add_markets', market_tickers: [third] })
    const id = command('update_subscription', {
      sids: [1],
      action: 'get_snapshot',
      market_tickers: [one],
    })
    await client.sync()
    const [ok, added, asked] = client.frames().slice(4)
    expect(msgOf(ok ?? {})).toEqual({ market_tickers: [one, other, third].sort() })
    expect(added).toMatchObject({ type: 'orderbook_snapshot', msg: { market_ticker: third } })
    expect(asked).toMatchObject({ type: 'orderbook_snapshot', id, msg: { market_ticker: one } })
  })

  it('sends nothing of removed markets, and nothing after the end of the subscription', async () => {
    const tickers = await busyTickers(2)
    await subscribe('orderbook_delta', tickers)
    command('update_subscription', {
      sid: 1,
      action: 'delete_markets',
      market_tickers: tickers.slice(1),
    })
    await client.sync()
    const before = client.frames().length
    await passSeconds(30)
    const deltas = client.frames().slice(before)
    expect(new Set(deltas.map((frame) => msgOf(frame)['market_ticker']))).toEqual(
      new Set(tickers.slice(0, 1)),
    )
    command('unsubscribe', { sids: [1] })
    await client.sync()
    expect(client.frames().at(-1)).toMatchObject({ type: 'unsubscribed', sid: 1 })
    const after = client.frames().length
    await passSeconds(30)
    expect(client.frames().length).toBe(after)
  })

  it('states prices of No as prices of Yes on request', async () => {
    const tickers = await busyTickers(1)
    await subscribe('orderbook_delta', tickers)
    const other = await connect(served, path)
    other.send({
      id: 1,
      cmd: 'subscribe',
      params: { channels: ['orderbook_delta'], market_tickers: tickers, use_yes_price: true },
    })
    await other.sync()
    const [mine, theirs] = [client, other].map((one) => msgOf(one.frames()[1] ?? {}))
    await other.close()
    expect(theirs?.['yes_dollars_fp']).toEqual(mine?.['yes_dollars_fp'])
    const prices = (levels: unknown): number[] =>
      (levels as [string, string][]).map(([price]) => Math.round(Number(price) * 10_000))
    expect(prices(theirs?.['no_dollars_fp'])).toEqual(
      prices(mine?.['no_dollars_fp']).map((price) => 10_000 - price),
    )
  })
})

describe('the channel trade', () => {
  it('sends every trade of REST once, of the whole exchange', async () => {
    await subscribe('trade')
    const fromS = Math.floor(served.clock.nowMs / 1000) + 1
    await passSeconds(300)
    const rows = await tradeApiPages(served, `/markets/trades?min_ts=${fromS}&limit=1000`, 'trades')
    const streamed = ofType('trade').map(msgOf)
    expect(streamed.length).toBeGreaterThan(30)
    const same = ['trade_id', 'yes_price_dollars', 'count_fp', 'taker_outcome_side'] as const
    const listed = rows.map((row) => [...same.map((name) => row[name]), row['ticker']].join(' '))
    const sent = streamed
      .filter(({ ts_ms: ms }) => Number(ms) >= fromS * 1000)
      .map((msg) => [...same.map((name) => msg[name]), msg['market_ticker']].join(' '))
    expect(sent.sort()).toEqual(listed.sort())
  })

  it('sends those of some markets only', async () => {
    const tickers = await busyTickers(2)
    await subscribe('trade', tickers)
    await passSeconds(600)
    const sent = new Set(ofType('trade').map((frame) => msgOf(frame)['market_ticker']))
    expect(sent.size).toBeGreaterThan(0)
    expect(tickers).toEqual(expect.arrayContaining([...sent]))
  })
})

describe('a command', () => {
  it.each([
    ['no JSON', 'hello', 1],
    ['an unknown command', { cmd: 'dance' }, 5],
    ['no parameters', { cmd: 'subscribe' }, 2],
    ['no channel', { cmd: 'subscribe', params: {} }, 3],
    ['an unknown channel', { cmd: 'subscribe', params: { channels: ['ticker_v2'] } }, 8],
    ['no market', { cmd: 'subscribe', params: { channels: ['orderbook_delta'] } }, 14],
    ['no subscription', { cmd: 'unsubscribe', params: { sids: [] } }, 4],
    ['an unknown subscription', { cmd: 'unsubscribe', params: { sids: [9] } }, 7],
    ['two subscriptions', { cmd: 'update_subscription', params: { sids: [1, 2] } }, 12],
    ['no action', { cmd: 'update_subscription', params: { sid: 1 } }, 15],
    [
      'a snapshot of trades',
      {
        cmd: 'update_subscription',
        params: { sid: 1, action: 'get_snapshot', market_tickers: ['T'] },
      },
      13,
    ],
  ])('with %s gets an error', async (_, text, code) => {
    await subscribe('trade')
    client.send(text)
    await client.sync()
    expect(client.frames().at(-1)).toMatchObject({ type: 'error', msg: { code } })
  })
})

describe('a handshake', () => {
  it.each(['rsa', 'ed25519'] as const)(
    'is checked where a key of type %s is required',
    async (type) => {
      const { publicKey, privateKey } =
        type === 'rsa'
          ? generateKeyPairSync('rsa', { modulusLength: 2048 })
          : generateKeyPairSync('ed25519')
      const strict = await serve({ requiredKey: { id: 'id', publicKey } })
      try {
        const headers = signatureHeaders('id', privateKey, saturdayMs, `GET${path}`)
        const accepted = await connect(strict, path, headers)
        await accepted.close()
        expect(await rejectedStatus(strict, path)).toMatchObject({ status: 401 })
        const late = signatureHeaders('id', privateKey, saturdayMs - 6_000, `GET${path}`)
        expect(await rejectedStatus(strict, path, late)).toMatchObject({ status: 401 })
        const other = signatureHeaders('id', privateKey, saturdayMs, 'GET/trade-api/v2/markets')
        expect(await rejectedStatus(strict, path, other)).toMatchObject({ status: 401 })
      } finally {
        await strict.close()
      }
    },
  )
})

describe('the channel market_lifecycle_v2', () => {
  it('announces what REST shows', async () => {
    const calm = await serve()
    try {
      const follower = await connect(calm, path)
      follower.send({ id: 1, cmd: 'subscribe', params: { channels: ['market_lifecycle_v2'] } })
      for (let n = 0; n < 12; n++) {
        calm.clock.nowMs += 3_600_000
        await follower.sync()
      }
      const frames = follower.frames().filter(({ type }) => type === 'market_lifecycle_v2')
      const kinds = new Set(frames.map((frame) => msgOf(frame)['event_type']))
      expect([...kinds]).toEqual(expect.arrayContaining(['created', 'determined', 'settled']))
      for (const { msg } of frames) {
        const { market_ticker: ticker, event_type: kind, result } = msg as Row
        const { market } = await calm.json<{ market: Row }>(
          `/trade-api/v2/markets/${encodeURIComponent(String(ticker))}`,
        )
        if (kind === 'settled') expect(market['status']).toBe('finalized')
        if (kind === 'determined') expect(market['result']).toBe(result)
      }
      await follower.close()
    } finally {
      await calm.close()
    }
  })
})
