// The poller against the simulator of both platforms with its faults on: what the raw topics hold of
// every market is what the simulator says really happened.
import { describe, expect, it } from '@jest/globals'
import { createPoller } from '../../services/poller/poller.ts'
import { createSimulator } from '../../services/simulator/simulator.ts'
import type { FaultKind } from '../../services/simulator/server/faults.ts'
import { createFastClock } from './support/clock.ts'
import { expectListingsSane, newestClaims } from './support/checks.ts'
import { createMemoryLog, jsonCodec } from './support/memory-log.ts'

const faults: readonly FaultKind[] = [
  'rate-limit',
  'rate-limit-seconds',
  'rate-limit-date',
  'server-error',
  'unavailable',
  'html-ok',
  'html-forbidden',
  'reset',
  'cut',
  'truncated',
  'repeated-page',
  'short-page',
  'stuck-cursor',
  'shuffled',
  'null-rows',
]

const startMs = Date.UTC(2026, 10, 20, 15)

/** When a row says that it happened. */
function timeOf(body: string): number {
  const row = JSON.parse(body) as { timestamp?: number; created_time?: string }
  return row.timestamp === undefined ? Date.parse(row.created_time ?? '') : row.timestamp * 1000
}

describe('poller on the simulator', () => {
  it('has every trade of every market once, whatever goes wrong', async () => {
    const clock = createFastClock(startMs, 20)
    const simulator = createSimulator({
      seed: 'poller-1',
      now: clock.now,
      historyDays: 2,
      size: 0.3,
      faults: faults.map((kind) => ({ kind, probability: 0.01 })),
      late: { share: 0.2, maxMs: 3_500 },
    })
    const server = await simulator.listen({ port: 0, host: '127.0.0.1' })
    const log = createMemoryLog(clock.now)
    const fatal: Error[] = []
    const create = () =>
      createPoller({
        platforms: {
          platform_a: {
            gammaUrl: `${server.url}/gamma`,
            clobUrl: `${server.url}/clob`,
            dataUrl: `${server.url}/data`,
          },
          platform_b: { url: `${server.url}/trade-api/v2` },
        },
        log,
        codec: jsonCodec,
        topicPrefix: 'pm.',
        now: clock.now,
        sleep: clock.sleep,
        onFatal: (error) => fatal.push(error),
        tuning: { requestTimeoutMs: 2_000 },
      })
    const never = AbortSignal.timeout(90_000)
    let poller = create()
    poller.start()
    await clock.sleep(30_000, never)
    await poller.stop()
    poller = create()
    poller.start()

    const claims = () => [...newestClaims(log).values()]
    const untilOf = (platform: string): number =>
      Math.min(
        ...claims()
          .filter((one) => one.market_id === null && one.platform === platform)
          .map((one) => one.complete_until_ms),
      )
    const listed = () =>
      simulator.truth
        .markets()
        .filter((market) => market.nativeId !== '' && !market.isParlay)
        .map((market) => ({
          ...market,
          id: `${market.platform === 'platform_a' ? 'pa' : 'pb'}_${market.nativeId}`,
        }))
    const isDone = (): boolean => {
      const done = new Set(
        claims().flatMap((one) =>
          one.market_id !== null && one.gaps.length === 0 ? one.market_id : [],
        ),
      )
      const goalMs = startMs + 60_000
      return (
        untilOf('platform_a') > goalMs &&
        untilOf('platform_b') > goalMs &&
        listed().every(({ id }) => done.has(id))
      )
    }
    while (!isDone()) await clock.sleep(5_000, never)
    await poller.stop()
    await server.close()

    const found = new Map<string, string[]>()
    for (const { value } of log.values('raw.trades')) {
      if (value.body === null) continue
      const rows = found.get(value.market_id) ?? []
      found.set(value.market_id, [...rows, `${value.body}#${value.repeat}`])
    }
    let compared = 0
    for (const { id, nativeId, platform } of listed()) {
      const untilMs = untilOf(platform)
      const rows = found.get(id) ?? []
      expect([id, new Set(rows).size]).toEqual([id, rows.length])
      const ours = rows
        .map((row) => row.slice(0, row.lastIndexOf('#')))
        .filter((row) => timeOf(row) < untilMs)
      const theirs = simulator.truth
        .trades(nativeId)
        .filter((trade) => trade.timestampMs < untilMs)
        .map((trade) => JSON.stringify(trade.row))
      compared += theirs.length
      expect([id, ours.toSorted()]).toEqual([id, theirs.toSorted()])
    }
    expect(compared).toBeGreaterThan(100)
    expectListingsSane(log)
    expect(fatal).toEqual([])
  }, 120_000)
})
