// Looks up the markets of a wallet's rows. The past of a wallet may contain thousands of markets, and a
// client waits for its first rows, so only the markets without which the rows cannot be published are
// looked up first. The others are looked up in the background.
import type { PlatformMemory } from '../checkpoints.ts'
import type { ActivityRow, Source } from '../../platforms/source.ts'
import type { PollerTuning } from '../tuning.ts'
import { UpstreamError } from '../../platforms/upstream/upstream-error.ts'
import { createSignal } from '../../lib/run/signal.ts'
import { backOffMs } from '../../lib/run/retry.ts'
import type { Sleep } from '../../lib/run/wait.ts'
import { createDiscoverer } from '../feeds/discoverer.ts'
import { isKnownMarket } from '../retired-markets.ts'
import type { SnapshotPublisher } from '../feeds/snapshot-publisher.ts'
import { toId } from '../../platforms/identity.ts'

/** How many markets one look-up request may contain. */
const marketsPerLookUp = 20
/** The longest wait for new markets to look up. */
const idleMs = 60_000

export interface WalletMarkets {
  /**
   * Looks up the markets that the rows need before they can be published. Rejects with UpstreamError if
   * one of these look-ups fails.
   */
  prepare(newestFirst: readonly ActivityRow[]): Promise<void>
  /** Looks up the other markets until the signal aborts. */
  follow(): Promise<never>
}

export function createWalletMarkets(options: {
  readonly source: Source
  readonly memory: PlatformMemory
  readonly snapshots: SnapshotPublisher
  readonly tuning: PollerTuning
  readonly now: () => number
  readonly sleep: Sleep
  readonly random: () => number
  readonly signal: AbortSignal
}): WalletMarkets {
  const { source, memory, tuning, sleep, random, signal } = options
  const discoverer = createDiscoverer({ ...options, requestClass: 'wallets' })
  const later = new Set<string>()
  const added = createSignal(sleep)

  async function lookUp(nativeIds: readonly string[]): Promise<void> {
    for (let at = 0; at < nativeIds.length; at += marketsPerLookUp) {
      await discoverer.ensureKnown(nativeIds.slice(at, at + marketsPerLookUp))
    }
  }

  function isMarketUnknown({ marketNativeId }: ActivityRow): boolean {
    return (
      source.isDiscoverable(marketNativeId) &&
      !isKnownMarket(memory, toId(source.platform, marketNativeId))
    )
  }

  function lookUpLater(nativeIds: Iterable<string>): void {
    for (const nativeId of nativeIds) later.add(nativeId)
    added.notify()
  }

  return {
    async prepare(newestFirst) {
      const unknown = newestFirst.filter(isMarketUnknown)
      if (unknown.length === 0) return
      const needed = new Set(unknown.filter((row) => row.needsTokens).map((r) => r.marketNativeId))
      await lookUp([...needed])
      const others = [...new Set(unknown.map((row) => row.marketNativeId))].filter(
        (nativeId) => !needed.has(nativeId),
      )
      // Clients see the newest rows first, so the markets of these rows are looked up now; this costs one
      // or two requests.
      const soon = needed.size === 0 ? others.slice(0, marketsPerLookUp) : []
      lookUpLater(others.slice(soon.length))
      try {
        await lookUp(soon)
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error
        lookUpLater(soon)
      }
    },

    async follow() {
      for (let failures = 0; ;) {
        const some = [...later].slice(0, marketsPerLookUp)
        if (some.length === 0) {
          await added.wait(idleMs, signal)
          continue
        }
        try {
          await lookUp(some)
          for (const nativeId of some) later.delete(nativeId)
          failures = 0
        } catch (error) {
          if (!(error instanceof UpstreamError)) throw error
          // Moves the markets whose look-up failed to the end of the list, because the look-ups of others
          // may succeed.
          for (const nativeId of some) later.delete(nativeId)
          for (const nativeId of some) later.add(nativeId)
          await sleep(backOffMs({ ...tuning.backOff, random }, failures), signal)
          failures += 1
        }
      }
    },
  }
}
