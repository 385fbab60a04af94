// Makes the markets known that wallets have been in. A wallet's past may name thousands of them and
// somebody waits for its first answer, so only what has to be known is looked up before: the rest
// follows in the background.
import type { HubMemory } from '../checkpoints.ts'
import type { ActivityRow, Source } from '../platforms/source.ts'
import type { PollerTuning } from '../tuning.ts'
import { UpstreamError } from '../upstream/upstream-error.ts'
import { createBell } from '../bell.ts'
import { backoffMs, type Sleep } from '../wait.ts'
import { createDiscoverer } from './discoverer.ts'
import type { ListingPublisher } from './listing-publisher.ts'
import { toMarketId } from './market-id.ts'

/** Markets looked up together: as many as one request may name. */
const marketsPerLookUp = 20
/** A look for more to do, when nothing rings. */
const idleMs = 60_000

export interface WalletMarkets {
  /**
   * Rejects with UpstreamError when a row would not be understood without its market and that could
   * not be looked up.
   */
  prepare(newestFirst: readonly ActivityRow[]): Promise<void>
  /** Looks up what was left for later, for ever. */
  follow(): Promise<never>
}

export function createWalletMarkets(options: {
  readonly source: Source
  readonly memory: HubMemory
  readonly listings: ListingPublisher
  readonly tuning: PollerTuning
  readonly now: () => number
  readonly sleep: Sleep
  readonly random: () => number
  readonly signal: AbortSignal
}): WalletMarkets {
  const { source, memory, tuning, sleep, random, signal } = options
  const discoverer = createDiscoverer(options)
  const later = new Set<string>()
  const bell = createBell(sleep)

  async function lookUp(nativeIds: readonly string[]): Promise<void> {
    for (let at = 0; at < nativeIds.length; at += marketsPerLookUp) {
      await discoverer.ensureKnown(nativeIds.slice(at, at + marketsPerLookUp))
    }
  }

  function isUnknown({ marketNativeId }: ActivityRow): boolean {
    return (
      source.isDiscoverable(marketNativeId) &&
      !memory.markets.has(toMarketId(source.platform, marketNativeId))
    )
  }

  function leave(nativeIds: Iterable<string>): void {
    for (const nativeId of nativeIds) later.add(nativeId)
    bell.ring()
  }

  return {
    async prepare(newestFirst) {
      const unknown = newestFirst.filter(isUnknown)
      if (unknown.length === 0) return
      const needed = new Set(unknown.filter((row) => row.needsTokens).map((r) => r.marketNativeId))
      await lookUp([...needed])
      const others = [...new Set(unknown.map((row) => row.marketNativeId))].filter(
        (nativeId) => !needed.has(nativeId),
      )
      // The newest are what is looked at first, and cost a request or two.
      const soon = needed.size === 0 ? others.slice(0, marketsPerLookUp) : []
      leave(others.slice(soon.length))
      try {
        await lookUp(soon)
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error
        leave(soon)
      }
    },

    async follow() {
      for (let failures = 0; ;) {
        const some = [...later].slice(0, marketsPerLookUp)
        if (some.length === 0) {
          await bell.wait(idleMs, signal)
          continue
        }
        try {
          await lookUp(some)
          for (const nativeId of some) later.delete(nativeId)
          failures = 0
        } catch (error) {
          if (!(error instanceof UpstreamError)) throw error
          // The others may fare better.
          for (const nativeId of some) later.delete(nativeId)
          for (const nativeId of some) later.add(nativeId)
          const { backoffBaseMs: baseMs, backoffCapMs: capMs } = tuning
          await sleep(backoffMs({ attempt: failures, baseMs, capMs, random }), signal)
          failures += 1
        }
      }
    },
  }
}
