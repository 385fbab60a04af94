// Tells how far the history of all markets has come, whichever processes fetch it: from what the log
// says of them.
import { LogError } from '../platform/log/port.ts'
import type { Platform } from '../../schemas/generated/events.ts'
import type { Fold, PlatformFold } from './fold.ts'
import type { PollerObserver } from './observer.ts'
import type { Sleep } from './wait.ts'

const tellMs = 1_000

/** For ever. Of a platform whose open lists were never walked nothing is told: too little is known. */
export async function tellBackfill(options: {
  readonly fold: Fold
  readonly platforms: readonly Platform[]
  readonly observer: PollerObserver
  readonly sleep: Sleep
  readonly signal: AbortSignal
}): Promise<never> {
  const { fold, platforms, observer, sleep, signal } = options
  /** Those of which all is seen that the lists named. */
  const known = new Set<Platform>()

  /** Other partitions may be behind the one that says that the lists were walked. */
  async function isKnown(platform: Platform): Promise<boolean> {
    const { tape, walked } = fold.of(platform).hub
    if (known.has(platform) || !tape || !walked) return known.has(platform)
    try {
      await fold.catchUp()
      known.add(platform)
    } catch (error) {
      if (!(error instanceof LogError && error.retriable)) throw error
    }
    return known.has(platform)
  }

  let toldVersion = -1
  for (;;) {
    const { version } = fold
    if (version !== toldVersion) {
      for (const platform of platforms)
        if (await isKnown(platform))
          observer.backfill({ platform, ...progressOf(fold.of(platform)) })
      toldVersion = version
    }
    await sleep(tellMs, signal)
  }
}

function progressOf({ hub, shares }: PlatformFold): { marketsDone: number; marketsTotal: number } {
  const endMs = hub.tape?.startMs ?? Infinity
  let marketsDone = 0
  let marketsTotal = 0
  for (const { markets, histories } of shares) {
    for (const [id, { nativeId }] of markets) {
      if (nativeId === '') continue
      marketsTotal += 1
      if ((histories.get(id)?.untilMs ?? 0) >= endMs) marketsDone += 1
    }
  }
  return { marketsDone, marketsTotal }
}
