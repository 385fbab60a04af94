// The client packages that platform_a publishes read the simulator's streams. platform_b publishes none for its
// WebSocket; platform-b-frames.test.ts compares its frames with recorded ones.
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { createPublicClient, forkEnvironmentConfig } from '@polymarket/client'
import { RealTimeDataClient, type Message } from '@polymarket/real-time-data-client'
import { WebSocket } from 'ws'
import { serve, type Row, type Served } from './client.ts'
import { connect } from './stream-client.ts'

let served: Served
beforeAll(async () => {
  served = await serve({ activity: 2 })
  // The client takes the WebSocket of the runtime, which Node has since version 22.
  Object.assign(globalThis, { WebSocket })
})
afterAll(() => served.close())

/** Tokens of the markets of the most recent trades, both of each. */
async function busyTokens(count: number): Promise<readonly string[]> {
  const rows = await served.json<Row[]>('/data/trades?takerOnly=true&limit=500')
  const ids = [...new Set(rows.map(({ conditionId }) => String(conditionId)))].slice(0, count)
  const markets = await Promise.all(ids.map((id) => served.json(`/clob/markets/${id}`)))
  return markets.flatMap(({ tokens }) =>
    (tokens as Row[]).map(({ token_id: token }) => String(token)),
  )
}

const marketMessages = [
  'book',
  'price_change',
  'last_trade_price',
  'best_bid_ask',
  'tick_size_change',
  'new_market',
  'market_resolved',
]

describe('the package @polymarket/client', () => {
  // It drops frames that it cannot read without a word: hence the comparison with a client that reads all.
  it('reads every message of the market channel', async () => {
    const url = served.url.replace('http', 'ws')
    const environment = forkEnvironmentConfig({
      name: 'simulator',
      clob: { rest: `${served.url}/clob`, market: { ws: `${url}/ws/market` } },
    })
    const tokenIds = await busyTokens(20)
    const other = await connect(served, '/ws/market')
    other.send({ type: 'market', assets_ids: tokenIds, custom_feature_enabled: true })
    served.simulator.setStreamFaults([{ kind: 'tick-size-change', probability: 0.5 }])
    const handle = await createPublicClient({ environment }).subscribe([
      { topic: 'market', tokenIds, customFeatureEnabled: true },
    ])
    const read: string[] = []
    const sent = (): readonly string[] => other.frames().map((frame) => String(frame['event_type']))
    try {
      const events = handle[Symbol.asyncIterator]()
      // Both have their first books before the clock moves.
      while (read.length < tokenIds.length) read.push(String((await events.next()).value?.type))
      await other.sync()
      while (!marketMessages.every((type) => sent().includes(type))) {
        served.clock.nowMs += 7_200_000
        await other.sync()
      }
      const expected = [...sent()].sort()
      while (read.length < expected.length) read.push(String((await events.next()).value?.type))
      expect(read.sort()).toEqual(expected)
    } finally {
      await handle.close()
      await other.close()
    }
  })
})

describe('the package @polymarket/real-time-data-client', () => {
  it('reads the activity, with the rows that REST has', async () => {
    const host = `${served.url.replace('http', 'ws')}/rtds`
    const fromS = Math.floor(served.clock.nowMs / 1000) + 1
    const messages: Message[] = []
    const client = new RealTimeDataClient({
      host,
      onConnect: (connected) =>
        connected.subscribe({
          subscriptions: [
            { topic: 'activity', type: 'trades' },
            { topic: 'activity', type: 'orders_matched' },
          ],
        }),
      onMessage: (_, message) => messages.push(message),
    })
    await new Promise<void>((resolve) => {
      const clock = setInterval(() => {
        served.clock.nowMs += 3000
        if (messages.length < 30) return
        clearInterval(clock)
        resolve()
      }, 20)
      client.connect()
    })
    jest.spyOn(console, 'error').mockImplementation(() => {})
    client.disconnect()
    const rows = await served.json<Row[]>(`/data/trades?takerOnly=false&limit=10000&start=${fromS}`)
    const keyOf = (row: Row): string =>
      ['transactionHash', 'asset', 'proxyWallet', 'size', 'price'].map((name) => row[name]).join()
    const listed = new Set(rows.map(keyOf))
    const streamed = messages
      .filter(
        ({ type, payload }) => type === 'trades' && Number((payload as Row)['timestamp']) >= fromS,
      )
      .map(({ payload }) => keyOf(payload as Row))
    expect(streamed.length).toBeGreaterThan(5)
    expect(streamed.filter((key) => !listed.has(key))).toEqual([])
  })
})
