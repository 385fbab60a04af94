// The real-time data stream of platform_a: the topic `activity`.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { serve, type Row, type Served } from './client.ts'
import { connect, type StreamClient } from './stream-client.ts'

let served: Served
beforeAll(async () => {
  served = await serve({ activity: 5 })
})
afterAll(() => served.close())

const subscription = (type: string, filters?: object): Row => ({
  topic: 'activity',
  type,
  ...(filters === undefined ? {} : { filters: JSON.stringify(filters) }),
})

async function subscribed(command: Row): Promise<StreamClient> {
  const client = await connect(served, '/rtds')
  client.send(command)
  await client.sync()
  return client
}

async function passSeconds(client: StreamClient, seconds: number, pings = true): Promise<void> {
  for (let n = 0; n < seconds; n += 5) {
    served.clock.nowMs += 5000
    if (pings) client.send('PING')
    await client.sync()
  }
}

const payloadsOf = (client: StreamClient): readonly Row[] =>
  client.frames().map(({ payload }) => payload as Row)

describe('the topic activity', () => {
  it('has one row for each transaction of REST, or the rows of both sides of each fill', async () => {
    const fromS = Math.floor(served.clock.nowMs / 1000) + 1
    const client = await subscribed({
      action: 'subscribe',
      subscriptions: [subscription('orders_matched'), subscription('trades')],
    })
    await passSeconds(client, 120)
    const rows = (takerOnly: boolean): Promise<readonly Row[]> =>
      served.json(`/data/trades?takerOnly=${String(takerOnly)}&limit=10000&start=${fromS}`)
    const ofType = (wanted: string): readonly Row[] =>
      client
        .frames()
        .filter(({ type }) => type === wanted)
        .map(({ payload }) => payload as Row)
        .filter(({ timestamp }) => Number(timestamp) >= fromS)
    const hashes = (list: readonly Row[]): readonly string[] =>
      list.map(({ transactionHash: hash }) => String(hash)).sort()
    expect(ofType('orders_matched').length).toBeGreaterThan(20)
    expect(hashes(ofType('orders_matched'))).toEqual([...new Set(hashes(await rows(true)))])
    expect(hashes(ofType('trades'))).toEqual(hashes(await rows(false)))
    await client.close()
  })

  it('can be of one event', async () => {
    const [row] = await served.json<Row[]>('/data/trades?takerOnly=true&limit=1')
    const client = await subscribed({
      action: 'subscribe',
      subscriptions: [subscription('trades', { event_slug: row?.['eventSlug'] })],
    })
    await passSeconds(client, 900)
    const slugs = new Set(payloadsOf(client).map(({ eventSlug }) => eventSlug))
    expect([...slugs]).toEqual([row?.['eventSlug']])
    await client.close()
  })

  it('sends nothing after a command without an action, or after its end', async () => {
    const subscriptions = [subscription('trades')]
    const client = await subscribed({ subscriptions })
    await passSeconds(client, 60)
    client.send({ action: 'subscribe', subscriptions })
    client.send({ action: 'unsubscribe', subscriptions })
    await client.sync()
    await passSeconds(client, 60)
    expect(client.frames()).toEqual([])
    await client.close()
  })

  it('is silent 360 seconds after the last ping', async () => {
    const client = await subscribed({
      action: 'subscribe',
      subscriptions: [subscription('trades')],
    })
    client.send('PING')
    await client.sync()
    await passSeconds(client, 360, false)
    const before = client.frames().length
    expect(before).toBeGreaterThan(0)
    await passSeconds(client, 360, false)
    expect(client.frames().length).toBe(before)
    client.send('PING')
    await client.sync()
    await passSeconds(client, 360, false)
    expect(client.frames().length).toBeGreaterThan(before)
    await client.close()
  })
})
