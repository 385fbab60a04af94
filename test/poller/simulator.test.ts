// The poller against the simulator of both platforms with its faults on: what the raw topics hold of
// every market is what the simulator says really happened.
import { describe, expect, it } from '@jest/globals'
import { createPoller } from '../../services/poller/poller.ts'
import { createSimulator } from '../../simulator/simulator.ts'
import { createFastClock } from './support/clock.ts'
import { expectSnapshotsSane } from './support/checks.ts'
import { createMemoryLog, jsonCodec } from './support/memory-log.ts'
import { faultsOfEveryKind, platformsAt } from './support/simulated-platforms.ts'
import {
  expectWatermarksReported,
  expectTradesAsServed,
  isAllComplete,
} from './support/simulator-truth.ts'
import { hungAfterMs } from '../support/waiting.ts'

const startMs = Date.UTC(2026, 10, 20, 15)

describe('poller on the simulator', () => {
  it('has every trade of every market once, whatever goes wrong', async () => {
    const clock = createFastClock(startMs, 4)
    const simulator = createSimulator({
      seed: 'poller-1',
      now: clock.now,
      historyDays: 2,
      size: 0.3,
      faults: faultsOfEveryKind,
      late: { fraction: 0.2, maxMs: 3_500 },
    })
    const server = await simulator.listen({ port: 0, host: '127.0.0.1' })
    const log = createMemoryLog(clock.now)
    const fatal: Error[] = []
    const create = () =>
      createPoller({
        platforms: platformsAt(server.url),
        log,
        codec: jsonCodec,
        topicPrefix: 'pm.',
        now: clock.now,
        sleep: clock.sleep,
        onFatal: (error) => fatal.push(error),
        tuning: { requestTimeoutMs: 2_000 },
      })
    const never = AbortSignal.timeout(hungAfterMs)
    let poller = create()
    poller.start()
    await clock.sleep(30_000, never)
    await poller.stop()
    poller = create()
    poller.start()

    const records = () => log.values('raw.trades')
    const goalMs = startMs + 60_000
    while (!isAllComplete(simulator, records(), goalMs)) await clock.sleep(5_000, never)
    await poller.stop()
    await server.close()

    expect(expectTradesAsServed(simulator, records())).toBeGreaterThan(100)
    expect(expectWatermarksReported(simulator, records())).toBeGreaterThan(100)
    expectSnapshotsSane(log)
    expect(fatal).toEqual([])
  })
})
