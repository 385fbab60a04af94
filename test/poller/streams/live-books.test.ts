// Books that are requested and followed with a stream at once, against a server with one true book.
import { afterEach, describe, expect, it } from '@jest/globals'
import { createBookPoller } from '../../../services/poller/feeds/books.ts'
import { createPlatformAStream } from '../../../services/platforms/platform-a/stream/protocol.ts'
import { createPlatformA } from '../../../services/platforms/platform-a/source/source.ts'
import type { BookTarget, FetchedBook, Source } from '../../../services/platforms/source.ts'
import type { PollerObserver } from '../../../services/poller/observer.ts'
import { createPublisher } from '../../../services/poller/publisher.ts'
import { createRetiredMarkets } from '../../../services/poller/retired-markets.ts'
import { createStreamHints } from '../../../services/poller/streams/stream-hints.ts'
import { marketTaskOf } from '../../../services/poller/tasks.ts'
import { sleepOnTimer } from '../../../services/lib/run/wait.ts'
import { openStreamServer } from '../../platforms/streams/stream-server.ts'
import { eventually } from '../../support/waiting.ts'
import { aMarketState } from '../support/market-state.ts'
import { createMemoryLog, jsonCodec } from '../support/memory-log.ts'
import { createDeps } from '../support/source.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const id = 'pa_m'
const urls = { gammaUrl: 'http://a', clobUrl: 'http://a', dataUrl: 'http://a' }

/** One market, whose bid at 0.4 has this size. Time passes ten times as fast as it does. */
async function open() {
  const startedAtMs = Date.now()
  const now = (): number => startedAtMs + (Date.now() - startedAtMs) * 10
  const deps = { ...createDeps(), now }
  const server = await openStreamServer()
  const world = { size: 10, isSilent: false, requestedAt: [] as number[] }
  const sides = () => ({
    bids: [{ price: '0.4', size: String(world.size) }],
    asks: [{ price: '0.5', size: '1' }],
  })
  const body = (more: object) =>
    JSON.stringify({ market: 'm', asset_id: 't0', timestamp: String(now()), ...more })
  server.onMessage = (text, { socket }) => {
    if (text === 'PING') socket.send('PONG')
    else if (text.includes('"unsubscribe"')) return
    else socket.send(body({ event_type: 'book', ...sides() }))
  }
  const counts: Record<string, number> = {}
  const observer: PollerObserver = {
    ...deps.observer,
    count(what, { result, reason }, by = 1) {
      const name = `${what} ${result ?? reason ?? ''}`
      counts[name] = (counts[name] ?? 0) + by
    },
  }
  const platformA = createPlatformA(urls, deps)
  const source: Source = {
    ...platformA,
    batchBooks: {
      maxMarkets: 100,
      read(targets: readonly BookTarget[]) {
        world.requestedAt.push(now())
        const about = {
          body: body(sides()),
          url: 'http://a',
          receivedAtMs: now(),
          clockDifferenceMs: 0,
          stamp: null,
        }
        const books = targets.map((target): FetchedBook => ({ ...about, id: target.id }))
        return Promise.resolve({ books, missing: [] })
      },
    },
  }
  const sleep = (ms: number, signal: AbortSignal) => sleepOnTimer(ms / 10, signal)
  const hints = createStreamHints(sleep)
  const tuning = { ...deps.tuning, streamMarkets: 12, streamCheckMs: 10_000 }
  const stream = { protocol: createPlatformAStream(server.url), hints }
  const books = createBookPoller({
    ...deps,
    wallNow: deps.now,
    tuning,
    observer,
    source,
    stream,
    sleep,
  })
  const log = createMemoryLog(now)
  const writer = await log.openWriter('markets')
  const publisher = createPublisher({ ...deps, writer, codec: jsonCodec, topicPrefix: 'pm.' })
  const market = { ...aMarketState, nativeId: 'm', tokens: ['t0', 't1'], hasBook: true }
  const ending = new AbortController()
  const task = {
    partition: marketTaskOf(id),
    memory: {
      markets: new Map([[id, market]]),
      changedMarkets: new Set<string>(),
      retired: createRetiredMarkets(Infinity),
      histories: new Map(),
      books: new Map(),
    },
    publisher,
    signal: ending.signal,
  }
  const running = Promise.allSettled([books.followTask(task), books.followBooks(ending.signal)])
  closing.push(
    server.close,
    () => platformA.close(),
    async () => {
      ending.abort(new Error('done'))
      await running
    },
  )
  /** A change of the size of the bid, which the stream reports unless it is silent. */
  function change(size: number): void {
    world.size = size
    if (world.isSilent) return
    const price_changes = [
      { asset_id: 't0', price: '0.4', size: String(size), side: 'BUY' },
      { asset_id: 't1', price: '0.6', size: String(size), side: 'SELL' },
    ]
    server.opened.at(-1)?.socket.send(body({ event_type: 'price_change', price_changes }))
  }
  const recorded = (fromStream: boolean) =>
    log.values('raw.books').filter(({ value }) => value.from_stream === fromStream)
  return { server, world, counts, log, hints, change, recorded, now }
}

describe('live books', () => {
  it('are recorded as they change once a request has proved them, and requested less often', async () => {
    const { server, world, counts, log, change, recorded, now } = await open()
    await eventually(async () => expect(recorded(false).length).toBeGreaterThan(0))
    await eventually(async () => expect(counts['stream_checks equal']).toBeGreaterThan(0))
    change(11)
    await eventually(async () =>
      expect(recorded(true).at(-1)?.value.body).toContain('"price":"0.4","size":"11"'),
    )
    const provedAtMs = now()
    const requestsSince = () => world.requestedAt.filter((atMs) => atMs > provedAtMs)
    await eventually(async () => expect(requestsSince().length).toBeGreaterThan(1))
    const [first, second] = requestsSince()
    expect(second! - first!).toBeGreaterThanOrEqual(10_000)
    const { frames, left_out } = log.values('raw.streams').at(-1)!.value
    expect(left_out).toBe(0)
    expect(JSON.parse(frames[0]!.body)).toMatchObject({ event_type: 'price_change' })
    expect(frames[0]!.sent_at_ms).toBeGreaterThan(0)
    // the requests only checked the stream since
    expect(recorded(false).every(({ value }) => value.received_at_ms <= provedAtMs)).toBe(true)
    // stated without a recorded book while the book has a change that is not recorded yet
    await eventually(async () => {
      const current = log.values('book-states').at(-1)?.value
      expect(current).toMatchObject({ market_id: id, state: 'current' })
      expect(recorded(true).map(({ value }) => value.received_at_ms)).toContain(
        current?.book_received_at_ms,
      )
    })
    // on a busy machine the stream may just have ended by itself, and the newest connection is the next one
    await eventually(async () => {
      if (!('stream_ends closed_1006' in counts)) server.opened.at(-1)?.socket.terminate()
      expect(counts).toMatchObject({ 'stream_ends closed_1006': expect.any(Number) })
    })
    const lostAtMs = now()
    await eventually(async () =>
      expect(world.requestedAt.filter((atMs) => atMs > lostAtMs).length).toBeGreaterThan(0),
    )
    const states = () => log.values('book-states').map(({ value }) => value)
    await eventually(async () =>
      expect(states()).toContainEqual(
        expect.objectContaining({ state: 'stale', book_received_at_ms: null }),
      ),
    )
  })

  it('that are silently wrong are found by requests, polled, and subscribed again', async () => {
    const { server, world, counts, change, recorded } = await open()
    await eventually(async () => expect(counts['stream_checks equal']).toBeGreaterThan(0))
    change(11)
    await eventually(async () => expect(recorded(true).length).toBeGreaterThan(0))
    world.isSilent = true
    change(12)
    await eventually(async () => expect(counts['stream_anomalies wrong_book']).toBe(1))
    expect(counts['stream_checks different']).toBeGreaterThanOrEqual(2)
    expect(recorded(false).at(-1)?.value.body).toContain('"price":"0.4","size":"12"')
    const received = server.opened.at(-1)!.received
    await eventually(async () =>
      expect(received.filter((text) => text.includes('"unsubscribe"'))).toHaveLength(1),
    )
    world.isSilent = false
    const equal = counts['stream_checks equal'] ?? 0
    await eventually(async () => expect(counts['stream_checks equal']).toBeGreaterThan(equal))
    change(13)
    await eventually(async () =>
      expect(recorded(true).at(-1)?.value.body).toContain('"price":"0.4","size":"13"'),
    )
  })

  it('hear trades, after which the tape is requested at once', async () => {
    const { server, hints } = await open()
    await eventually(async () => expect(server.opened.at(-1)?.received.length).toBeGreaterThan(0))
    const heard = hints.trade.wait(3_600_000)
    server.opened.at(-1)?.socket.send('{"event_type":"last_trade_price","market":"m"}')
    await heard
  })
})
