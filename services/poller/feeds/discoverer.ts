// Makes markets known that were first met in a trade.
import type { HubMemory } from '../checkpoints.ts'
import type { Source } from '../platforms/source.ts'
import type { ListingPublisher } from './listing-publisher.ts'
import { toMarketId } from './market-id.ts'

/** A market that the platform did not know is asked for again after so long. */
const askAgainMs = 600_000

export interface Discoverer {
  /** Publishes those of the markets that are not known yet; what cannot be found stays unknown. */
  ensureKnown(nativeIds: readonly string[]): Promise<void>
}

export function createDiscoverer(options: {
  readonly source: Source
  readonly memory: HubMemory
  readonly listings: ListingPublisher
  readonly now: () => number
}): Discoverer {
  const { source, memory, listings, now } = options
  const askedAtMs = new Map<string, number>()
  return {
    async ensureKnown(nativeIds) {
      const unknown = [...new Set(nativeIds)].filter(
        (nativeId) =>
          source.isDiscoverable(nativeId) &&
          !memory.markets.has(toMarketId(source.platform, nativeId)) &&
          now() - (askedAtMs.get(nativeId) ?? -Infinity) >= askAgainMs,
      )
      if (unknown.length === 0) return
      await listings.discover(unknown)
      for (const nativeId of unknown) askedAtMs.set(nativeId, now())
    },
  }
}
