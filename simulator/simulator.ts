// Simulates all upstream platforms: a deterministic world, served over their HTTP interfaces and streams, with
// faults on request, and the expected data for tests.
import { simulations, type PlatformOptions } from './platforms.ts'
import type { FaultRule } from './server/faults.ts'
import type { HttpServer } from '../services/lib/run/http-server.ts'
import { createHttp } from './server/http.ts'
import { createRequestLog, type RequestLog } from './server/request-log.ts'
import { createVisibility, type Late } from './simulated-world.ts'
import type { StreamFaultRule } from './streams/stream-faults.ts'
import { createStreamServer, type StreamControl } from './streams/stream-server.ts'
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
  readonly streamFaults?: readonly StreamFaultRule[]
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
  /** Replaces the fault rules of the streams. */
  setStreamFaults(rules: readonly StreamFaultRule[]): void
  readonly streams: StreamControl
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
  const { seed, now } = options
  let faults = options.faults ?? []
  let streamFaults = options.streamFaults ?? []
  const log = createRequestLog()
  const streams = createStreamServer({
    seed,
    now,
    faults: () => streamFaults,
    streams: simulations.flatMap(({ createStreams }) => createStreams?.(served, options) ?? []),
    log,
  })
  const http = createHttp({
    seed,
    now,
    faults: () => faults,
    routes: simulations.flatMap(({ createRoutes }) => createRoutes(served, options)),
    upgrade: (request, socket, head) => streams.upgrade(request, socket, head),
    log,
  })
  return {
    async listen(where) {
      const server = await http.listen(where)
      return {
        url: server.url,
        close() {
          streams.close()
          return server.close()
        },
      }
    },
    setFaults: (rules) => {
      faults = rules
    },
    setStreamFaults: (rules) => {
      streamFaults = rules
    },
    streams,
    truth,
    requests: log,
  }
}
