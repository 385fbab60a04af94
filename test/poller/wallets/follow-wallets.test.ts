// The poller follows wallets, over real HTTP: asked about in the log, answered in raw.wallets, whatever
// happens to the platform, the log and the process.
import { afterEach, describe, expect, it } from '@jest/globals'
import { silentObserver } from '../../../services/poller/observer.ts'
import type { Poller } from '../../../services/poller/poller.ts'
import type { PollerTuning } from '../../../services/poller/tuning.ts'
import {
  createActivityServer,
  expectActivityExact,
  expectWalletWatermarksTrue,
  factOf,
  walletWatermarks,
  walletOf,
  type ActivityFact,
} from '../support/activity.ts'
import { createRandom } from '../../../simulator/random.ts'
import { createFastClock } from '../support/clock.ts'
import { createExchange } from '../support/fake-platforms.ts'
import { createMemoryLog, jsonCodec } from '../support/memory-log.ts'
import { until } from '../../support/waiting.ts'
import { createRunningPollers } from '../support/running-pollers.ts'
import { type TestResponse, type ReceivedRequest } from '../support/test-server.ts'

const startMs = Date.UTC(2026, 10, 20, 12)
const startS = startMs / 1000

const past = (wallet: string, count: number, first = 0): ActivityFact[] =>
  Array.from({ length: count }, (_, n) => factOf(wallet, first + n, startS - 60 - n * 7))

/** Falsifies a list, newest first. `fromMs`: when the fault began. */
type FalseList = (
  rows: readonly ActivityFact[],
  fromMs: number,
) => { readonly rows: readonly ActivityFact[]; readonly dateMs?: number }

const rowsBefore = (rows: readonly ActivityFact[], untilMs: number): ActivityFact[] =>
  rows.filter(({ timestamp }) => timestamp * 1000 < untilMs)

describe('wallets', () => {
  const running = createRunningPollers()
  afterEach(() => running.stop())

  async function open(
    bend: (answer: TestResponse, asked: ReceivedRequest) => TestResponse = (answer) => answer,
    speed = 25,
  ) {
    const clock = createFastClock(startMs, speed)
    const exchange = createExchange(clock.now)
    const server = createActivityServer(clock.now)
    const web = await running.serve((asked) => {
      if (asked.path !== '/activity') return exchange.answerA(asked)
      return bend(server.answer(asked), asked)
    })
    const log = createMemoryLog(clock.now)
    const api = await log.openWriter('api')
    const fatal: Error[] = []
    const counts: string[] = []
    const run = (tuning: Partial<PollerTuning> = {}): Poller =>
      running.start({
        platforms: { platform_a: { gammaUrl: web.url, clobUrl: web.url, dataUrl: web.url } },
        log,
        now: clock.now,
        sleep: clock.sleep,
        random: createRandom(1).next,
        tuning,
        onFatal: (error) => fatal.push(error),
        observer: {
          ...silentObserver,
          count: (what, labels) => counts.push(`${what} ${labels['reason'] ?? ''}`),
        },
      })
    const ask = (...wallets: string[]): Promise<void> =>
      api.append(
        wallets.map((wallet) => ({
          topic: 'pm.wallet-requests',
          key: wallet,
          value: jsonCodec.encode('wallet-requests', {
            wallet,
            requested_at_ms: clock.now(),
            account_id: null,
          }),
        })),
      )
    const isComplete = (...wallets: string[]): boolean => {
      const watermarks = walletWatermarks(log)
      return wallets.every((wallet) => {
        const watermark = watermarks.get(wallet)
        return watermark?.complete_from_ms === 0 && watermark.gaps.length === 0
      })
    }
    const asked = (wallet: string): number =>
      web.asked.filter((one) => one.query.get('user') === wallet).length
    return { clock, exchange, server, log, run, ask, isComplete, asked, fatal, counts }
  }

  it('reads what an unknown wallet did, with the tokens of its markets, and follows it', async () => {
    const { clock, exchange, server, log, run, ask, isComplete } = await open()
    const wallet = walletOf(1)
    exchange.aAlone.push({
      id: '5',
      conditionId: '0xm0',
      outcomes: '["Yes", "No"]',
      clobTokenIds: '["70", "71"]',
      closed: true,
    })
    server.facts = past(wallet, 100)
    run()
    await ask(wallet)
    await until(() => isComplete(wallet))
    expectActivityExact(log, server.facts)
    const rows = log.values('raw.wallets').filter(({ value }) => value.body !== null)
    const types = rows.map(({ value }) => (JSON.parse(value.body ?? '') as ActivityFact).type)
    expect(new Set(types).size).toBe(8)
    const known = rows.find(({ value }) => value.body?.includes('"0xm0"'))?.value
    expect(known).toMatchObject({ wallet, tokens: ['70', '71'], outcomes: ['Yes', 'No'] })
    expect(rows.find(({ value }) => value.body?.includes('"0xm1"'))?.value.tokens).toEqual([])

    const { complete_until_ms: before = 0 } = walletWatermarks(log).get(wallet) ?? {}
    // in the future, however slow the machine is: a trade that appears late may be behind the watermark
    server.facts.push(factOf(wallet, 999, Math.ceil(clock.now() / 1000) + 2))
    await until(() =>
      log.values('raw.wallets').some(({ value }) => value.body?.includes('"0x999"')),
    )
    expect(walletWatermarks(log).get(wallet)?.complete_until_ms).toBeGreaterThan(before)
    expectWalletWatermarksTrue(log, server.facts)
  })

  it('completes small wallets while a huge one is read in pieces', async () => {
    const { server, log, run, ask, isComplete, asked } = await open((good) => good, 5)
    const huge = walletOf(1)
    const small = Array.from({ length: 20 }, (_, n) => walletOf(n + 2))
    server.facts = [
      ...past(huge, 50_000),
      ...small.flatMap((wallet, n) => past(wallet, 30, 60_000 + n * 100)),
    ]
    let largest = 0
    log.onAppend = (records) => {
      const rows = records.filter(({ topic }) => topic === 'pm.raw.wallets').length
      largest = Math.max(largest, rows)
      return 'none'
    }
    run()
    await ask(huge)
    await until(() => walletWatermarks(log).has(huge))
    await ask(...small)
    await until(() => isComplete(...small))
    expect(isComplete(huge)).toBe(false)
    await until(() => isComplete(huge))
    expectActivityExact(log, server.facts)
    expectWalletWatermarksTrue(log, server.facts)
    // Appends of several wallets may go together.
    expect(largest).toBeLessThan(3 * 5_500)
    // New polls of it in between cost a request or two each.
    expect(asked(huge)).toBeLessThan((50_000 / 500) * 1.6)
  })

  it.each([31, 32, 33])(
    'loses and repeats nothing when platform, log and process fail (seed %i)',
    async (seed) => {
      const random = createRandom(seed).next
      /** The page served last for each question: what is served again is one of the same list. */
      const served = new Map<string, TestResponse>()
      let isOver = false
      const { clock, server, log, run, ask, isComplete, fatal } = await open((good, one) => {
        const list = new URLSearchParams(one.query)
        const isFirst = list.get('offset') === '0'
        list.delete('offset')
        const previous = isFirst ? undefined : served.get(list.toString())
        served.set(list.toString(), good)
        const dice = isOver ? 1 : random()
        if (dice < 0.02) return { status: 429, text: '{}', headers: { 'retry-after': '1' } }
        if (dice < 0.04) {
          const headers = { 'content-type': 'text/html' }
          return { status: 403, text: '<html>denied</html>', headers }
        }
        if (dice < 0.06) return { status: 200, text: '[{"type":"TRA' }
        if (dice < 0.07) return { status: 500, text: '{}' }
        if (dice < 0.08) return { raw: (response) => response.destroy() }
        if (dice < 0.11 && previous) return previous
        if (dice < 0.2 && 'json' in good) return { json: (good.json as unknown[]).toReversed() }
        return good
      })
      const wallets = Array.from({ length: 6 }, (_, n) => walletOf(n + 1))
      server.pageCap = 100
      server.maxOffset = 300
      const liveMs = 40_000
      for (const [n, wallet] of wallets.entries()) {
        server.facts.push(...past(wallet, 50 + n * 200, n * 10_000))
        for (let live = 0; live < 40; live += 1) {
          const timeMs = startMs + Math.floor(random() * liveMs)
          const visibleAtMs = timeMs + Math.floor(random() * 3_500)
          const fact = factOf(wallet, n * 10_000 + 5_000 + live, Math.floor(timeMs / 1000))
          const times = random() < 0.15 ? 3 : 1
          for (let n = 0; n < times; n += 1) server.facts.push({ ...fact, visibleAtMs })
        }
      }
      let hurt = 0
      log.onAppend = (records) => {
        if (records.some(({ topic }) => topic === 'pm.wallet-requests')) return 'none'
        // Early ones for certain, so that no seed gets away without.
        const dice = log.appends % 40 === 7 ? 0 : random()
        if (isOver || dice >= 0.02) return 'none'
        hurt += 1
        return random() < 0.5 ? 'lost' : 'unknown'
      }
      const tuning = { rowsPerWindow: 250, walletHotMs: 5_000, requestTimeoutMs: 400 }
      await ask(...wallets.slice(0, 4))
      let poller = run(tuning)
      for (let n = 0; n < 6; n += 1) {
        await clock.sleep(500 + random() * 8_000, AbortSignal.timeout(60_000))
        await poller.stop()
        if (n === 2) await ask(...wallets.slice(3))
        poller = run(tuning)
      }
      await until(() => clock.now() > startMs + liveMs + 10_000 && hurt > 0)
      isOver = true
      const end = startMs + liveMs
      await until(() => {
        const watermarks = [...walletWatermarks(log).values()]
        return (
          isComplete(...wallets) &&
          watermarks.every((watermark) => watermark.complete_until_ms > end)
        )
      })
      expectActivityExact(log, server.facts)
      expectWalletWatermarksTrue(log, server.facts)
      expect(hurt).toBeGreaterThan(0)
      expect(fatal).toEqual([])
    },
  )

  it.each<[string, FalseList]>([
    ['empty', () => ({ rows: [] })],
    ['without their older half', (rows) => ({ rows: rows.slice(0, rows.length / 2) })],
    ['reordered', (rows) => ({ rows: rows.toReversed() })],
    [
      'without rows that were there, with a fresh date',
      (rows, fromMs) => {
        const [known] = rowsBefore(rows, fromMs)
        return { rows: rowsBefore(rows, (known?.timestamp ?? 0) * 1000) }
      },
    ],
    [
      'old, with their date',
      (rows, fromMs) => ({ rows: rowsBefore(rows, fromMs), dateMs: fromMs }),
    ],
  ])('loses nothing while lists of activity are %s for a minute', async (_name, falsify) => {
    const faultMs = 60_000
    let [fromMs, falsified] = [Infinity, 0]
    const { clock, server, log, run, ask, isComplete, fatal } = await open((answer, { query }) => {
      const nowMs = clock.now()
      if (nowMs < fromMs || nowMs >= fromMs + faultMs || !('json' in answer)) return answer
      falsified += 1
      // a list of which part is missing has no second page
      const all = query.get('offset') === '0' ? (answer.json as ActivityFact[]) : []
      const { rows, dateMs = nowMs } = falsify(all, fromMs)
      return { json: rows, headers: { date: new Date(dateMs).toUTCString() } }
    })
    const [busy, quiet] = [walletOf(1), walletOf(2)]
    const quietPast = past(quiet, 20, 1_000).map((fact) => ({
      ...fact,
      timestamp: fact.timestamp - 7_200,
    }))
    server.facts = [...past(busy, 100), ...quietPast]
    run({ walletHotMs: 5_000 })
    await ask(busy, quiet)
    await until(() => isComplete(busy, quiet))
    fromMs = clock.now()
    const firstS = Math.ceil(fromMs / 1000) + 1
    server.facts.push(
      ...Array.from({ length: 80 }, (_, n) => factOf(busy, 2_000 + n, firstS + n)),
      ...Array.from({ length: 4 }, (_, n) => factOf(quiet, 3_000 + n, firstS + n * 20)),
    )
    const isFollowed = (wallet: string): boolean =>
      isComplete(wallet) &&
      (walletWatermarks(log).get(wallet)?.complete_until_ms ?? 0) > (firstS + 80) * 1000
    await until(() => isFollowed(busy) && isFollowed(quiet))
    expect(falsified).toBeGreaterThan(0)
    expectActivityExact(log, server.facts)
    expectWalletWatermarksTrue(log, server.facts)
    expect(fatal).toEqual([])
  })

  it('keeps following after a restart, and requests nothing twice', async () => {
    const { server, log, run, ask, isComplete, asked } = await open()
    const wallet = walletOf(1)
    server.facts = past(wallet, 3_000)
    const first = run()
    await ask(wallet)
    await until(() => isComplete(wallet))
    await first.stop()
    const before = asked(wallet)
    const completeUntilMs = walletWatermarks(log).get(wallet)?.complete_until_ms ?? 0
    run()
    await until(() => (walletWatermarks(log).get(wallet)?.complete_until_ms ?? 0) > completeUntilMs)
    expect(asked(wallet) - before).toBeLessThanOrEqual(4)
    expectActivityExact(log, server.facts)
  })

  it('polls a wallet at once that is requested again', async () => {
    const { log, run, ask, isComplete } = await open()
    const wallet = walletOf(1)
    run({ walletHotMs: 86_400_000 })
    await ask(wallet)
    await until(() => isComplete(wallet))
    const completeUntilMs = walletWatermarks(log).get(wallet)?.complete_until_ms ?? 0
    await until(() => log.appends > 20)
    expect(walletWatermarks(log).get(wallet)?.complete_until_ms).toBe(completeUntilMs)
    await ask(wallet)
    await until(() => (walletWatermarks(log).get(wallet)?.complete_until_ms ?? 0) > completeUntilMs)
  })

  it('lets a wallet that cannot be had hold up no other', async () => {
    const bad = [walletOf(90), walletOf(91), walletOf(92), walletOf(93)]
    const { server, run, ask, isComplete } = await open((answer, { query }) =>
      bad.includes(query.get('user') ?? '') ? { status: 500, text: '{}' } : answer,
    )
    const good = Array.from({ length: 5 }, (_, n) => walletOf(n + 1))
    server.facts = good.flatMap((wallet, n) => past(wallet, 20, n * 100))
    run()
    await ask(...bad)
    await ask(...good)
    await until(() => isComplete(...good))
    for (const wallet of bad) expect(isComplete(wallet)).toBe(false)
  })

  it('ignores requests that name no wallet', async () => {
    const { run, ask, isComplete, asked, counts } = await open()
    run()
    await ask('0x12', 'DROP TABLE', walletOf(1))
    await until(() => isComplete(walletOf(1)))
    expect(asked('0x12')).toBe(0)
    expect(counts.filter((one) => one === 'left_out malformed_request')).toHaveLength(2)
  })
})
