// Several pollers over one log on disk, against the simulator with its faults on: shares move from one
// to the other in the midst of the work, some from a poller that does not notice and works on.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, it } from '@jest/globals'
import { openLmdbLog, type LmdbLog } from '../../services/platform/log/lmdb.ts'
import type { EventLog } from '../../services/platform/log/port.ts'
import { toCheckpoint, type MarketState } from '../../services/poller/checkpoints.ts'
import { toMarketId } from '../../services/poller/feeds/market-id.ts'
import { createPoller, type Poller } from '../../services/poller/poller.ts'
import { shares } from '../../services/poller/shares.ts'
import { createSimulator } from '../../services/simulator/simulator.ts'
import { topics } from '../../services/topology.ts'
import { createFastClock } from './support/clock.ts'
import { createMemoryLog, jsonCodec, type MemoryLog } from './support/memory-log.ts'
import { faultsOfEveryKind, platformsAt } from './support/simulated.ts'
import {
  createTopicReader,
  expectClaimsTold,
  expectTradesAsTold,
  isAllClaimed,
} from './support/simulator-truth.ts'
import { openWeb } from './support/web.ts'

const startMs = Date.UTC(2026, 10, 20, 15)
const names = shares.map(({ name }) => `poller/${name}`).toSorted()

/** What is appended is seen so much later: what a share takes over must not depend on it. */
const lagMs = 400

/** The log as one poller sees it, somewhat late, and whose writers it has opened. */
function watched(log: EventLog): { readonly log: EventLog; readonly opened: string[] } {
  const opened: string[] = []
  const seen: EventLog = {
    ...log,
    openWriter: (name) => {
      opened.push(name)
      return log.openWriter(name)
    },
    follow: (options, handle) =>
      log.follow(options, async (batch, signal) => {
        await delay(lagMs)
        return handle(batch, signal)
      }),
  }
  return { log: seen, opened }
}

/** The log as a poller sees it that is taken for dead: it is not told that its shares are gone. */
function deaf(log: EventLog) {
  const works: Promise<unknown>[] = []
  let leave = async (): Promise<void> => undefined
  const seen: EventLog = {
    ...log,
    async share(options, work) {
      const never = new AbortController()
      const sharing = await log.share(options, (share, signal) => {
        const working = work(share, never.signal)
        works.push(working.catch((error: unknown) => error))
        const gone = new Promise<void>((resolve) =>
          signal.addEventListener('abort', () => resolve()),
        )
        return Promise.race([working, gone])
      })
      leave = () => sharing.stop()
      return sharing
    },
  }
  return {
    log: seen,
    leave: () => leave(),
    /** What ended its works, when all of them have ended. */
    ended: () => Promise.all(works),
  }
}

describe('pollers that share the work', () => {
  let log: LmdbLog | null = null
  let dir = ''
  const closers: (() => Promise<void>)[] = []
  const pollers: Poller[] = []
  afterEach(async () => {
    await Promise.all(pollers.splice(0).map((poller) => poller.stop()))
    for (const close of closers.splice(0)) await close()
    await log?.close()
    await rm(dir, { recursive: true, force: true })
  })

  it('miss nothing and repeat nothing while shares move, also from one taken for dead', async () => {
    const clock = createFastClock(startMs, 10)
    const { now, sleep } = clock
    dir = await mkdtemp(join(tmpdir(), 'oddslog-sharing-'))
    const opened = await openLmdbLog({ path: dir, topics: topicsOf('pm.'), now })
    log = opened
    const simulator = createSimulator({
      seed: 'sharing-1',
      now,
      historyDays: 2,
      size: 0.2,
      faults: faultsOfEveryKind,
      late: { share: 0.2, maxMs: 3_500 },
    })
    const server = await simulator.listen({ port: 0, host: '127.0.0.1' })
    closers.push(() => server.close())
    const fatal: Error[] = []
    const run = (seen: EventLog): Poller => {
      const poller = createPoller({
        platforms: platformsAt(server.url),
        log: seen,
        codec: jsonCodec,
        topicPrefix: 'pm.',
        now,
        sleep,
        onFatal: (error) => fatal.push(error),
        tuning: { requestTimeoutMs: 2_000, openSweepMs: 15_000 },
      })
      pollers.push(poller)
      poller.start()
      return poller
    }
    const never = AbortSignal.timeout(160_000)
    const until = async (isTrue: () => boolean): Promise<void> => {
      while (!isTrue()) await sleep(1_000, never)
    }

    const first = watched(opened)
    const firstPoller = run(first.log)
    await until(() => first.opened.length >= shares.length)
    expect(first.opened.toSorted()).toEqual(names)
    await sleep(8_000, never)

    const zombie = deaf(opened)
    const second = watched(zombie.log)
    run(second.log)
    await until(() => second.opened.length >= shares.length / 2)
    await sleep(10_000, never)

    // From here on nobody counts on it, and it works on.
    const before = first.opened.length
    await zombie.leave()
    const third = watched(opened)
    run(third.log)
    await until(() => first.opened.length + third.opened.length - before >= shares.length / 2)
    await sleep(10_000, never)
    await firstPoller.stop()
    await until(() => names.every((name) => third.opened.includes(name)))

    const errors = await zombie.ended()
    expect(errors.map((error) => (error as Error).name)).toEqual(errors.map(() => 'WriterFenced'))
    expect(errors.length).toBeGreaterThanOrEqual(shares.length / 2)

    const trades = createTopicReader(opened, jsonCodec, 'raw.trades')
    const goal = { startMs, goalMs: startMs + 60_000 }
    while (!isAllClaimed(simulator, await trades(), goal)) await sleep(5_000, never)
    await Promise.all(pollers.splice(0).map((poller) => poller.stop()))

    expect(expectTradesAsTold(simulator, await trades())).toBeGreaterThan(100)
    expect(expectClaimsTold(simulator, await trades())).toBeGreaterThan(100)
    expect(fatal).toEqual([])
  }, 180_000)

  it('give shares away at once while the platforms do not answer', async () => {
    const web = await openWeb(() => ({ raw: () => undefined }))
    closers.push(() => web.close())
    const memoryLog = createMemoryLog(() => performance.now())
    const open = async () => {
      const { log: seen, opened } = watched(memoryLog)
      const poller = createPoller({
        platforms: platformsAt(web.url),
        log: seen,
        codec: jsonCodec,
        topicPrefix: 'pm.',
        now: () => startMs + performance.now(),
        // Requests time out after a minute.
        onFatal: (error) => {
          throw error
        },
      })
      pollers.push(poller)
      poller.start()
      return opened
    }
    // Books and histories are asked for, too.
    await fillCheckpoints(memoryLog)
    const first = await open()
    while (first.length < shares.length) await delay(20)
    while (web.asked.length < 6) await delay(20)
    const second = await open()
    while (new Set(second).size < shares.length / 2) await delay(20)
    await pollers.shift()?.stop()
    while (new Set(second).size < shares.length) await delay(20)
    expect(first).toHaveLength(shares.length)
  }, 40_000)
})

/** What a poller leaves behind that knows of some markets, and nothing of their past. */
async function fillCheckpoints(log: MemoryLog): Promise<void> {
  const tape = { startMs, untilMs: startMs, gaps: [] }
  const facts = { phase: 'open', hasBook: true, tokens: ['1'], outcomes: ['Yes'], createdMs: null }
  const writer = await log.openWriter('before')
  const records = (['platform_a', 'platform_b'] as const).flatMap((platform) => [
    toCheckpoint(platform, 'tape', '', tape),
    toCheckpoint(platform, 'walked', '', { atMs: startMs }),
    ...Array.from({ length: 100 }, (_, n) => {
      const market = { ...facts, nativeId: `KX-${n}` } as unknown as MarketState
      return toCheckpoint(platform, 'market', toMarketId(platform, `KX-${n}`), market)
    }),
  ])
  await writer.append(
    records.map(({ topic, key, value }) => ({
      topic: `pm.${topic}`,
      key,
      value: jsonCodec.encode(topic, value as never),
    })),
  )
}

function topicsOf(prefix: string) {
  return Object.fromEntries(Object.entries(topics).map(([name, spec]) => [prefix + name, spec]))
}
