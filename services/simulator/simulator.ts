// Stands in for both upstream platforms: a deterministic world, served over their own HTTP
// interfaces, with faults on request, and the truth about it for tests.
import { fraction, mix } from './random.ts'
import { activityRoute, type ActivityCaps } from './platform-a/activity.ts'
import { clobRoutes } from './platform-a/clob.ts'
import { dataRoutes, type TradeCaps } from './platform-a/data.ts'
import { gammaRoutes } from './platform-a/gamma.ts'
import { positionsRoute } from './platform-a/positions.ts'
import type { Generation } from './platform-b/numbers.ts'
import { platformBRoutes } from './platform-b/routes.ts'
import type { FaultRule } from './server/faults.ts'
import type { HttpServer } from '../platform/run/http-server.ts'
import { createHttp } from './server/http.ts'
import type { RequestLog } from './server/request-log.ts'
import { createTruth, type Truth } from './truth.ts'
import type { Deed } from './wallets/deed.ts'
import { createWallets } from './wallets/wallets.ts'
import { dayMs } from './world/dates.ts'
import type { Trade } from './world/trades.ts'
import { createWorld } from './world/world.ts'

export interface SimulatorOptions {
  /** The same seed is the same world, at any time and after any restart. */
  readonly seed: string
  /** Unix milliseconds. */
  readonly now: () => number
  /** Settled events stay listed for this many whole days (default 4). */
  readonly historyDays?: number
  /** Multiplies the number of events (default 1: some 80 events and 300 markets a platform). */
  readonly size?: number
  /** Multiplies the number of trades (default 1: some 12,000 a day on both platforms). */
  readonly activity?: number
  readonly faults?: readonly FaultRule[]
  /** This share of trades shows up late, by up to so much. */
  readonly late?: { readonly share: number; readonly maxMs: number }
  /** Most rows and largest offset of platform_a's /trades (default 10,000 each, then refused). */
  readonly tradeCaps?: TradeCaps
  /** Most rows and largest offset of platform_a's /activity (default 500 and 5,000). */
  readonly activityCaps?: ActivityCaps
  /** One more wallet makes this share of platform_a's trades, on either side (default: none). */
  readonly heavyShare?: number
  /** platform_b keeps this many days on its live routes (default 2). */
  readonly liveDays?: number
  /** How platform_b writes numbers (default fixed-point). */
  readonly generation?: Generation
}

export interface Simulator {
  listen(where: { readonly port: number; readonly host: string }): Promise<HttpServer>
  /** Replaces the faults. */
  setFaults(rules: readonly FaultRule[]): void
  readonly truth: Truth
  readonly requests: RequestLog
}

/** Rows of a page of the CLOB's list of markets. */
const clobPage = 500

export function createSimulator(options: SimulatorOptions): Simulator {
  const world = createWorld({
    seed: options.seed,
    historyDays: options.historyDays ?? 4,
    size: options.size ?? 1,
    activity: options.activity ?? 1,
    heavyShare: options.heavyShare ?? 0,
  })
  const wallets = createWallets(world)
  const { late } = options
  const isShown = (timeUs: number, draw: () => number, nowMs: number): boolean => {
    if (late === undefined || timeUs < (nowMs - late.maxMs) * 1000) return true
    const delayMs = fraction(draw()) < late.share ? fraction(mix(draw(), 1)) * late.maxMs : 0
    return timeUs / 1000 + delayMs <= nowMs
  }
  const isVisible = (trade: Trade, nowMs: number): boolean =>
    isShown(trade.timeUs, () => mix(mix(trade.market.seed, trade.timeUs), trade.order), nowMs)
  const isDeedVisible = (deed: Deed, nowMs: number): boolean =>
    'fill' in deed
      ? isVisible(deed.fill.trade, nowMs)
      : isShown(deed.timeUs, () => mix(mix(deed.wallet, deed.event), deed.n), nowMs)
  const truth = createTruth(world, wallets, options.now)
  let faults = options.faults ?? []
  const http = createHttp({
    seed: options.seed,
    now: options.now,
    faults: () => faults,
    routes: [
      ...gammaRoutes(world),
      ...clobRoutes(world, clobPage),
      ...dataRoutes(
        world,
        options.tradeCaps ?? { limit: 10_000, offset: 10_000, beyond: 'refuse' },
        isVisible,
      ),
      activityRoute(
        world,
        wallets,
        options.activityCaps ?? { limit: 500, offset: 5_000 },
        isDeedVisible,
      ),
      positionsRoute(world, (wallet) => truth.positions(wallet)),
      ...platformBRoutes(world, {
        liveMs: (options.liveDays ?? 2) * dayMs,
        generation: options.generation ?? 'fixed-point',
        isVisible,
      }),
    ],
  })
  return {
    listen: (where) => http.listen(where),
    setFaults: (rules) => {
      faults = rules
    },
    truth,
    requests: http.log,
  }
}
