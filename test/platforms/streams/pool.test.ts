// The connections of a stream, against a server that behaves as the platforms were seen to behave.
import { afterEach, describe, expect, it } from '@jest/globals'
import { createPlatformAStream } from '../../../services/platforms/platform-a/stream/protocol.ts'
import type { StreamProtocol } from '../../../services/platforms/streams/protocol.ts'
import { eventually } from '../../support/waiting.ts'
import {
  openStreamServer,
  runPool,
  targetOf,
  type RunningPool,
  type StreamServer,
} from './stream-server.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function open(
  changed: Partial<StreamProtocol> = {},
): Promise<{ server: StreamServer; running: RunningPool }> {
  const server = await openStreamServer()
  const running = runPool({ ...createPlatformAStream(`${server.url}/ws/market`), ...changed })
  closing.push(() => server.close(), running.stop)
  return { server, running }
}

const targets = (count: number) => Array.from({ length: count }, (_, n) => targetOf(`m${n}`))
const trade = (market: string) => JSON.stringify({ event_type: 'last_trade_price', market })

describe('the connections of a stream', () => {
  it('share the markets, with both tokens of a market on one, in messages of at most 100', async () => {
    const { server, running } = await open()
    running.pool.follow(targets(200))
    await eventually(async () => expect(running.pool.openCount()).toBe(2))
    const tokens = (n: number) =>
      server.opened[n]?.received.map((text) => (JSON.parse(text) as { assets_ids: [] }).assets_ids)
    await eventually(async () => expect([tokens(0)?.length, tokens(1)?.length]).toEqual([3, 1]))
    expect(tokens(0)?.flat()).toHaveLength(300)
    expect(tokens(1)?.flat().slice(0, 2)).toEqual(['m1500', 'm1501'])
    expect(server.opened[0]?.received[0]).toContain('"type":"market"')
    expect(server.opened[0]?.received[1]).toContain('"operation":"subscribe"')
    expect(running.awaited).toHaveLength(200)
  })

  it('follow the wanted markets, and close when none are left', async () => {
    const { server, running } = await open()
    running.pool.follow(targets(3))
    await eventually(async () => expect(server.opened[0]?.received).toHaveLength(1))
    running.pool.follow(targets(4).slice(1))
    await eventually(async () => expect(server.opened[0]?.received).toHaveLength(3))
    expect(server.opened[0]?.received[1]).toBe(
      '{"operation":"unsubscribe","assets_ids":["m00","m01"]}',
    )
    expect(server.opened[0]?.received[2]).toContain('"assets_ids":["m30","m31"]')
    expect(running.lost).toEqual(['pa_m0'])
    running.pool.follow([])
    await eventually(async () => expect(running.pool.openCount()).toBe(0))
    await eventually(async () => expect(running.counts.get('stream_ends stopped')).toBe(1))
  })

  it('are replaced if they bring no data, however well pings are answered', async () => {
    const { server, running } = await open()
    server.onMessage = (text, { socket }) => {
      if (text === 'PING') socket.send('PONG')
    }
    running.pool.follow(targets(1))
    await eventually(async () => expect(running.pool.openCount()).toBe(1))
    for (let second = 0; second < 31; second += 10) {
      running.advance(10_000)
      running.pool.check()
      const pings = second / 10 + 1
      await eventually(async () =>
        expect(server.opened.length > 1 || server.opened[0]?.received.length === 1 + pings).toBe(
          true,
        ),
      )
    }
    await eventually(async () => expect(running.counts.get('stream_ends no_data')).toBe(1))
    await eventually(async () => expect(server.opened).toHaveLength(2))
    expect(running.lost).toEqual(['pa_m0'])
  })

  it('wait for data in proportion to what is usual on them', async () => {
    const { server, running } = await open()
    running.pool.follow(targets(1))
    await eventually(async () => expect(server.opened[0]?.received).toHaveLength(1))
    for (let n = 1; n <= 20; n += 1) {
      running.advance(5_000)
      server.opened[0]?.socket.send(trade('m0'))
      await eventually(async () => expect(running.frames).toHaveLength(n), { everyMs: 1 })
    }
    running.advance(44_000)
    running.pool.check()
    server.opened[0]?.socket.send('PONG')
    server.opened[0]?.socket.ping()
    running.advance(40_000)
    expect(running.counts.size).toBe(0)
  })

  it('are never opened in a storm', async () => {
    const { server, running } = await open()
    server.refuse = { status: 503 }
    running.pool.follow(targets(1_500))
    await eventually(async () => expect(server.opened.length).toBeGreaterThan(40))
    running.stop()
    const passedMs = running.pauses.reduce((sum, ms) => sum + ms, 0)
    // ten connections: the first four at once, the others every five seconds
    expect(server.opened.length).toBeLessThanOrEqual(4 + passedMs / 5_000)
  })

  it('wait as long as the platform says, and a minute after a refusal of the key', async () => {
    const { server, running } = await open()
    server.refuse = { status: 425, headers: { 'retry-after': '77' } }
    running.pool.follow(targets(1))
    await eventually(async () => expect(running.pauses).toContain(77_000))
    server.refuse = { status: 401 }
    await eventually(async () =>
      expect(running.counts.get('stream_ends http_401')).toBeGreaterThan(0),
    )
    server.refuse = null
    await eventually(async () => expect(running.pool.openCount()).toBe(1))
    expect(running.pauses).toContain(60_000)
  })

  it('survive messages that no client expects, and count them', async () => {
    const { server, running } = await open()
    running.pool.follow(targets(1))
    await eventually(async () => expect(server.opened[0]?.received).toHaveLength(1))
    const level = '{"price":"0.5","size":"1"},'.repeat(160_000)
    const book = `{"event_type":"book","market":"m0","asset_id":"m00","asks":[],"bids":[${level.slice(0, -1)}]}`
    expect(book.length).toBeGreaterThan(4 * 1024 * 1024)
    const messages = [
      'Internal error',
      '{"event_type":"book","market":"m0",',
      '[1,null,"x"]',
      '{"event_type":"weather","market":"m0"}',
      '{"event_type":"book","market":"m9","asset_id":"m90","bids":[],"asks":[]}',
      '{"event_type":"last_trade_price"}',
      '[]',
      '[',
      `[${book}]`,
      '{"event_type":"price_change","market":"m0","price_changes":[{"asset_id":"m00","price":"","size":"1","side":"BUY"}]}',
      '['.repeat(100_000),
      trade('m0'),
    ]
    for (const text of messages) server.opened[0]?.socket.send(text)
    server.opened[0]?.socket.send(Buffer.from([0, 255, 254]), { binary: true })
    await eventually(async () =>
      expect(running.frames.at(-1)?.event).toMatchObject({ kind: 'trade' }),
    )
    await eventually(async () =>
      expect(Object.fromEntries(running.counts)).toEqual({
        'stream_anomalies not_json': 5,
        'stream_anomalies not_an_object': 3,
        'stream_anomalies unknown_type': 1,
        'stream_anomalies unknown_market': 1,
        'stream_anomalies no_market': 1,
      }),
    )
    expect(running.frames.map(({ event }) => event?.kind)).toEqual([
      'snapshot',
      'invalidated',
      'trade',
    ])
    expect(server.opened).toHaveLength(1)
  })

  it('log the beginning of an unexpected message, once a minute for each reason', async () => {
    const { server, running } = await open()
    running.pool.follow(targets(1))
    await eventually(async () => expect(server.opened[0]?.received).toHaveLength(1))
    const send = async (reason: string, text: string): Promise<void> => {
      const name = `stream_anomalies ${reason}`
      const before = running.counts.get(name) ?? 0
      server.opened[0]?.socket.send(text)
      await eventually(async () => expect(running.counts.get(name)).toBe(before + 1))
    }
    await send('not_json', 'x'.repeat(1_000))
    await send('not_json', 'another one')
    await send('no_market', '{"event_type":"last_trade_price"}')
    running.advance(60_000)
    await send('not_json', 'a minute later')
    expect(running.samples).toEqual([
      `not_json: ${'x'.repeat(300)}`,
      'no_market: {"event_type":"last_trade_price"}',
      'not_json: a minute later',
    ])
  })

  it('are replaced when reading a message fails', async () => {
    const { server, running } = await open()
    running.pool.follow(targets(1))
    await eventually(async () => expect(server.opened[0]?.received).toHaveLength(1))
    server.opened[0]?.socket.send(trade('poison'))
    await eventually(async () => expect(server.opened).toHaveLength(2))
    expect(running.counts.get('stream_ends not_read')).toBe(1)
    expect(running.lost).toEqual(['pa_m0'])
  })

  it('are replaced when a message is longer than any', async () => {
    const { server, running } = await open({ maxMessageBytes: 1_000 })
    running.pool.follow(targets(1))
    await eventually(async () => expect(server.opened[0]?.received).toHaveLength(1))
    server.opened[0]?.socket.send('x'.repeat(2_000))
    await eventually(async () => expect(server.opened).toHaveLength(2))
    expect(running.counts.get('stream_ends WS_ERR_UNSUPPORTED_MESSAGE_LENGTH')).toBe(1)
  })
})
