// Simulates all upstream platforms: a deterministic world, served over their HTTP interfaces, with
// faults on request, and the expected data for tests.
import { createRoutesOfPlatforms, type PlatformOptions } from './platforms.ts'
import type { FaultRule } from './server/faults.ts'
import type { HttpServer } from '../services/lib/run/http-server.ts'
import { createHttp } from './server/http.ts'
import type { RequestLog } from './server/request-log.ts'
import { createVisibility, type Late } from './simulated-world.ts'
import { createTruth, type Truth } from './truth.ts'
import { createWallets } from './wallets/wallets.ts'
import { createWorld } from './world/world.ts'

export interface SimulatorOptions extends PlatformOptions {
  /** The same seed gives the same world, at any time and after any restart. */
  readonly seed: string
  /** Unix milliseconds. */
  readonly now: () => number
  /** Settled events stay listed for this many whole days (default 4). */
  readonly historyDays?: number
  /** Multiplies the number of events (default 1: about 80 events and 300 markets per platform). */
  readonly size?: number
  /** Multiplies the number of trades (default 1: about 12,000 a day on both platforms). */
  readonly activity?: number
  readonly faults?: readonly FaultRule[]
  /** Default: every trade is visible at once. */
  readonly late?: Late
  /** The number of wallets that trade on platform_a (default 600). */
  readonly wallets?: number
  /** One additional wallet makes this fraction of platform_a's trades, on either side (default 0). */
  readonly heavyShare?: number
}

export interface Simulator {
  listen(where: { readonly port: number; readonly host: string }): Promise<HttpServer>
  /** Replaces the fault rules. */
  setFaults(rules: readonly FaultRule[]): void
  readonly truth: Truth
  readonly requests: RequestLog
}

export function createSimulator(options: SimulatorOptions): Simulator {
  const world = createWorld({
    seed: options.seed,
    historyDays: options.historyDays ?? 4,
    size: options.size ?? 1,
    activity: options.activity ?? 1,
    wallets: options.wallets ?? 600,
    heavyShare: options.heavyShare ?? 0,
  })
  const wallets = createWallets(world)
  const truth = createTruth(world, wallets, options.now)
  const served = { world, wallets, truth, ...createVisibility(options.late) }
  let faults = options.faults ?? []
  const http = createHttp({
    seed: options.seed,
    now: options.now,
    faults: () => faults,
    routes: createRoutesOfPlatforms.flatMap((createRoutes) => createRoutes(served, options)),
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
