// What one process does for a platform as a whole: its lists, its tape of trades, the wallets that
// somebody asked about. All of it publishes markets as it meets them, so it cannot be divided.
import type { Codec } from '../platform/codec/port.ts'
import type { EventLog } from '../platform/log/port.ts'
import { toCheckpoint, type HubMemory } from './checkpoints.ts'
import { createDiscovery } from './feeds/discovery.ts'
import { followEndedMarkets } from './feeds/ended-markets.ts'
import { createListingPublisher } from './feeds/listing-publisher.ts'
import { readPublishedTrades } from './feeds/published-trades.ts'
import { ensureTape, followTape } from './feeds/tape.ts'
import { followWallets } from './feeds/wallets.ts'
import type { FollowedPlatform } from './followed-platform.ts'
import type { PollerObserver } from './observer.ts'
import type { Publisher } from './publisher.ts'
import type { PollerTuning } from './tuning.ts'
import { orAborted, type Sleep } from './wait.ts'

export interface ShareDeps {
  readonly publisher: Publisher
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
  readonly tuning: PollerTuning
  readonly now: () => number
  readonly sleep: Sleep
  readonly random: () => number
  readonly observer: PollerObserver
  readonly signal: AbortSignal
}

export type Works = readonly (() => Promise<unknown>)[]

/** Everything that is to be done, each until an error or the signal ends it. */
export function hubWorks(
  { source, knowClock }: FollowedPlatform,
  memory: HubMemory,
  deps: ShareDeps,
): Works {
  const { publisher, tuning, now, signal } = deps
  const { platform } = source
  const common = { ...deps, source, memory }
  const listings = createListingPublisher(common)
  const discovery = createDiscovery({ ...common, listings })

  /** Shares of markets begin with history when they see it. */
  async function tellWalked(): Promise<void> {
    await discovery.firstWalk
    signal.throwIfAborted()
    if (memory.walked) return
    const walked = { atMs: now() }
    await publisher.publish(platform, [toCheckpoint(platform, 'walked', '', walked)])
    memory.walked = walked
  }

  async function followEndedAfterLists(): Promise<void> {
    await discovery.firstWalk
    await followEndedMarkets({ ...common, listings })
  }

  async function followTrades(): Promise<void> {
    await knowClock(signal)
    const tape = await ensureTape(common)
    const oldestMs = Math.min(tape.untilMs, ...tape.gaps.map((gap) => gap.from_ms))
    const sinceMs = oldestMs - 2 * tuning.deepOverlapMs
    // The log may wait for a transaction to end.
    const published = await orAborted(readPublishedTrades({ ...common, sinceMs }), signal)
    await followTape({ ...common, listings, published })
  }

  async function followWalletsByTheirClock(): Promise<void> {
    await knowClock(signal)
    await followWallets({ ...common, listings })
  }

  return [
    discovery.followOpen,
    discovery.followChanges,
    discovery.walkPast,
    tellWalked,
    followEndedAfterLists,
    followTrades,
    followWalletsByTheirClock,
  ]
}
