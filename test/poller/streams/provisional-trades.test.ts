// Trades of streams with faults, and the same trades as requests return them, from the simulator to the memory of the
// api. The clock is driven by the test.
import { setMaxListeners } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Trade } from '../../../schemas/generated/events.ts'
import { createProvisionalTrades } from '../../../services/api/history/provisional-trades.ts'
import { confirmationKeyOf, confirmationMs } from '../../../services/domain/provisional-trade.ts'
import { createRecordTransform } from '../../../services/lib/run/stage.ts'
import type { Sleep } from '../../../services/lib/run/wait.ts'
import { normalize } from '../../../services/normalizer/normalizer.ts'
import { toId } from '../../../services/platforms/identity.ts'
import { createSourceOf, type PlatformModule } from '../../../services/platforms/module.ts'
import { platforms } from '../../../services/platforms/modules.ts'
import type { BookTarget } from '../../../services/platforms/source.ts'
import { createPlatformStates } from '../../../services/poller/checkpoints.ts'
import { readPublishedTrades } from '../../../services/poller/feeds/published-trades.ts'
import { createTapeFeed, startTape } from '../../../services/poller/feeds/tape-feed.ts'
import { silentObserver } from '../../../services/poller/observer.ts'
import { createPublisher, type PollerRecord } from '../../../services/poller/publisher.ts'
import { confirmTrades } from '../../../services/poller/streams/confirm-trades.ts'
import { createTradeAnnouncer } from '../../../services/poller/streams/trade-announcer.ts'
import { defaultTuning } from '../../../services/poller/tuning.ts'
import { readAllPieces } from '../../../services/poller/windows/window-reader.ts'
import { serve, type Row, type Served } from '../../simulator/client.ts'
import { connect } from '../../simulator/stream-client.ts'
import { aMarketState } from '../support/market-state.ts'
import { createMemoryLog, jsonCodec, type MemoryLog } from '../support/memory-log.ts'
import { platformsAt } from '../support/simulated-platforms.ts'
import { expectWatermarksReported } from '../support/simulator-truth.ts'

const faultySteps = 10
const faultyStepMs = 10_000
/** Of the steps after the faults. */
const laterStepMs = 50_000
const streamPaths = { platform_a: '/ws/market', platform_b: '/trade-api/ws/v2' }

let served: Served
beforeAll(async () => {
  served = await serve({ activity: 5, size: 0.1, historyDays: 1 })
})
afterAll(() => served.close())

/** The markets of a platform that were traded last. */
async function tradedMarkets(name: string): Promise<readonly BookTarget[]> {
  const markets = served.simulator.truth
    .markets()
    .filter((market) => market.platform === name && market.tradeCount > 0 && !market.isParlay)
    .filter(({ status }) => status === 'open')
    .toSorted((a, b) => b.tradeCount - a.tradeCount)
    .slice(0, 20)
  return Promise.all(
    markets.map(async ({ nativeId }) => {
      const id = toId(name, nativeId)
      if (name === 'platform_b') return { id, nativeId, tokens: [] }
      const { tokens } = await served.json<{ tokens: Row[] }>(`/clob/markets/${nativeId}`)
      return { id, nativeId, tokens: tokens.map(({ token_id: token }) => String(token)) }
    }),
  )
}

/** A poller of one platform, reduced to its tape and to the trades of its stream. */
async function openPlatform(module: PlatformModule, log: MemoryLog) {
  const { name: platform } = module
  const counts: Record<string, number> = {}
  const observer = {
    ...silentObserver,
    count(what: string, { result = '' }, by = 1) {
      if (what === 'provisional_trades') counts[result] = (counts[result] ?? 0) + by
    },
  }
  const now = (): number => served.clock.nowMs
  const sleep: Sleep = async () => turn()
  const urls = { ...platformsAt(served.url)[platform]!, stream: 'ws://unused' }
  const deps = { log, codec: jsonCodec, topicPrefix: 'pm.', tuning: defaultTuning, now, sleep, observer, random: Math.random, steadyNow: now } // prettier-ignore
  const signer = { sign: () => Promise.resolve({}), variables: [] }
  const source = createSourceOf(module, urls, deps)
  const protocol = module.stream!.create(urls.stream, { signer, platformNowMs: now })
  const targets = await tradedMarkets(platform)
  const memory = createPlatformStates()
  for (const { id, nativeId, tokens } of targets)
    memory.markets.set(id, { ...aMarketState, nativeId, tokens, outcomes: [] })
  const client = await connect(served, streamPaths[platform as keyof typeof streamPaths])
  const session = protocol.createSession((text) => client.send(text))
  session.start()
  session.subscribe(targets)
  let read = 0

  /** What a process holds; another process begins with the log alone. */
  async function openProcess() {
    const ending = new AbortController()
    setMaxListeners(0, ending.signal)
    const writer = await log.openWriter(`poller/${platform}`)
    const publisher = createPublisher({ ...deps, writer })
    const common = { ...deps, platform, publisher, source, memory, signal: ending.signal }
    await source.ping(ending.signal)
    await startTape(common)
    const published = await readPublishedTrades({ ...common, sinceMs: 0 })
    const lookups = { addTrades: () => new Set<never>(), lookUpFromMs: null }
    const tape = createTapeFeed({ ...common, lookups, published, restored: Promise.resolve() })
    const announcer = createTradeAnnouncer({
      ...common,
      url: protocol.url,
      platformNowMs: now,
      marketsOf: () => memory,
      publish: (records: readonly PollerRecord[]) => publisher.publish(platform, records),
    })
    const checks: (() => void)[] = []
    const untilNextStep: Sleep = (_ms, signal) =>
      new Promise((resolve, reject) => {
        checks.push(resolve)
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      })
    const confirming = confirmTrades({ ...common, sleep: untilNextStep })
    confirming.catch(() => undefined)
    return {
      announce(): void {
        for (const text of client.texts.slice(read))
          for (const frame of session.read(text))
            if (frame.event?.kind === 'trade' && frame.event.announced)
              announcer.announce(frame, frame.event.announced, now())
        read = client.texts.length
      },
      async request(): Promise<void> {
        const fromMs = tape.coverage().untilMs - defaultTuning.tailOverlapMs
        const [fromS, untilS] = [Math.floor(fromMs / 1000), Math.ceil(now() / 1000) + 1]
        await readAllPieces(tape.readWindow({ fromS, untilS }))
      },
      async check(): Promise<void> {
        for (const check of checks.splice(0)) check()
        for (let n = 0; n < 20; n += 1) await turn()
      },
      async kill(): Promise<void> {
        ending.abort(new Error('killed'))
        await confirming.catch(() => undefined)
      },
    }
  }
  let process = await openProcess()
  return {
    counts,
    /** Reads what has happened since the last step, from the stream first or by requests first. */
    async step(isStreamFirst: boolean): Promise<void> {
      await client.sync()
      if (isStreamFirst) process.announce()
      await process.request()
      process.announce()
      await process.check()
    },
    async restart(): Promise<void> {
      await process.kill()
      process = await openProcess()
    },
    async close(): Promise<void> {
      await process.kill()
      await client.close()
      await source.close()
    },
  }
}

async function startNormalizer(log: MemoryLog): Promise<void> {
  const writer = await log.openWriter('normalizer')
  const toRecords = createRecordTransform<'normalizer'>({
    codec: jsonCodec,
    topicPrefix: 'pm.',
    transform: normalize,
  })
  for (const topic of ['pm.raw.trades', 'pm.raw.provisional-trades'])
    await log.follow({ topic, onFatal: fail }, async (batch) => {
      const results = batch.map(toRecords)
      const emitted = results.flatMap((result) => ('emit' in result ? result.emit : []))
      if (emitted.length > 0) await writer.append(emitted)
    })
}

function fail(error: unknown): never {
  throw error
}

/** The part of an api process that serves provisional trades. */
async function openApi(log: MemoryLog) {
  const now = (): number => served.clock.nowMs
  const options = { log, codec: jsonCodec, topicPrefix: 'pm.', now, onFailure: fail }
  const trades = createProvisionalTrades(options)
  const follow = (topic: string, apply: typeof trades.apply) =>
    log.follow({ topic, onFatal: fail }, async (batch) => batch.forEach(apply))
  await follow('pm.provisional-trades', trades.apply)
  await follow('pm.trades', trades.applyTrade)
  await trades.start()
  return trades
}

const tradesIn = (log: MemoryLog): Trade[] =>
  log.values('trades').flatMap(({ value: { trade } }) => trade ?? [])
const announcedIn = (log: MemoryLog): Trade[] =>
  log.values('provisional-trades').flatMap(({ value: { trade } }) => trade ?? [])
const withdrawalsIn = (log: MemoryLog) =>
  log.values('provisional-trades').flatMap(({ value: { withdrawal } }) => withdrawal ?? [])
const keysOf = (trades: readonly Trade[]) => new Set(trades.map(confirmationKeyOf))

it('every trade of a stream is confirmed or withdrawn, and served once at any time', async () => {
  const untilMs = served.clock.nowMs + faultySteps * faultyStepMs
  const log = createMemoryLog(() => served.clock.nowMs)
  await startNormalizer(log)
  const api = await openApi(log)
  const pollers = await Promise.all(platforms.map((module) => openPlatform(module, log)))
  served.simulator.setStreamFaults(
    (['withdrawn-trade', 'missed-trade', 'duplicate-trade'] as const).map((kind) => ({
      kind,
      probability: kind === 'duplicate-trade' ? 0.5 : 0.2,
      untilMs,
    })),
  )
  let shown = 0
  const steps = faultySteps + confirmationMs / laterStepMs + 2
  for (let step = 0; step < steps; step += 1) {
    served.clock.nowMs += step < faultySteps ? faultyStepMs : laterStepMs
    for (const poller of pollers) await poller.step(step % 2 === 0)
    const provisional = announcedIn(log).flatMap(({ market_id: id }) => api.of(id))
    shown += provisional.length
    const confirmed = keysOf(tradesIn(log))
    expect(provisional.filter((trade) => confirmed.has(confirmationKeyOf(trade)))).toEqual([])
    if (step % 6 === 4) for (const poller of pollers) await poller.restart()
  }

  const trades = tradesIn(log)
  const announced = announcedIn(log)
  const withdrawn = new Set(withdrawalsIn(log).map(({ trade_id: id }) => id))
  const confirmed = keysOf(trades)
  const isOld = ({ timestamp_ms: ms }: Trade): boolean => ms < untilMs
  const [listed, unlisted] = [true, false].map((isListed) =>
    announced.filter((trade) => confirmed.has(confirmationKeyOf(trade)) === isListed),
  ) as [Trade[], Trade[]]
  expect(shown).toBeGreaterThan(0)
  expect(new Set(trades.map(({ id }) => id)).size).toBe(trades.length)
  expect(new Set(announced.map(({ id }) => id)).size).toBe(announced.length)
  expect(listed.filter(({ id }) => withdrawn.has(id))).toEqual([])
  expect(unlisted.filter((trade) => isOld(trade) && !withdrawn.has(trade.id))).toEqual([])
  expect(announced.flatMap(({ market_id: id }) => api.of(id)).filter(isOld)).toEqual([])
  expect(expectWatermarksReported(served.simulator, log.values('raw.trades'))).toBeGreaterThan(0)
  expect(pollers.some(({ counts }) => (counts['repeated'] ?? 0) > 0)).toBe(true)
  for (const { counts } of pollers) {
    expect(counts).toMatchObject({
      announced: expect.any(Number),
      confirmed: expect.any(Number),
      not_listed: expect.any(Number),
    })
    expect(counts['not_decided']).toBeUndefined()
  }
  // Another process of the api has the same ones.
  const other = await openApi(log)
  for (const { market_id: id } of announced) expect(other.of(id)).toEqual(api.of(id))
  for (const poller of pollers) await poller.close()
})
