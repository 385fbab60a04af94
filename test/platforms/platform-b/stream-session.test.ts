// The conversation with platform_b's stream: subscriptions, their numbers, and what is done about lost messages.
import { generateKeyPairSync, verify, constants } from 'node:crypto'
import { afterEach, describe, expect, it } from '@jest/globals'
import { createRequestSigner } from '../../../services/platforms/credentials.ts'
import { credentials } from '../../../services/platforms/platform-b/credentials.ts'
import { createPlatformBStream } from '../../../services/platforms/platform-b/stream/protocol.ts'
import { createPlatformBSession } from '../../../services/platforms/platform-b/stream/session.ts'
import { eventually } from '../../support/waiting.ts'
import { openStreamServer, runPool, targetOf } from '../streams/stream-server.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

interface Command {
  readonly id: number
  readonly cmd: string
  readonly params: Record<string, unknown>
}

const sentMs = Date.UTC(2026, 10, 20)

function open() {
  const sent: Command[] = []
  const session = createPlatformBSession((text) => void sent.push(JSON.parse(text) as Command))
  const say = (message: object) => session.read(JSON.stringify(message))
  return { session, sent, say, kinds: (message: object) => say(message).map((f) => f.event?.kind) }
}

const targets = (...names: string[]) => names.map((name) => targetOf(name, 'pb'))
const delta = (seq: number, more: object = {}) => ({
  type: 'orderbook_delta',
  sid: 7,
  seq,
  msg: { market_ticker: 'T1', price_dollars: '0.54', delta_fp: '-1.84', side: 'no', ...more },
})

describe('the stream of platform_b', () => {
  it('subscribes once, and adds markets when the subscription is known', () => {
    const { session, sent, say } = open()
    session.start()
    session.subscribe(targets('T1'))
    session.subscribe(targets('T2', 'T3'))
    session.unsubscribe(targets('T3'))
    expect(sent.map(({ cmd, params }) => [cmd, params['channels']])).toEqual([
      ['subscribe', ['trade']],
      ['subscribe', ['market_lifecycle_v2']],
      ['subscribe', ['orderbook_delta']],
    ])
    expect(sent[2]?.params).toMatchObject({ market_tickers: ['T1'], use_yes_price: false })
    say({ type: 'subscribed', id: 1, msg: { channel: 'trade', sid: 6 } })
    expect(sent).toHaveLength(3)
    say({ type: 'subscribed', id: 3, msg: { channel: 'orderbook_delta', sid: 7 } })
    expect(sent[3]?.params).toEqual({ sid: 7, action: 'add_markets', market_tickers: ['T2'] })
    session.requestSnapshots(targets('T1'))
    expect(sent[4]?.params).toEqual({ sids: [7], action: 'get_snapshot', market_tickers: ['T1'] })
    session.unsubscribe(targets('T1'))
    expect(sent[5]?.params).toMatchObject({ action: 'delete_markets', market_tickers: ['T1'] })
  })

  it('reports lost messages of books as a gap, and ignores late and repeated ones', () => {
    const { session, say, kinds } = open()
    session.subscribe(targets('T1'))
    say({ type: 'subscribed', id: 1, msg: { channel: 'orderbook_delta', sid: 7 } })
    expect(kinds(delta(40))).toEqual(['changes'])
    // the answer to a command counts, too
    expect(kinds({ type: 'ok', id: 9, sid: 7, seq: 41, msg: {} })).toEqual([undefined])
    expect(kinds(delta(42))).toEqual(['changes'])
    expect(kinds(delta(44))).toEqual(['gap', 'changes'])
    expect(kinds(delta(43))).toEqual(['anomaly'])
    expect(kinds(delta(44))).toEqual(['anomaly'])
    expect(kinds(delta(45))).toEqual(['changes'])
    const trade = { type: 'trade', sid: 6, msg: { market_ticker: 'T9' } }
    expect(kinds({ ...trade, seq: 1 })).toEqual(['trade'])
    expect(kinds({ ...trade, seq: 5 })).toEqual(['anomaly', 'trade'])
  })

  it('reads a bid for No as an ask, and takes the time of sending if it is there', () => {
    const { say } = open()
    const [frame] = say({ ...delta(1, { ts_ms: sentMs }), sending_ts_ms: sentMs + 5 })
    expect(frame).toMatchObject({
      id: 'pb_T1',
      sentAtMs: sentMs + 5,
      event: { as: 'additions', changes: [{ side: 'asks', price: '0.46', size: '-1.84' }] },
    })
    expect(say(delta(2, { ts_ms: sentMs }))[0]?.sentAtMs).toBe(sentMs)
    expect(say(delta(3))[0]?.sentAtMs).toBe(null)
    for (const [n, ts_ms] of [1e300, '', -1, '9999999999999999', {}].entries())
      expect(say(delta(4 + n, { ts_ms }))[0]?.sentAtMs).toBe(null)
  })

  it.each([
    [delta(1, { side: 'maybe' }), 'invalidated'],
    [delta(1, { price_dollars: '' }), 'invalidated'],
    [delta(1, { delta_fp: null }), 'invalidated'],
    [delta(1, { market_ticker: undefined }), 'anomaly'],
    [
      { type: 'orderbook_snapshot', msg: { market_ticker: 'T1', yes_dollars_fp: 5 } },
      'invalidated',
    ],
    [{ type: 'weather', msg: null }, 'anomaly'],
    [{ msg: [] }, 'anomaly'],
    [{ type: 'error', id: 5, msg: { code: 27 } }, 'anomaly'],
    [{ type: 'error', sid: 7, msg: { code: 25, msg: 'overflow' } }, 'ended'],
  ])('reads %j as %s', (message, kind) => {
    expect(open().kinds(message)).toEqual([kind])
  })

  it('ends the connection when the subscription of books is refused', () => {
    const { session, kinds } = open()
    session.subscribe(targets('T1'))
    expect(kinds({ type: 'error', id: 1, msg: { code: 26 } })).toEqual(['ended'])
  })

  it.each(['rsa', 'ed25519'] as const)('signs the opening with a key of type %s', async (type) => {
    const pair =
      type === 'rsa'
        ? generateKeyPairSync('rsa', { modulusLength: 2048 })
        : generateKeyPairSync('ed25519')
    const server = await openStreamServer()
    const signer = createRequestSigner(credentials, { id: 'key-1', privateKey: pair.privateKey })
    const url = `${server.url}/trade-api/ws/v2`
    const running = runPool(createPlatformBStream(url, { signer, platformNowMs: () => 123_456 }))
    closing.push(() => server.close(), running.stop)
    running.pool.follow(targets('T1'))
    await eventually(async () => expect(running.pool.openCount()).toBe(1))
    const headers = server.opened[0]?.headers ?? {}
    expect(headers['kalshi-access-key']).toBe('key-1')
    expect(headers['kalshi-access-timestamp']).toBe('123456')
    const signature = Buffer.from(String(headers['kalshi-access-signature']), 'base64')
    const signed = Buffer.from('123456GET/trade-api/ws/v2')
    const { RSA_PKCS1_PSS_PADDING: padding, RSA_PSS_SALTLEN_DIGEST: saltLength } = constants
    const key = { key: pair.publicKey, padding, saltLength }
    const isValid =
      type === 'rsa'
        ? verify('sha256', signed, key, signature)
        : verify(null, signed, pair.publicKey, signature)
    expect(isValid).toBe(true)
  })

  it('requests snapshots after a gap, and reconnects after a second one', async () => {
    const server = await openStreamServer()
    const deps = { signer: null, platformNowMs: () => 0 }
    const running = runPool(createPlatformBStream(server.url, deps))
    closing.push(() => server.close(), running.stop)
    server.onMessage = (text, { socket }) => {
      const { id, cmd, params } = JSON.parse(text) as Command
      if (cmd === 'subscribe' && String(params['channels']) === 'orderbook_delta')
        socket.send(JSON.stringify({ type: 'subscribed', id, msg: { sid: 7 } }))
    }
    running.pool.follow(targets('T1', 'T2'))
    await eventually(async () => expect(server.opened[0]?.received).toHaveLength(3))
    const { socket, received } = server.opened[0]!
    socket.send(JSON.stringify(delta(1)))
    socket.send(JSON.stringify(delta(3)))
    await eventually(async () => expect(received.at(-1)).toContain('"get_snapshot"'))
    expect(received.at(-1)).toContain('["T1","T2"]')
    expect(running.lost).toEqual(['pb_T1', 'pb_T2'])
    socket.send(JSON.stringify(delta(5)))
    await eventually(async () => expect(running.counts.get('stream_ends gap')).toBe(1))
    await eventually(async () => expect(server.opened).toHaveLength(2))
    expect(received.filter((text) => text.includes('"subscribe"'))).toHaveLength(3)
  })
})
