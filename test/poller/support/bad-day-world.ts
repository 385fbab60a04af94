// Both platforms, a poller, a log in memory and a virtual clock, for the tests of bad days. Records what the
// poller requested and how far its tapes were behind.
import type { Platform } from '../../../schemas/generated/events.ts'
import { silentObserver } from '../../../services/poller/observer.ts'
import type { PollerOptions } from '../../../services/poller/poller.ts'
import type { PollerTuning } from '../../../services/poller/tuning.ts'
import type { RequestClass } from '../../../services/platforms/request-class.ts'
import { createRandom } from '../../../simulator/random.ts'
import { newestWatermarks } from './checks.ts'
import { createExchange, type Exchange } from './fake-platforms.ts'
import { createMemoryLog, type MemoryLog } from './memory-log.ts'
import { until, type Answer, type createRunningPollers } from './running-pollers.ts'
import type { ReceivedRequest, TestResponse } from './test-server.ts'
import { createVirtualClock, type VirtualClock } from './virtual-clock.ts'

/** A full hour, so that a back-fill of `historyMs: 0` has nothing to read. */
export const startMs = Date.UTC(2026, 10, 20, 12)
export const second = 1_000
export const minute = 60_000
export const hour = 3_600_000
export const bothPlatforms = ['platform_a', 'platform_b'] as const

/** What happens to one request; `sinceStartMs` is the time of its arrival. */
export type Bend = (answer: Answer, asked: ReceivedRequest, sinceStartMs: number) => TestResponse

export interface BadDayWorld {
  readonly clock: VirtualClock
  readonly exchange: Exchange
  readonly log: MemoryLog
  readonly requests: readonly SentRequest[]
  readonly lags: readonly TapeLag[]
  /** How often the poller counted something, by what and reason. */
  readonly counts: ReadonlyMap<string, number>
  /** The messages that the poller has logged. */
  readonly messages: readonly string[]
  readonly run: (
    only?: readonly Platform[],
    options?: Partial<Pick<PollerOptions, 'log' | 'tapesOnlyUntil'>>,
  ) => void
  readonly stop: () => Promise<void>
  readonly until: (isTrue: () => boolean) => Promise<void>
  readonly sinceStartMs: () => number
  /** Until when the tape of a platform is complete in every partition; 0 before it started. */
  readonly tapeUntilMs: (platform: Platform) => number
  /** From now on, the connections to a platform are refused, until the returned function is called. */
  readonly refuseConnections: (platform: Platform) => Promise<() => Promise<void>>
}

interface SentRequest {
  readonly platform: string
  readonly requestClass: string
  readonly outcome: string
  readonly atMs: number
}

interface TapeLag {
  readonly platform: Platform
  readonly atMs: number
  readonly lagMs: number
}

export async function openBadDay(
  running: ReturnType<typeof createRunningPollers>,
  options: { readonly bend?: Bend; readonly tuning?: Partial<PollerTuning> } = {},
): Promise<BadDayWorld> {
  const { bend = (answer, asked) => answer(asked), tuning = {} } = options
  const clock = createVirtualClock(startMs)
  running.atEnd(clock.stop)
  const sinceStartMs = (): number => clock.now() - startMs
  const exchange = createExchange(clock.now)
  exchange.listCap = 100
  exchange.bCutoffS = startMs / 1000 - 30 * 86_400
  const log = createMemoryLog(clock.now)
  const served: Record<Platform, Answer> = {
    platform_a: (asked) => bend(exchange.answerA, asked, sinceStartMs()),
    platform_b: (asked) => bend(exchange.answerB, asked, sinceStartMs()),
  }
  const webs = {
    platform_a: await running.serve(served.platform_a),
    platform_b: await running.serve(served.platform_b),
  }
  const { url } = webs.platform_a
  const platforms: Required<PollerOptions['platforms']> = {
    platform_a: { gammaUrl: url, clobUrl: url, dataUrl: url },
    platform_b: { url: webs.platform_b.url },
  }
  const requests: SentRequest[] = []
  const lags: TapeLag[] = []
  const counts = new Map<string, number>()
  const messages: string[] = []
  const random = createRandom(1).next

  const observer = {
    ...silentObserver,
    reportWaitingRequests: (platform: Platform, requestClass: RequestClass, by: 1 | -1) =>
      clock.observer.reportWaitingRequests(platform, requestClass, by),
    count(...[what, labels, by = 1]: Parameters<typeof silentObserver.count>) {
      clock.observer.count(what, labels, by)
      const name = `${what} ${labels['reason'] ?? ''}`
      counts.set(name, (counts.get(name) ?? 0) + by)
      const { platform = '', class: requestClass = '', outcome = '' } = labels
      if (what === 'requests')
        requests.push({ platform, requestClass, outcome, atMs: sinceStartMs() })
    },
    log: (...[, message]: Parameters<typeof silentObserver.log>) => void messages.push(message),
    reportTapeWatermark(progress: {
      readonly platform: Platform
      readonly completeUntilMs: number
    }) {
      const lagMs = clock.now() - progress.completeUntilMs
      lags.push({ platform: progress.platform, atMs: sinceStartMs(), lagMs })
    },
  }

  return {
    clock,
    exchange,
    log,
    requests,
    lags,
    counts,
    messages,
    sinceStartMs,
    async refuseConnections(platform) {
      await webs[platform].close()
      return async () => {
        const { port } = new URL(webs[platform].url)
        webs[platform] = await running.serve(served[platform], Number(port))
      }
    },
    run(only = bothPlatforms, startOptions = {}) {
      running.start({
        platforms: {
          ...(only.includes('platform_a') ? { platform_a: platforms.platform_a } : {}),
          ...(only.includes('platform_b') ? { platform_b: platforms.platform_b } : {}),
        },
        log,
        now: clock.now,
        sleep: clock.sleep,
        random,
        tuning,
        observer,
        onFatal: (error) => {
          throw error
        },
        ...startOptions,
      })
    },
    async stop() {
      await running.stopPollers()
      clock.forgetRequests()
    },
    until: (isTrue) => until(clock, isTrue),
    tapeUntilMs(platform) {
      const own = [...newestWatermarks(log).values()].filter(
        (one) => one.platform === platform && one.market_id === null,
      )
      return own.length < 12 ? 0 : Math.min(...own.map((one) => one.complete_until_ms))
    },
  }
}

/** A trade on each platform at this time since the start, which is served `delayMs` later. */
export function addTrades(
  { aTrades, bTrades }: Exchange,
  n: number,
  sinceStartMs: number,
  options: { readonly market?: number; readonly delayMs?: number } = {},
): void {
  const { market = 1, delayMs = 0 } = options
  const timeMs = startMs + Math.floor(sinceStartMs)
  const visibleAtMs = timeMs + delayMs
  const timestamp = Math.floor(timeMs / 1000)
  const a = {
    conditionId: `0x${market}`,
    transactionHash: `0x${n}`,
    asset: '1',
    proxyWallet: '0xw',
  }
  aTrades.push({ ...a, side: 'BUY', size: 1, price: 0.4, timestamp, visibleAtMs })
  bTrades.push({ trade_id: `t${n}`, ticker: `KX-${market}`, timeMs, visibleAtMs })
}

const createdAt = new Date(startMs - 86_400_000).toISOString()

/** The fields of open markets that were never traded before the start. */
export const aMarket = (market: number) => ({
  id: String(market),
  conditionId: `0x${market}`,
  outcomes: '["Yes", "No"]',
  clobTokenIds: `["${market}1", "${market}2"]`,
  volumeNum: 0,
  createdAt,
  updatedAt: createdAt,
  closed: false,
})

export const bMarket = (market: number) => ({
  ticker: `KX-${market}`,
  status: 'active',
  volume_fp: '0.00',
  created_time: createdAt,
  updated_time: createdAt,
})

/** Lists markets 1 to `count`, those of platform_a without events. */
export function addMarkets({ aAlone, bEvents }: Exchange, count: number): void {
  const numbers = Array.from({ length: count }, (_, n) => n + 1)
  aAlone.push(...numbers.map(aMarket))
  bEvents.push({ event_ticker: 'KX', status: 'open', markets: numbers.map(bMarket) })
}
