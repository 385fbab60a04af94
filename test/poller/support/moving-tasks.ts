// Several pollers against the simulator with its faults on, whatever their log is: shares move from one
// to the other in the midst of the work, some from a poller that does not notice and works on.
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from '@jest/globals'
import {
  LogError,
  WriterFenced,
  type EventLog,
  type TaskCoordination,
} from '../../../services/lib/log/port.ts'
import { createPoller, type Poller } from '../../../services/poller/poller.ts'
import { pollerTasks } from '../../../services/poller/tasks.ts'
import { createSimulator } from '../../../simulator/simulator.ts'
import { topicsWithPrefix } from '../../../services/topology.ts'
import { isFound, until } from '../../support/waiting.ts'
import { createFastClock, type FastClock } from './clock.ts'
import { jsonCodec } from './memory-log.ts'
import { faultsOfEveryKind, platformsAt } from './simulated-platforms.ts'
import {
  createTopicReader,
  expectWatermarksReported,
  expectTradesAsServed,
  isAllComplete,
} from './simulator-truth.ts'

const startMs = Date.UTC(2026, 10, 20, 15)
const names = pollerTasks.map(({ name }) => `poller/${name}`).toSorted()

export const pollerTopics = topicsWithPrefix('pm.')

/** Appended records are seen with this delay: taking over a task must not depend on it. */
const lagMs = 400

/** The log as one poller sees it, with a delay, and the writers that it has opened. */
export function delayedView(log: EventLog): { readonly log: EventLog; readonly opened: string[] } {
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

/** The log of a zombie: the poller does not notice that its tasks were revoked. */
function deaf(log: EventLog) {
  const works: Promise<unknown>[] = []
  const groups: TaskCoordination[] = []
  const seen: EventLog = {
    ...log,
    async coordinateTasks(options, work) {
      const never = new AbortController()
      const sharing = await log.coordinateTasks(options, (task, signal) => {
        const working = work(task, never.signal)
        works.push(working.catch((error: unknown) => error))
        const gone = new Promise<void>((resolve) =>
          signal.addEventListener('abort', () => resolve()),
        )
        return Promise.race([working, gone])
      })
      groups.push(sharing)
      return sharing
    },
  }
  return {
    log: seen,
    leave: () => Promise.all(groups.map((group) => group.stop())),
    /** What ended its works, when all of them have ended. */
    ended: () => Promise.all(works),
  }
}

/** `openLog`: the log of one more poller. `speed`: how much faster time goes. */
export async function expectTasksToMove(options: {
  readonly openLog: (now: () => number) => Promise<EventLog>
  readonly speed: number
  readonly longestMs: number
}): Promise<void> {
  const clock = createFastClock(startMs, options.speed)
  const simulator = createSimulator({
    seed: 'sharing-1',
    now: clock.now,
    historyDays: 0.5,
    size: 0.2,
    faults: faultsOfEveryKind,
    late: { fraction: 0.2, maxMs: 3_500 },
  })
  const server = await simulator.listen({ port: 0, host: '127.0.0.1' })
  const pollers: Poller[] = []
  const fatal: Error[] = []
  const run = (log: EventLog): Poller => {
    const poller = createPoller({
      platforms: platformsAt(server.url),
      log,
      codec: jsonCodec,
      topicPrefix: 'pm.',
      now: clock.now,
      sleep: clock.sleep,
      onFatal: (error) => fatal.push(error),
      tuning: { requestTimeoutMs: 2_000, openScanMs: 15_000 },
    })
    pollers.push(poller)
    poller.start()
    return poller
  }
  try {
    const never = AbortSignal.timeout(options.longestMs)
    await moveTasks({ ...options, clock, run, never })

    const log = await options.openLog(clock.now)
    const trades = createTopicReader(log, jsonCodec, 'raw.trades')
    const goalMs = startMs + 60_000
    while (!isAllComplete(simulator, await trades(), goalMs)) await clock.sleep(5_000, never)
    await Promise.all(pollers.map((poller) => poller.stop()))
    expect(expectTradesAsServed(simulator, await trades())).toBeGreaterThan(100)
    expect(expectWatermarksReported(simulator, await trades())).toBeGreaterThan(100)
    expect(fatal).toEqual([])
  } finally {
    await Promise.all(pollers.map((poller) => poller.stop()))
    await server.close()
  }
}

/** One poller; a second one, which becomes a zombie; a third; and then the third alone. */
async function moveTasks({
  openLog,
  clock: { now, sleep },
  run,
  never,
}: {
  readonly openLog: (now: () => number) => Promise<EventLog>
  readonly clock: FastClock
  readonly run: (log: EventLog) => Poller
  readonly never: AbortSignal
}): Promise<void> {
  // `never` ends what hangs
  const waiting = { everyMs: 1_000, withinMs: Infinity, sleep: (ms: number) => sleep(ms, never) }
  const untilTrue = (isTrue: () => boolean): Promise<boolean> => until(isTrue, isFound, waiting)
  // Distinct names, because a task whose log has failed starts again and opens its writer again.
  const untilOpened = (count: number, opened: () => readonly string[]): Promise<boolean> =>
    untilTrue(() => new Set(opened()).size >= count)
  const first = delayedView(await openLog(now))
  const firstPoller = run(first.log)
  await untilOpened(names.length, () => first.opened)
  expect([...new Set(first.opened)].toSorted()).toEqual(names)
  await sleep(8_000, never)

  const zombie = deaf(await openLog(now))
  const second = delayedView(zombie.log)
  run(second.log)
  await untilOpened(names.length / 2, () => second.opened)
  await sleep(10_000, never)

  // From here on it is a zombie, and continues.
  const before = first.opened.length
  await zombie.leave()
  const third = delayedView(await openLog(now))
  run(third.log)
  await untilOpened(names.length / 2, () => [...first.opened.slice(before), ...third.opened])
  await sleep(10_000, never)
  await firstPoller.stop()
  await untilOpened(names.length, () => third.opened)

  const errors = await zombie.ended()
  // On a busy machine the log may fail before it fences: then the task would start again, and is not ours.
  const others = errors.filter((error) => !(error instanceof WriterFenced))
  expect(others.filter((error) => !(error instanceof LogError && error.retriable))).toEqual([])
  expect(others.length).toBeLessThan(errors.length)
  expect(errors.length).toBeGreaterThanOrEqual(pollerTasks.length / 2)
}
