// The poller with the streams of both platforms, against the simulator with the faults of streams: once the faults are
// over, every recorded book is the true one, and the trades are what they are without streams.
import { generateKeyPairSync } from 'node:crypto'
import { expect, it } from '@jest/globals'
import { createRequestSigner } from '../../../services/platforms/credentials.ts'
import { parseId } from '../../../services/platforms/identity.ts'
import { platforms } from '../../../services/platforms/modules.ts'
import { createPoller } from '../../../services/poller/poller.ts'
import { silentObserver } from '../../../services/poller/observer.ts'
import { createSimulator, type Simulator } from '../../../simulator/simulator.ts'
import type { StreamFaultKind, StreamFaultRule } from '../../../simulator/streams/stream-faults.ts'
import { hungAfterMs } from '../../support/waiting.ts'
import { createFastClock } from '../support/clock.ts'
import { createMemoryLog, jsonCodec, type Stored } from '../support/memory-log.ts'
import { platformsAt } from '../support/simulated-platforms.ts'
import {
  expectTradesAsServed,
  expectWatermarksReported,
  isAllComplete,
} from '../support/simulator-truth.ts'

const startMs = Date.UTC(2026, 10, 20, 15)
const faultsEndMs = startMs + 60_000

const perFrame: readonly StreamFaultKind[] = [
  'lost-frame',
  'seq-gap',
  'reordered',
  'duplicate-trade',
  'tick-size-change',
  'wrong-hash',
  'missed-trade',
]
const perConnection: readonly StreamFaultKind[] = [
  'refused',
  'restarting',
  'unavailable',
  'mute',
  'silent-connection',
  'oversized-first-array',
  'odd-frame',
]
const streamFaults: readonly StreamFaultRule[] = [
  ...perFrame.map((kind) => ({ kind, probability: 0.01, untilMs: faultsEndMs })),
  ...perConnection.map((kind) => ({ kind, probability: 0.1, untilMs: faultsEndMs })),
  { kind: 'silent-market', probability: 0.1, untilMs: faultsEndMs },
  { kind: 'lost-first-frame', probability: 0.1, untilMs: faultsEndMs },
]

/** The newest recorded book of each market. */
function newestBooks(records: readonly Stored<'raw.books'>[]): readonly Stored<'raw.books'>[] {
  return [...new Map(records.map((record) => [record.key, record])).values()]
}

/** Whether the book was the true one at some moment of the last half minute, or the market has none any more. */
function isCurrent(simulator: Simulator, { value }: Stored<'raw.books'>, nowMs: number): boolean {
  const { market_id: id, body } = value
  const { nativeId } = parseId(id)!
  const { mapper } = platforms.find(({ name }) => name === value.platform)!
  const origin = { topic: 'raw.books', partition: 0, offset: 0 }
  const parsed = JSON.parse(body) as Record<string, unknown>
  const result = mapper.toBook({ raw: value, body: parsed, nativeId, origin })
  const numbers = (side: readonly { price: string; size: string }[]) =>
    side.map(({ price, size }) => [Number(price), Number(size)])
  if (!('value' in result)) throw new Error(JSON.stringify(result))
  const recorded = JSON.stringify([numbers(result.value.bids), numbers(result.value.asks)])
  for (let atMs = nowMs; atMs > nowMs - 30_000; atMs -= 250) {
    const book = simulator.truth.book(nativeId, atMs)
    if (book === null) return true
    const levels = (side: readonly (readonly [string, string])[]) =>
      side.map(([price, size]) => [Number(price), Number(size)])
    if (JSON.stringify([levels(book.bids), levels(book.asks)]) === recorded) return true
  }
  return false
}

it('the books of streams with faults become true again, and trades stay complete', async () => {
  const clock = createFastClock(startMs, 8)
  const simulator = createSimulator({
    seed: 'streams-1',
    now: clock.now,
    historyDays: 1,
    size: 0.05,
    activity: 10,
    streamFaults,
  })
  const server = await simulator.listen({ port: 0, host: '127.0.0.1' })
  const { privateKey } = generateKeyPairSync('ed25519')
  const module = platforms.find(({ credentials }) => credentials !== null)!
  const signer = createRequestSigner(module.credentials!, { id: 'key', privateKey })
  const log = createMemoryLog(clock.now)
  const fatal: Error[] = []
  const counts: Record<string, number> = {}
  const followed = platformsAt(server.url)
  const create = () =>
    createPoller({
      platforms: {
        platform_a: { ...followed.platform_a!, stream: `${server.url}/ws/market` },
        platform_b: { ...followed.platform_b!, stream: `${server.url}/trade-api/ws/v2` },
      },
      signers: { [module.name]: signer },
      log,
      codec: jsonCodec,
      topicPrefix: 'pm.',
      now: clock.now,
      sleep: clock.sleep,
      onFatal: (error) => fatal.push(error),
      tuning: { streamMarkets: 60, streamCheckMs: 15_000 },
      observer: {
        ...silentObserver,
        count(what, { reason = '', result = '', platform = '' }, by = 1) {
          const name = `${what} ${platform} ${reason}${result}`
          counts[name] = (counts[name] ?? 0) + by
        },
      },
    })
  const never = AbortSignal.timeout(hungAfterMs)
  let poller = create()
  poller.start()
  await clock.sleep(40_000, never)
  await poller.stop()
  poller = create()
  poller.start()
  const books = () => newestBooks(log.values('raw.books'))
  const wrong = () => books().filter((record) => !isCurrent(simulator, record, clock.now()))
  // two comparisons, a new snapshot, and a comparison that proves it
  const goalMs = faultsEndMs + 90_000
  while (clock.now() < goalMs) await clock.sleep(5_000, never)
  while (wrong().length > 0) await clock.sleep(5_000, never)
  while (!isAllComplete(simulator, log.values('raw.trades'), goalMs))
    await clock.sleep(5_000, never)
  await poller.stop()
  await server.close()

  if (process.env['SHOW_COUNTS'] !== undefined)
    process.stdout.write(
      `${JSON.stringify({ counts, faults: simulator.streams.faultCounts() }, null, 1)}\n`,
    )
  expect(fatal).toEqual([])
  for (const { name } of platforms) {
    const fromStream = log
      .values('raw.books')
      .filter(({ value }) => value.platform === name && value.from_stream)
    expect(fromStream.length).toBeGreaterThan(20)
    expect(counts[`stream_checks ${name} equal`]).toBeGreaterThan(20)
  }
  expect(counts['stream_anomalies platform_b gap']).toBeGreaterThan(0)
  expect(log.values('raw.streams').length).toBeGreaterThan(100)
  expect(expectTradesAsServed(simulator, log.values('raw.trades'))).toBeGreaterThan(100)
  expect(expectWatermarksReported(simulator, log.values('raw.trades'))).toBeGreaterThan(100)
})
