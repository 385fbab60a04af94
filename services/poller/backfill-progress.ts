// Reports the progress of the back-fill: how many markets of a platform are known, and for how many of them the
// history of trades is complete. The numbers come from the checkpoints that all processes have written.
import { LogError } from '../lib/log/port.ts'
import type { Platform } from '../../schemas/generated/events.ts'
import { beginEventLoopTurn } from '../lib/run/turns.ts'
import type { CheckpointView, PlatformView } from './checkpoint-view.ts'
import type { PollerObserver } from './observer.ts'
import type { Sleep } from '../lib/run/wait.ts'

/** Pause between two checks whether all markets of a platform are known, which is reported at once. */
const checkMs = 1_000
/**
 * Pause between two other reports, as a multiple of the duration of the last report, so that counting takes at most 1%
 * of the time.
 */
const pauseFactor = 100
/** The clock is read only once per this many markets, because one reading takes as long as counting several markets. */
const marketsPerClockReading = 1_000

/** Reports the progress until the signal aborts. */
export async function reportBackfill(options: {
  readonly view: CheckpointView
  readonly platforms: readonly Platform[]
  readonly observer: PollerObserver
  readonly steadyNow: () => number
  readonly sleep: Sleep
  readonly signal: AbortSignal
}): Promise<never> {
  const { view, platforms, observer, steadyNow, sleep, signal } = options
  /** Platforms whose lists of open markets have been read completely at least once. */
  const known = new Set<Platform>()

  /**
   * Adds the platform to `known` if all its open markets are known: if the checkpoint `walked` exists. When it first
   * appears, the function also waits for `catchUp`, because the view may not have read the markets of other partitions
   * yet.
   */
  async function checkIfKnown(platform: Platform): Promise<void> {
    const { tape, walked } = view.of(platform).platformWide
    if (known.has(platform) || !tape || !walked) return
    try {
      await view.catchUp()
      known.add(platform)
    } catch (error) {
      if (!(error instanceof LogError && error.retriable)) throw error
    }
  }

  let reportedVersion = -1
  let dueMs = -Infinity

  async function reportAll(): Promise<void> {
    const startedMs = steadyNow()
    reportedVersion = view.version
    for (const platform of platforms) {
      const progress = await progressOf(view.of(platform))
      observer.reportBackfillCounts({ platform, isListed: known.has(platform), ...progress })
    }
    dueMs = steadyNow() + pauseFactor * (steadyNow() - startedMs)
  }

  for (;;) {
    const knownBefore = known.size
    for (const platform of platforms) await checkIfKnown(platform)
    const isDue = steadyNow() >= dueMs && view.version !== reportedVersion
    if (isDue || known.size > knownBefore) await reportAll()
    await sleep(checkMs, signal)
  }
}

async function progressOf({ platformWide, tasks }: PlatformView): Promise<{
  readonly marketsDone: number
  readonly marketsTotal: number
}> {
  const turn = beginEventLoopTurn()
  const endMs = platformWide.tape?.startMs ?? Infinity
  let marketsDone = platformWide.retired.size
  let marketsTotal = platformWide.retired.size
  for (const { markets, histories } of tasks) {
    for (const [id, { nativeId }] of markets) {
      if (nativeId === '') continue
      marketsTotal += 1
      if (marketsTotal % marketsPerClockReading === 0 && turn.isTurnOver()) await turn.next()
      if ((histories.get(id)?.untilMs ?? 0) >= endMs) marketsDone += 1
    }
  }
  return { marketsDone, marketsTotal }
}
