// Collects the markets whose best links may have changed. Used by matching.ts.
import { matchedPlatforms } from '../platforms/identity.ts'
import { linkedMarketOf, type Link } from './link-table.ts'
import type { MarketEntry } from './market-entries.ts'
import type { MatcherInput } from './matcher-input.ts'

export interface AffectedMarkets {
  /** Marks the markets whose best link may have changed because a market with these links has changed. */
  markAffectedBy(entry: MarketEntry, links: readonly Link[]): void
  removeMarket(id: string): void
  /** Returns the marked markets and clears the set. */
  takeAffectedMarkets(linksOf: (id: string) => Iterable<Link>): ReadonlySet<string>
}

export function createAffectedMarkets(): AffectedMarkets {
  let affected = new Set<string>()
  /**
   * The `otherMarketId` of each link whose `marketId` has changed. Links with the same `otherMarketId` can compete with
   * each other, so `takeAffectedMarkets` also returns the `marketId` of all of them.
   */
  let affectedOtherMarkets = new Set<string>()

  return {
    markAffectedBy({ input: { id, platform } }, links) {
      if (registrationOrderOf(platform) > 0) affected.add(id)
      for (const link of links)
        (link.otherMarketId === id ? affected : affectedOtherMarkets).add(linkedMarketOf(link, id))
    },
    removeMarket: (id) => affected.delete(id),
    takeAffectedMarkets(linksOf) {
      for (const id of affectedOtherMarkets)
        for (const { otherMarketId, marketId } of linksOf(id))
          if (otherMarketId === id) affected.add(marketId)
      const drained = affected
      affected = new Set()
      affectedOtherMarkets = new Set()
      return drained
    },
  }
}

/** Returns the position of a platform in the order in which the registry lists the platforms. */
export function registrationOrderOf(platform: MatcherInput['platform']): number {
  return matchedPlatforms.indexOf(platform)
}
