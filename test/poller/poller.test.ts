// The poller as a whole, over real HTTP, against small doubles of both platforms and a log in memory:
// late rows, exact repeats, capped pages, faults of every kind, and a log that fails at random.
import { afterEach, describe, expect, it } from '@jest/globals'
import { createPoller, type Poller } from '../../services/poller/poller.ts'
import { shares } from '../../services/poller/shares.ts'
import type { PollerTuning } from '../../services/poller/tuning.ts'
import { createFastClock, createRandom, type FastClock } from './support/clock.ts'
import {
  expectClaimsTrue,
  expectListingsSane,
  expectTradesExact,
  newestClaims,
} from './support/checks.ts'
import { createExchange, type Exchange } from './support/exchange.ts'
import { createMemoryLog, jsonCodec, type MemoryLog } from './support/memory-log.ts'
import { openWeb, type Answer, type Asked, type Web } from './support/web.ts'

const startMs = Date.UTC(2026, 10, 20, 12)
const liveMs = 45_000
const aMarkets = 12
const bMarkets = 9

/** Some days of history, then trades for three quarters of a minute, some of them shown late. */
function fill(exchange: Exchange, random: () => number): void {
  const createdAt = new Date(startMs - 4 * 86_400_000).toISOString()
  for (let event = 0; event < aMarkets / 3; event += 1) {
    const markets = [0, 1, 2].map((leg) => ({
      id: `9${event}${leg}`,
      conditionId: `0x${event}${leg}`,
      question: `Q ${event} ${leg}?`,
      outcomes: '["Yes", "No"]',
      clobTokenIds: `["${event}${leg}1", "${event}${leg}2"]`,
      updatedAt: createdAt,
      createdAt,
      volumeNum: 10 * event + leg + 1,
      closed: event === 3,
    }))
    exchange.aEvents.push({ id: `5${event}`, title: `E ${event}`, closed: event === 3, markets })
  }
  exchange.aAlone.push({ id: '77', conditionId: '0xalone', createdAt, closed: false, volumeNum: 3 })
  exchange.aAlone.push({ id: '78', conditionId: '', createdAt, closed: false })
  for (let event = 0; event < bMarkets / 3; event += 1) {
    const status = ['open', 'closed', 'settled'][event] ?? 'open'
    const markets = [0, 1, 2].map((leg) => ({
      ticker: `KX${event}-${leg}(X)`,
      status: status === 'open' ? 'active' : status === 'closed' ? 'closed' : 'finalized',
      volume_fp: '5.00',
      created_time: createdAt,
    }))
    exchange.bEvents.push({ event_ticker: `KX${event}`, title: `B ${event}`, status, markets })
  }
  const conditions = [...exchange.aEvents.flatMap((e) => e.markets), ...exchange.aAlone]
    .map((market) => String(market['conditionId']))
    .filter((id) => id !== '')
  const tickers = exchange.bEvents.flatMap((event) => event.markets.map((m) => String(m['ticker'])))
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() ** 2 * list.length)] as T
  for (let n = 0; n < 900; n += 1) {
    const isLive = random() < 0.4
    const timeMs = isLive
      ? startMs + Math.floor(random() * liveMs)
      : startMs - Math.floor(random() ** 3 * 3 * 86_400_000)
    const visibleAtMs = timeMs + (random() < 0.2 ? Math.floor(random() * 3_500) : 0)
    const trade = {
      conditionId: pick(conditions),
      transactionHash: `0x${n}`,
      asset: '1',
      proxyWallet: '0xw',
      side: 'BUY' as const,
      size: 1.5,
      price: 0.4,
      timestamp: Math.floor(timeMs / 1000),
      visibleAtMs,
    }
    // Fills that share a transaction, some of them word for word.
    const fills = random() < 0.15 ? 3 : 1
    for (let fill = 0; fill < fills; fill += 1) {
      exchange.aTrades.push(fill === 2 ? { ...trade, size: 7 } : trade)
    }
    const bTimeMs = isLive ? startMs + Math.floor(random() * liveMs) : timeMs
    exchange.bTrades.push({
      trade_id: `t${n}`,
      ticker: pick(tickers),
      timeMs: bTimeMs,
      visibleAtMs: bTimeMs + (random() < 0.2 ? Math.floor(random() * 3_500) : 0),
    })
  }
  exchange.bCutoffS = Math.floor(startMs / 1000) - 86_400
}

const tuning: Partial<PollerTuning> = {
  openSweepMs: 10_000,
  deepMs: 10_000,
  claimMs: 2_000,
  gapRetryMs: 5_000,
  rowsPerWindow: 60,
  requestTimeoutMs: 400,
  headersTimeoutMs: 300,
  bodyTimeoutMs: 300,
}

/** What else may go wrong with one answer in `one` of so many. */
function faulty(answer: (asked: Asked) => Answer, random: () => number): (asked: Asked) => Answer {
  /** The page served last of each list: what is served again is a page of the same list. */
  const served = new Map<string, Answer>()
  return (asked) => {
    const good = answer(asked)
    const list = new URLSearchParams(asked.query)
    const isFirst =
      !['cursor', 'after_cursor'].some((name) => list.has(name)) &&
      Number(list.get('offset') ?? 0) === 0
    for (const name of ['offset', 'cursor', 'after_cursor']) list.delete(name)
    const question = `${asked.path}?${list.toString()}${asked.body}`
    const previous = isFirst ? undefined : served.get(question)
    served.set(question, good)
    const dice = random()
    if (dice < 0.02) return { status: 429, text: '{"error":"too many requests"}' }
    if (dice < 0.03) return { status: 429, text: '{}', headers: { 'retry-after': '1' } }
    if (dice < 0.05)
      return { status: 403, text: '<html>denied</html>', headers: { 'content-type': 'text/html' } }
    if (dice < 0.07) return { status: 200, text: '{"events":[{"id":"5' }
    if (dice < 0.08) return { status: 500, text: '{"type":"internal error"}' }
    if (dice < 0.09) return { raw: (response) => response.destroy() }
    if (dice < 0.095) return { raw: () => undefined }
    if (dice < 0.1) return { json: { events: null, markets: null, trades: null, orderbooks: null } }
    if (dice < 0.13 && previous) return previous
    if (dice < 0.2 && 'json' in good && Array.isArray(good.json) && asked.path === '/trades') {
      return { ...good, json: (good.json as unknown[]).toReversed() }
    }
    return good
  }
}

describe('poller', () => {
  const webs: Web[] = []
  const pollers: Poller[] = []
  afterEach(async () => {
    await Promise.all(pollers.splice(0).map((poller) => poller.stop()))
    await Promise.all(webs.splice(0).map((web) => web.close()))
  })

  async function open(
    seed: number,
    wrap: (answer: (asked: Asked) => Answer, random: () => number) => (asked: Asked) => Answer,
  ) {
    const random = createRandom(seed)
    const clock = createFastClock(startMs, 25)
    const exchange = createExchange(clock.now)
    fill(exchange, random)
    const a = await openWeb(wrap(exchange.answerA, random))
    const b = await openWeb(wrap(exchange.answerB, random))
    webs.push(a, b)
    const log = createMemoryLog(clock.now)
    const fatal: Error[] = []
    const run = (): Poller => {
      const poller = createPoller({
        platforms: {
          platform_a: { gammaUrl: a.url, clobUrl: a.url, dataUrl: a.url },
          platform_b: { url: b.url },
        },
        log,
        codec: jsonCodec,
        topicPrefix: 'pm.',
        now: clock.now,
        sleep: clock.sleep,
        random,
        tuning,
        onFatal: (error) => fatal.push(error),
      })
      pollers.push(poller)
      poller.start()
      return poller
    }
    return { clock, exchange, log, run, random, fatal }
  }

  /** Whether tapes are complete beyond the last trade, and all histories are. */
  function isDone(log: MemoryLog): boolean {
    const claims = [...newestClaims(log).values()]
    const tapes = claims.filter((claim) => claim.market_id === null)
    const histories = claims.filter((claim) => claim.market_id !== null)
    return (
      tapes.length === 24 &&
      tapes.every((one) => one.complete_until_ms > startMs + liveMs && one.gaps.length === 0) &&
      histories.length === aMarkets + 1 + bMarkets &&
      histories.every((one) => one.complete_until_ms >= startMs && one.gaps.length === 0)
    )
  }

  async function until(clock: FastClock, isTrue: () => boolean): Promise<void> {
    const deadline = performance.now() + 60_000
    while (!isTrue() && performance.now() < deadline)
      await clock.sleep(1_000, AbortSignal.timeout(60_000))
  }

  it('publishes every trade once and claims no more than it has', async () => {
    const { clock, exchange, log, run, fatal } = await open(1, (answer) => answer)
    run()
    await until(clock, () => isDone(log))
    expectTradesExact(log, exchange, startMs + liveMs)
    expectClaimsTrue(log, exchange)
    expectListingsSane(log)
    expect(fatal).toEqual([])

    const markets = log.values('raw.markets').filter(({ value }) => value.kind === 'market')
    expect(new Set(markets.map(({ key }) => key)).size).toBe(aMarkets + 2 + bMarkets)
    const nested = markets.find(({ key }) => key === 'pa_0x00')?.value
    expect(JSON.parse(nested?.event_body ?? '')).toEqual({ id: '50', title: 'E 0', closed: false })
    expect(markets.find(({ key }) => key === 'pa_78')?.value.native_id).toBe('')
    const trade = log.values('raw.trades').find(({ key }) => key === 'pa_0x00')?.value
    expect(trade).toMatchObject({ tokens: ['001', '002'], outcomes: ['Yes', 'No'] })
    const books = log.values('raw.books').map(({ key }) => key)
    expect(new Set(books)).toEqual(
      new Set(
        ['0', '1', '2']
          .flatMap((e) => [`pa_0x${e}0`, `pa_0x${e}1`, `pa_0x${e}2`])
          .concat(['pb_KX0-0(X)', 'pb_KX0-1(X)', 'pb_KX0-2(X)']),
      ),
    )
    // platform_a's stamp did not change, so each of its books is there once.
    expect(books.filter((key) => key === 'pa_0x00')).toHaveLength(1)
  }, 60_000)

  it.each([11, 12, 13])(
    'loses and repeats nothing when platforms, log and process fail (seed %i)',
    async (seed) => {
      const { clock, exchange, log, run, random, fatal } = await open(seed, faulty)
      let hurt = 0
      log.onAppend = () => {
        // Early ones for certain, so that no seed gets away without.
        const dice = log.appends % 40 === 7 ? 0 : random()
        if (dice < 0.02) hurt += 1
        return dice < 0.01 ? 'lost' : dice < 0.02 ? 'unknown' : 'none'
      }
      let poller = run()
      for (let restarts = 0; restarts < 6; restarts += 1) {
        await clock.sleep(2_000 + random() * 10_000, AbortSignal.timeout(60_000))
        await poller.stop()
        poller = run()
      }
      await until(clock, () => isDone(log))
      await poller.stop()
      expect(
        [...newestClaims(log).values()].filter(
          (c) => c.gaps.length > 0 || c.complete_until_ms < startMs,
        ),
      ).toEqual([])
      expect(hurt).toBeGreaterThan(0)
      expectTradesExact(log, exchange, startMs + liveMs)
      expectClaimsTrue(log, exchange)
      expectListingsSane(log)
      expect(fatal).toEqual([])
    },
    120_000,
  )

  it('leaves a window that cannot be had as a gap, goes on, and fills it later', async () => {
    let isOver = false
    const { clock, exchange, log, run } = await open(21, (answer) => (asked) => {
      const isTape = asked.path.endsWith('/trades') && !asked.query.has('ticker')
      const from = Number(asked.query.get('start') ?? asked.query.get('min_ts'))
      const end = Number(asked.query.get('end') ?? asked.query.get('max_ts'))
      const poisonS = startMs / 1000 + 12
      const isHit = isTape && !asked.query.has('market') && from <= poisonS && end >= poisonS
      return isHit && !isOver ? { status: 500, text: '{}' } : answer(asked)
    })
    run()
    const gapsOf = (platform: string) =>
      log
        .values('raw.trades')
        .flatMap(({ value }) => (value.progress?.market_id === null ? value.progress : []))
        .filter((claim) => claim.platform === platform && claim.gaps.length > 0)
    // It goes on behind the gap before the gap can be filled.
    const isBehind = (platform: string): boolean =>
      gapsOf(platform).some((one) => one.complete_until_ms > (one.gaps.at(-1)?.until_ms ?? 0))
    await until(clock, () => ['platform_a', 'platform_b'].every(isBehind))
    expect(['platform_a', 'platform_b'].filter(isBehind)).toHaveLength(2)
    isOver = true
    await until(clock, () => isDone(log))
    expectTradesExact(log, exchange, startMs + liveMs)
    expectClaimsTrue(log, exchange)
  }, 90_000)

  it('claims a history with a gap when it cannot be fetched, and fills it later', async () => {
    let isOver = false
    const { clock, exchange, log, run } = await open(22, (answer) => (asked) => {
      const isHit =
        asked.query.get('market')?.includes('0x00') === true ||
        asked.query.get('ticker') === 'KX0-0(X)'
      return isHit && !isOver ? { status: 400, text: '{"error":"bad"}' } : answer(asked)
    })
    run()
    const claimOf = (id: string) =>
      [...newestClaims(log).values()].find((claim) => claim.market_id === id)
    const ids = ['pa_0x00', 'pb_KX0-0(X)']
    await until(clock, () => ids.every((id) => claimOf(id) !== undefined))
    for (const id of ids) {
      expect(claimOf(id)?.gaps).toMatchObject([{ from_ms: 0, reason: 'unreachable' }])
    }
    isOver = true
    await until(clock, () => isDone(log))
    expectTradesExact(log, exchange, startMs + liveMs)
    expectClaimsTrue(log, exchange)
  }, 90_000)

  it('asks for a market that vanished from the lists, and does not call it closed', async () => {
    const { clock, exchange, log, run } = await open(23, (answer) => answer)
    run()
    const told = () => log.values('raw.markets').filter(({ key }) => key === 'pa_0x01')
    await until(clock, () => told().length > 0)
    const event = exchange.aEvents[0]
    const market = event?.markets[1]
    if (!event || !market) throw new Error('no such market')
    // Out of the list of its event, known only by its id, and closed.
    event.markets.splice(1, 1)
    exchange.aAlone.push({
      ...market,
      closed: true,
      outcomePrices: '["1", "0"]',
      updatedAt: 'later',
    })
    await until(clock, () => told().length > 1)
    expect(JSON.parse(told().at(-1)?.value.body ?? '')).toMatchObject({ closed: true })
  }, 60_000)

  it('goes on from the log when its shares are taken away and come back', async () => {
    const { clock, exchange, log, run, fatal } = await open(24, (answer) => answer)
    run()
    for (let times = 0; times < 4; times += 1) {
      const appends = log.appends
      await until(clock, () => log.appends > appends + 40)
      for (const { name } of shares) await log.openWriter(`poller/${name}`)
    }
    await until(clock, () => isDone(log))
    expectTradesExact(log, exchange, startMs + liveMs)
    expectClaimsTrue(log, exchange)
    expectListingsSane(log)
    expect(fatal).toEqual([])
  }, 60_000)

  it('stops for good, saying where, when the log holds what is no memory of a poller', async () => {
    const { clock, log, run, fatal } = await open(26, (answer) => answer)
    const other = await log.openWriter('other')
    const value = Buffer.from('{"key":"platform_a/tape/","state":"{"}')
    await other.append([{ topic: 'pm.poll-checkpoints', key: 'x', partition: 3, value }])
    run()
    await until(clock, () => fatal.length > 0)
    expect(fatal.map(({ message }) => message)).toEqual([
      'pm.poll-checkpoints/3/0 is no checkpoint',
    ])
  })

  it('stops at once while a platform is silent', async () => {
    const { clock, run } = await open(25, () => () => ({ raw: () => undefined }))
    const poller = run()
    await clock.sleep(2_000, AbortSignal.timeout(10_000))
    await poller.stop()
  })
})
