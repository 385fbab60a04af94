// The faults of the streams: what a client sees of each.
import { once } from 'node:events'
import { connect as connectSocket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import type { StreamFaultKind } from '../../simulator/streams/stream-faults.ts'
import { serve, type Row, type Served } from './client.ts'
import { connect, rejectedStatus, type StreamClient } from './stream-client.ts'

let served: Served
const clients: StreamClient[] = []
beforeAll(async () => {
  served = await serve({ activity: 5 })
})
afterAll(() => served.close())
afterEach(async () => {
  served.simulator.setStreamFaults([])
  await Promise.all(clients.splice(0).map((client) => client.close()))
})

const inject = (kind: StreamFaultKind, probability = 1, more: object = {}): void =>
  served.simulator.setStreamFaults([{ kind, probability, ...more }])

async function open(path: string): Promise<StreamClient> {
  const client = await connect(served, path)
  clients.push(client)
  return client
}

/** Of the last client of the market channel. */
let tokens: readonly unknown[] = []

/** A client of the market channel with both tokens of the markets that were traded last. */
async function marketClient(count = 10): Promise<StreamClient> {
  const rows = await served.json<Row[]>('/data/trades?takerOnly=true&limit=500')
  const ids = [...new Set(rows.map(({ conditionId }) => String(conditionId)))].slice(0, count)
  const markets = await Promise.all(ids.map((id) => served.json(`/clob/markets/${id}`)))
  tokens = markets.flatMap((market) =>
    (market['tokens'] as Row[]).map(({ token_id: token }) => token),
  )
  const client = await open('/ws/market')
  client.send({ type: 'market', assets_ids: tokens })
  await client.sync()
  return client
}

async function tradeClient(): Promise<StreamClient> {
  const client = await open('/trade-api/ws/v2')
  client.send({ id: 1, cmd: 'subscribe', params: { channels: ['trade'] } })
  await client.sync()
  return client
}

/** Time passes for all clients. */
async function passSeconds(seconds: number): Promise<void> {
  for (let n = 0; n < seconds; n += 10) {
    served.clock.nowMs += 10_000
    await Promise.all(clients.map((client) => client.sync()))
  }
}

const ofType = (client: StreamClient, type: string): readonly Row[] =>
  client.frames().filter((frame) => frame['event_type'] === type || frame['type'] === type)
const idsOf = (client: StreamClient): readonly unknown[] =>
  ofType(client, 'trade').map(({ msg }) => (msg as Row)['trade_id'])
const numbersOf = (client: StreamClient): readonly number[] =>
  ofType(client, 'trade').map(({ seq }) => Number(seq))
const isContiguous = (numbers: readonly number[]): boolean =>
  numbers.every((number, n) => number === (numbers[0] ?? 0) + n)

/** Trade ids of REST since a time. */
async function listedSince(fromMs: number): Promise<readonly unknown[]> {
  const { trades } = await served.json<{ trades: Row[] }>(
    `/trade-api/v2/markets/trades?limit=1000&min_ts=${Math.floor(fromMs / 1000) + 1}`,
  )
  return trades.map(({ trade_id: id }) => id)
}

describe('the handshake', () => {
  it.each([
    ['refused', 429, undefined],
    ['restarting', 425, '1'],
    ['unavailable', 503, undefined],
  ] as const)('with the fault %s gets %d', async (kind, status, retryAfter) => {
    inject(kind, 1, { path: '/ws/market' })
    expect(await rejectedStatus(served, '/ws/market')).toEqual({ status, retryAfter })
    await open('/rtds')
    expect(served.simulator.streams.faultCounts()[kind]).toBe(1)
  })

  it('at an unknown path gets 404', async () => {
    expect(await rejectedStatus(served, '/ws/nothing')).toMatchObject({ status: 404 })
  })

  it('that is rejected may find the connection closed by the client', async () => {
    const { hostname, port } = new URL(served.url)
    for (let n = 0; n < 20; n++) {
      const socket = connectSocket(Number(port), hostname)
      await once(socket, 'connect')
      socket.write(
        'GET /ws/nothing HTTP/1.1\r\nHost: simulator\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      )
      await once(socket, 'data')
      socket.resetAndDestroy()
    }
    expect(await rejectedStatus(served, '/ws/nothing')).toMatchObject({ status: 404 })
  })
})

describe('silence', () => {
  it('of a connection leaves its replies', async () => {
    const client = await marketClient()
    inject('silent-connection')
    const before = client.frames().length
    await passSeconds(60)
    client.send('PING')
    await client.sync()
    expect(client.frames().length).toBe(before)
    expect(client.texts.at(-1)).toBe('PONG')
  })

  it('of some markets leaves the others, and ends for some after a new subscription', async () => {
    inject('silent-market', 0.5)
    const client = await marketClient(30)
    await passSeconds(60)
    const heard = new Set(client.frames().map(({ market }) => market))
    expect(heard.size).toBeGreaterThan(3)
    expect(heard.size).toBeLessThan(27)
    const before = client.frames().length
    client.send({ operation: 'unsubscribe', assets_ids: tokens })
    client.send({ operation: 'subscribe', assets_ids: tokens })
    await client.sync()
    const added = client.frames().slice(before)
    expect(added.some(({ market }) => !heard.has(market))).toBe(true)
  })

  it('can be complete', async () => {
    const client = await open('/ws/market')
    const { streams } = served.simulator
    inject('mute')
    const before = streams.faultCounts().mute ?? 0
    client.send('PING')
    while ((streams.faultCounts().mute ?? 0) === before)
      await new Promise((resolve) => setImmediate(resolve))
    served.simulator.setStreamFaults([])
    await client.sync()
    expect(client.texts).toEqual([])
  })
})

describe('frames', () => {
  it('are lost without a gap in the numbers, or with one', async () => {
    inject('lost-frame', 0.3)
    const fromMs = served.clock.nowMs
    const client = await tradeClient()
    await passSeconds(300)
    const listed = await listedSince(fromMs)
    expect(isContiguous(numbersOf(client))).toBe(true)
    expect(idsOf(client).length).toBeLessThan(listed.length)
    inject('seq-gap', 0.3)
    await passSeconds(300)
    expect(isContiguous(numbersOf(client))).toBe(false)
  })

  it('are in another order', async () => {
    inject('reordered', 0.3)
    const client = await tradeClient()
    await passSeconds(300)
    const numbers = numbersOf(client)
    expect(isContiguous(numbers)).toBe(false)
    expect(isContiguous([...numbers].sort((one, other) => one - other).slice(0, -1))).toBe(true)
  })

  it('of trades come twice', async () => {
    inject('duplicate-trade')
    const client = await tradeClient()
    await passSeconds(120)
    const ids = idsOf(client)
    expect(ids.length).toBeGreaterThan(10)
    expect(new Set(ids).size * 2).toBe(ids.length)
  })

  it('that no client expects come in between', async () => {
    inject('odd-frame', 0.5)
    const client = await open('/ws/market')
    client.send({ type: 'market', assets_ids: [], custom_feature_enabled: true })
    const trades = await tradeClient()
    await passSeconds(300)
    expect(trades.texts.some((text) => !text.startsWith('{'))).toBe(true)
  })

  it('after a subscription are lost', async () => {
    inject('lost-first-frame')
    const client = await marketClient()
    expect(client.texts).toEqual([])
    await passSeconds(60)
    expect(client.texts.length).toBeGreaterThan(0)
  })

  it('after a subscription are larger than 1 MiB', async () => {
    inject('oversized-first-array')
    const client = await marketClient()
    expect(client.texts[0]?.length).toBeGreaterThan(1_048_576)
    expect(client.frames().length).toBe(20)
  })
})

describe('trades', () => {
  it('on the stream are never listed, or are listed and not on the stream', async () => {
    const fromMs = served.clock.nowMs
    inject('withdrawn-trade', 0.3)
    const [one, other] = [await tradeClient(), await tradeClient()]
    await passSeconds(300)
    const listed = new Set(await listedSince(fromMs))
    const withdrawn = idsOf(one).filter((id) => !listed.has(id))
    expect(withdrawn.length).toBeGreaterThan(5)
    expect(idsOf(other)).toEqual(idsOf(one))
    expect(new Set(idsOf(one)).size).toBe(listed.size + withdrawn.length)
    inject('missed-trade', 0.3)
    const missedFromMs = served.clock.nowMs
    await passSeconds(300)
    const streamed = new Set(idsOf(one))
    const missed = (await listedSince(missedFromMs)).filter((id) => !streamed.has(id))
    expect(missed.length).toBeGreaterThan(5)
    expect(idsOf(other)).toEqual(idsOf(one))
  })
})

describe('books', () => {
  it('have a wrong hash', async () => {
    inject('wrong-hash')
    const client = await marketClient()
    for (const { asset_id: token, hash } of client.frames()) {
      const rest = await served.json(`/clob/book?token_id=${String(token)}`)
      expect(hash).not.toBe(rest['hash'])
    }
  })

  it('follow a change of the tick, whole', async () => {
    inject('tick-size-change')
    const client = await marketClient()
    await passSeconds(300)
    const frames = client.frames()
    const changed = frames.findIndex(({ event_type: type }) => type === 'tick_size_change')
    const { market, asset_id: token } = frames[changed] ?? {}
    const next = frames
      .slice(changed + 1)
      .find(
        ({ event_type: type, asset_id: id, market: of }) =>
          (type === 'book' && id === token) || (type === 'price_change' && of === market),
      )
    expect(next?.['event_type']).toBe('book')
  })
})

describe('a connection', () => {
  it('is closed if the client reads too slowly', async () => {
    const client = await connect(served, '/ws/market')
    inject('slow-consumer')
    const rows = await served.json<Row[]>('/data/trades?takerOnly=true&limit=1')
    client.send({ type: 'market', assets_ids: [rows[0]?.['asset']] })
    expect(await client.closed).toEqual({
      code: 1013,
      reason: 'slow consumer: send buffer full',
    })
  })

  it('of the other platform loses its subscription instead', async () => {
    const client = await tradeClient()
    inject('slow-consumer')
    await passSeconds(60)
    expect(client.frames().at(-1)).toMatchObject({ type: 'error', sid: 1, msg: { code: 25 } })
    served.simulator.setStreamFaults([])
    const before = client.frames().length
    await passSeconds(60)
    expect(client.frames().length).toBe(before)
  })

  it('is closed with all others at a restart', async () => {
    const both = [await connect(served, '/ws/market'), await connect(served, '/trade-api/ws/v2')]
    served.simulator.streams.restart()
    const codes = await Promise.all(both.map(async ({ closed }) => (await closed).code))
    expect(codes).toEqual([1012, 1012])
  })
})

describe('the same seed', () => {
  it('gives the same faults, another one others', async () => {
    const runs: string[] = []
    for (const seed of ['x', 'x', 'y']) {
      const mine = await serve({
        seed,
        streamFaults: [{ kind: 'lost-frame', probability: 0.5 }],
      })
      const client = await connect(mine, '/trade-api/ws/v2')
      client.send({ id: 1, cmd: 'subscribe', params: { channels: ['trade'] } })
      for (let n = 0; n < 20; n++) {
        mine.clock.nowMs += 60_000
        await client.sync()
      }
      runs.push(client.texts.join('\n'))
      await mine.close()
    }
    expect(runs[1]).toBe(runs[0])
    expect(runs[2]).not.toBe(runs[0])
  })
})
