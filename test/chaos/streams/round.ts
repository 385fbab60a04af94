// One round on the streams: the pollers of both platforms with all faults of the streams, one restart of the
// platforms' servers, and kills of the poller.
// Meanwhile, no order book that is shown as current may be wrong. Afterwards, trades and books are what the platforms
// have, no trade is provisional any more, and no watermark was false. The log is in memory, and time passes faster.
import { deepEqual, equal, ok } from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { confirmationMs } from '../../../services/domain/provisional-trade.ts'
import { createRequestSigner } from '../../../services/platforms/credentials.ts'
import { platforms } from '../../../services/platforms/modules.ts'
import { createPoller } from '../../../services/poller/poller.ts'
import { silentObserver } from '../../../services/poller/observer.ts'
import { createRandom, hashOf } from '../../../simulator/random.ts'
import { createSimulator } from '../../../simulator/simulator.ts'
import type { StreamFaultKind, StreamFaultRule } from '../../../simulator/streams/stream-faults.ts'
import { createPatientClock, type FastClock } from '../../poller/support/clock.ts'
import { createMemoryLog, jsonCodec } from '../../poller/support/memory-log.ts'
import { platformsAt } from '../../poller/support/simulated-platforms.ts'
import {
  expectTradesAsServed,
  expectWatermarksReported,
  isAllComplete,
} from '../../poller/support/simulator-truth.ts'
import { hungAfterMs } from '../../support/waiting.ts'
import { openReader, type Reader } from './reader.ts'

export interface StreamRoundOptions {
  readonly seed: string
  /** How long the faults last, in simulated time. */
  readonly forMs: number
  readonly kills: number
  readonly print: (line: string) => void
}

export interface StreamRound {
  readonly seed: string
  /** Empty: the round passed. */
  readonly faults: readonly string[]
  /** Trades that were compared with the truth. */
  readonly trades: number
  readonly watermarks: number
  readonly announced: number
  readonly withdrawn: number
  /** Comparisons of books that were shown as current with the truth. */
  readonly currentBooks: number
  /** What the pollers counted, by name, platform and reason. */
  readonly counts: Readonly<Record<string, number>>
}

const startMs = Date.UTC(2026, 10, 20, 15)
const speed = 8
const sampleMs = 5_000
/** After the faults: two comparisons, a new snapshot, and a comparison that proves it. */
const recoveryMs = 90_000
const jumpMs = 60_000
const leastBooks = 200

const ofFrames: readonly StreamFaultKind[] = [
  'lost-frame',
  'reordered',
  'tick-size-change',
  'wrong-hash',
  'missed-trade',
]
const ofConnections: readonly StreamFaultKind[] = [
  'refused',
  'restarting',
  'unavailable',
  'mute',
  'silent-connection',
  'oversized-first-array',
  'odd-frame',
]
export const streamFaults: readonly StreamFaultRule[] = [
  ...ofFrames.map((kind) => ({ kind, probability: 0.01 })),
  ...ofConnections.map((kind) => ({ kind, probability: 0.1 })),
  { kind: 'silent-market', probability: 0.1 },
  { kind: 'slow-consumer', probability: 0.001 },
  { kind: 'seq-gap', probability: 0.05 },
  { kind: 'lost-first-frame', probability: 0.1 },
  { kind: 'duplicate-trade', probability: 0.1 },
  { kind: 'withdrawn-trade', probability: 0.05 },
]

export async function playStreamRound(options: StreamRoundOptions): Promise<StreamRound> {
  const { seed, forMs, print } = options
  const random = createRandom(hashOf(`${seed} kills`))
  const clock = createPatientClock(startMs, speed)
  const never = AbortSignal.timeout(hungAfterMs + forMs)
  setMaxListeners(0, never)
  const pass = (ms: number): Promise<void> => clock.sleep(ms, never)
  const simulator = createSimulator({
    seed,
    now: clock.now,
    historyDays: 1,
    size: 0.05,
    activity: 2,
    streamFaults,
  })
  const server = await simulator.listen({ port: 0, host: '127.0.0.1' })
  const log = createMemoryLog(clock.now)
  const counts: Record<string, number> = {}
  const faults: string[] = []
  const onFault = (fault: string): void => {
    faults.push(fault)
    print(`FAULT ${fault}`)
  }
  const create = createPollers({ url: server.url, clock, log, counts, onFault })
  const reader = await openReader({ log, simulator, now: clock.now })
  const results = { trades: 0, watermarks: 0, announced: 0, withdrawn: 0 }
  let poller = create()
  poller.start()

  /** Ends the poller at an append, which becomes durable or does not. */
  async function kill(): Promise<void> {
    const fault = random.pick(['lost', 'unknown'] as const)
    log.onAppend = (records) =>
      records.some(({ topic }) => reader.normalizedTopics.has(topic)) ? 'none' : fault
    await pass(300)
    await poller.stop()
    log.onAppend = () => 'none'
    poller = create()
    poller.start()
    print(`killed at ${Math.round((clock.now() - startMs) / 1000)} s, its append was ${fault}`)
  }

  async function sample(): Promise<void> {
    await pass(sampleMs)
    for (const wrong of reader.wrongCurrentBooks()) onFault(`shown as current: ${wrong}`)
  }

  try {
    const killsAt = Array.from({ length: options.kills }, () => random.next() * forMs).toSorted(
      (a, b) => a - b,
    )
    let restartAt = random.next() * forMs
    // On a slow machine, the poller connects late.
    while (clock.now() < startMs + forMs || reader.comparedBooks() < leastBooks) {
      if ((killsAt[0] ?? Infinity) <= clock.now() - startMs) {
        killsAt.shift()
        await kill()
      }
      if (restartAt <= clock.now() - startMs) {
        restartAt = Infinity
        simulator.streams.restart()
        print(`platforms restarted at ${Math.round((clock.now() - startMs) / 1000)} s`)
      }
      await sample()
    }
    simulator.setStreamFaults([])
    const endMs = clock.now()
    const goalMs = endMs + recoveryMs
    while (clock.now() < goalMs) await sample()
    while (reader.wrongBooks().length > 0 && clock.now() < goalMs + 600_000) await sample()
    deepEqual(reader.wrongBooks(), [], 'recorded books that are not the true ones')
    while (clock.now() < goalMs + confirmationMs) {
      clock.skip(jumpMs)
      await pass(sampleMs)
    }
    while (!isAllComplete(simulator, log.values('raw.trades'), endMs + confirmationMs))
      await sample()
    while (reader.provisionalTrades(endMs).length > 0 && clock.now() < goalMs + 1_800_000)
      await sample()
    await poller.stop()
    // the reader may be behind the log
    await reader.stop()
    Object.assign(results, checkTrades(reader, endMs))
    results.trades = expectTradesAsServed(simulator, log.values('raw.trades'))
    results.watermarks = expectWatermarksReported(simulator, log.values('raw.trades'))
  } catch (error) {
    onFault(error instanceof Error ? (error.stack ?? error.message) : String(error))
    await poller.stop()
  }
  await reader.stop()
  await server.close()
  clock.stop()
  return { seed, faults, ...results, currentBooks: reader.comparedBooks(), counts }
}

/** Returns a function that makes a poller of both platforms, with streams. */
function createPollers(options: {
  readonly url: string
  readonly clock: FastClock
  readonly log: ReturnType<typeof createMemoryLog>
  readonly counts: Record<string, number>
  readonly onFault: (fault: string) => void
}): () => ReturnType<typeof createPoller> {
  const { url, clock, log, counts, onFault } = options
  const { privateKey } = generateKeyPairSync('ed25519')
  const module = platforms.find(({ credentials }) => credentials !== null)
  if (!module?.credentials) throw new Error('no platform needs credentials')
  const signers = {
    [module.name]: createRequestSigner(module.credentials, { id: 'key', privateKey }),
  }
  const urls = platformsAt(url)
  return () =>
    createPoller({
      platforms: {
        platform_a: { ...urls.platform_a, stream: `${url}/ws/market` },
        platform_b: { ...urls.platform_b, stream: `${url}/trade-api/ws/v2` },
      },
      signers,
      log,
      codec: jsonCodec,
      topicPrefix: 'pm.',
      now: clock.now,
      sleep: clock.sleep,
      onFatal: (error) => onFault(`stopped permanently: ${error.stack ?? error.message}`),
      tuning: { streamMarkets: 60, streamCheckMs: 15_000 },
      observer: {
        ...silentObserver,
        count(what, { reason = '', result = '', platform = '' }, by = 1) {
          const name = `${what} ${platform} ${reason}${result}`
          counts[name] = (counts[name] ?? 0) + by
        },
      },
    })
}

/** Each trade once, and each announced one from before `untilMs` confirmed or withdrawn. */
function checkTrades(reader: Reader, untilMs: number) {
  const { rows, trades, dropped, announced, withdrawn } = reader.contents()
  const repeated = reader.repeatedTrades()
  deepEqual(repeated.slice(0, 5), [], `${repeated.length} trades are in \`trades\` twice`)
  equal(trades + dropped, rows, 'a recorded row is not in `trades`')
  deepEqual(reader.provisionalTrades(untilMs), [], 'trades that are still provisional')
  deepEqual(reader.withdrawnAndListed(), [], 'withdrawn trades that requests have returned')
  ok(announced > 0)
  return { announced, withdrawn }
}
