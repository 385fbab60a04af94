// The market channel of platform_a: what is streamed is what REST serves.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { serve, type Row, type Served } from './client.ts'
import { connect, type StreamClient } from './stream-client.ts'

let served: Served
let client: StreamClient
beforeAll(async () => {
  served = await serve({ activity: 5 })
})
afterAll(() => served.close())
beforeEach(async () => {
  client = await connect(served, '/ws/market')
})
afterEach(() => client.close())

interface Market {
  readonly id: string
  readonly tokens: readonly [string, string]
}

/** The most traded open markets. */
async function topMarkets(count: number): Promise<readonly Market[]> {
  const rows = await served.json<Row[]>(
    `/gamma/markets?closed=false&order=volume24hr&ascending=false&limit=${count}`,
  )
  return rows.map(({ conditionId, clobTokenIds }) => ({
    id: String(conditionId),
    tokens: JSON.parse(String(clobTokenIds)) as [string, string],
  }))
}

async function subscribed(count: number): Promise<readonly Market[]> {
  const markets = await topMarkets(count)
  client.send({
    type: 'market',
    assets_ids: markets.flatMap(({ tokens }) => tokens),
    custom_feature_enabled: true,
  })
  await client.sync()
  return markets
}

/** In steps of three seconds. */
async function passSeconds(seconds: number): Promise<void> {
  for (let n = 0; n < seconds; n += 3) {
    served.clock.nowMs += 3000
    await client.sync()
  }
}

type Levels = Map<string, string>
interface Replayed {
  readonly BUY: Levels
  readonly SELL: Levels
}

const levelsOf = (levels: unknown): Levels =>
  new Map((levels as Row[]).map(({ price, size }) => [String(price), String(size)]))

/** The books of all tokens, from the frames alone. `onChange`: after each change. */
function replay(
  frames: readonly Row[],
  onChange: (book: Replayed, change: Row) => void = () => {},
): ReadonlyMap<string, Replayed> {
  const books = new Map<string, Replayed>()
  for (const frame of frames) {
    if (frame['event_type'] === 'book')
      books.set(String(frame['asset_id']), {
        BUY: levelsOf(frame['bids']),
        SELL: levelsOf(frame['asks']),
      })
    if (frame['event_type'] !== 'price_change') continue
    for (const change of frame['price_changes'] as Row[]) {
      const book = books.get(String(change['asset_id']))
      if (book === undefined) continue
      const side = book[change['side'] as 'BUY' | 'SELL']
      if (change['size'] === '0') expect(side.delete(String(change['price']))).toBe(true)
      else side.set(String(change['price']), String(change['size']))
      onChange(book, change)
    }
  }
  return books
}

const restBook = async (token: string): Promise<Row> => served.json(`/clob/book?token_id=${token}`)
const sorted = (levels: Levels): readonly [string, string][] =>
  [...levels].sort(([one], [other]) => Number(one) - Number(other))

describe('a subscription', () => {
  it('begins with the books that REST serves, in one array', async () => {
    const [market] = await subscribed(1)
    const first = JSON.parse(client.texts[0] ?? '') as Row[]
    expect(first.length).toBe(2)
    for (const [n, token] of (market?.tokens ?? []).entries()) {
      const { min_order_size: _min, neg_risk: _risk, ...book } = await restBook(token)
      expect(first[n]).toEqual({ ...book, event_type: 'book' })
    }
  })

  it('sends changes that lead to the books of REST, level by level', async () => {
    const markets = await subscribed(20)
    let changes = 0
    for (let n = 0; n < 10; n++) {
      await passSeconds(7)
      const books = replay(client.frames(), () => changes++)
      for (const token of markets.flatMap(({ tokens }) => tokens)) {
        const rest = await restBook(token)
        const book = books.get(token)
        expect(sorted(book?.BUY ?? new Map())).toEqual(sorted(levelsOf(rest['bids'])))
        expect(sorted(book?.SELL ?? new Map())).toEqual(sorted(levelsOf(rest['asks'])))
      }
    }
    expect(changes).toBeGreaterThan(500)
  })

  it('never crosses a book, and states the best prices after each change', async () => {
    await subscribed(20)
    await passSeconds(30)
    let changes = 0
    replay(client.frames(), ({ BUY, SELL }, change) => {
      const bid = Math.max(0, ...[...BUY.keys()].map(Number))
      const ask = Math.min(1, ...[...SELL.keys()].map(Number))
      expect(bid).toBeLessThan(ask)
      expect([Number(change['best_bid']), Number(change['best_ask'])]).toEqual([bid, ask])
      changes++
    })
    expect(changes).toBeGreaterThan(200)
  })

  it('sends one message for each transaction of REST, with its total size', async () => {
    const fromS = Math.floor(served.clock.nowMs / 1000) + 1
    const markets = await subscribed(20)
    await passSeconds(600)
    const rows = await served.json<Row[]>(
      `/data/trades?takerOnly=true&limit=10000&start=${fromS}&market=${markets.map(({ id }) => id).join(',')}`,
    )
    const sizes = new Map<string, number>()
    for (const { transactionHash, asset, side, size } of rows) {
      const key = [transactionHash, asset, side].join(' ')
      sizes.set(key, (sizes.get(key) ?? 0) + Number(size))
    }
    const streamed = client
      .frames()
      .filter(
        ({ event_type: type, timestamp }) =>
          type === 'last_trade_price' && Number(timestamp) >= fromS * 1000,
      )
      .map(({ transaction_hash: hash, asset_id: asset, side, size }) =>
        [hash, asset, side, Number(size).toFixed(6)].join(' '),
      )
    expect(streamed.length).toBeGreaterThan(30)
    expect(streamed.sort()).toEqual(
      [...sizes].map(([key, size]) => `${key} ${size.toFixed(6)}`).sort(),
    )
  })

  it('of a token that is subscribed already sends nothing', async () => {
    const [market] = await subscribed(1)
    const command = { operation: 'subscribe', assets_ids: market?.tokens ?? [] }
    client.send(command)
    await client.sync()
    expect(client.texts.length).toBe(1)
    client.send({ ...command, operation: 'unsubscribe' })
    await client.sync()
    await passSeconds(10)
    expect(client.texts.length).toBe(1)
    client.send(command)
    await client.sync()
    expect(client.frames().length).toBe(4)
  })
})

describe('the channel', () => {
  it('answers PING and ignores what it cannot read', async () => {
    for (const text of ['PING', 'hello', '{"type":"market"', '[]', '{"type":"market"}'])
      client.send(text)
    await client.sync()
    expect(client.texts).toEqual(['PONG'])
  })

  it('closes the connection after a command with thousands of tokens', async () => {
    client.send({ type: 'market', assets_ids: Array.from({ length: 2_001 }, (_, n) => String(n)) })
    expect((await client.closed).code).toBe(1008)
  })

  it('announces new and resolved markets to clients that want them', async () => {
    await subscribed(100)
    const plain = await connect(served, '/ws/market')
    for (let n = 0; n < 12; n++) {
      served.clock.nowMs += 3_600_000
      await client.sync()
      await plain.sync()
    }
    const created = client.frames().filter(({ event_type: type }) => type === 'new_market')
    const resolved = client.frames().filter(({ event_type: type }) => type === 'market_resolved')
    expect([created.length, resolved.length].every((count) => count > 0)).toBe(true)
    for (const { market } of created)
      expect((await served.get(`/clob/markets/${String(market)}`)).status).toBe(200)
    for (const { market, winning_outcome: winner } of resolved) {
      const { closed, tokens } = await served.json(`/clob/markets/${String(market)}`)
      expect(closed).toBe(true)
      const won = (tokens as Row[]).find((token) => token['winner'] === true)
      expect(winner).toBe(won?.['outcome'] ?? '')
    }
    expect(plain.texts).toEqual([])
  })
})
