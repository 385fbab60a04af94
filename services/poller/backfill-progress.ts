// Reports the progress of the back-fill: how many markets of a platform are known, and for how many of them the
// history of trades is complete. The numbers come from the checkpoints that all processes have written.
import { LogError } from '../lib/log/port.ts'
import type { Platform } from '../../schemas/generated/events.ts'
import { beginEventLoopTurn } from '../lib/run/turns.ts'
import type { CheckpointView, PlatformView } from './checkpoint-view.ts'
import type { PollerObserver } from './observer.ts'
import type { Sleep } from '../lib/run/wait.ts'

/**
 * Pause between two reports: at least `minPauseMs`, and at least `pauseFactor` times the duration of the last report,
 * so that reporting takes at most 1% of the time.
 */
const minPauseMs = 1_000
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
   * Returns whether all open markets of the platform are known: whether the checkpoint `walked` exists. When
   * it first appears, the function also waits for `catchUp`, because the view may not have read the markets
   * of other partitions yet.
   */
  async function areMarketsKnown(platform: Platform): Promise<boolean> {
    const { tape, walked } = view.of(platform).platformWide
    if (known.has(platform) || !tape || !walked) return known.has(platform)
    try {
      await view.catchUp()
      known.add(platform)
    } catch (error) {
      if (!(error instanceof LogError && error.retriable)) throw error
    }
    return known.has(platform)
  }

  let reportedVersion = -1
  for (;;) {
    const { version } = view
    const startedMs = steadyNow()
    if (version !== reportedVersion) {
      for (const platform of platforms) {
        const isListed = await areMarketsKnown(platform)
        const progress = await progressOf(view.of(platform))
        observer.reportBackfillCounts({ platform, isListed, ...progress })
      }
      reportedVersion = version
    }
    await sleep(Math.max(minPauseMs, pauseFactor * (steadyNow() - startedMs)), signal)
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
