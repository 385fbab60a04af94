// Decides which entries of market lists have to be published. An entry is a market without its event.
import type { ListEntry } from '../../platforms/source.ts'
import type { PlatformStates } from '../checkpoints.ts'
import type { FigureThrottle } from './figure-throttle.ts'
import { changeBetween, marketDigest, withoutEventDigest } from './market-digest.ts'
import type { MarketLimit } from './market-limit.ts'

export interface ListEntrySelection {
  /** See SnapshotPublisher. */
  readonly needsPublishing: (entry: ListEntry, withFigures: boolean) => boolean
  /** Records that these entries were published, together with their events. */
  notePublished(entries: readonly ListEntry[]): void
  forgetMarket(id: string): void
}

export function createListEntrySelection({
  memory,
  throttle,
  limit,
}: {
  readonly memory: PlatformStates
  readonly throttle: FigureThrottle
  readonly limit: Pick<MarketLimit, 'admits'>
}): ListEntrySelection {
  /**
   * By market id: the content of a list entry that proved to be wrong. The event was requested because of this entry,
   * but still contained the market with the published content. The event is not requested again because of an entry
   * with the same content.
   */
  const contradicted = new Map<string, string>()

  return {
    needsPublishing({ market, receivedAtMs }: ListEntry, withFigures) {
      const known = memory.markets.get(market.id)
      const published = known ?? memory.retired.get(market.id)
      if (!published) return limit.admits(market)
      const change = changeBetween(withoutEventDigest(published.digest), marketDigest(market, null))
      const { phase } = market.facts
      // If this content was wrong before, the entry of an open market is skipped; the next scan reads the
      // market again.
      if (change === 'content')
        return phase !== 'open' || contradicted.get(market.id) !== market.content
      if (change === 'none' || !(withFigures || phase === 'final')) return false
      return !known || throttle.allowsPublishing(market, receivedAtMs, known)
    },
    notePublished(entries) {
      for (const { market } of entries) {
        const known = memory.markets.get(market.id)
        const change =
          known && changeBetween(withoutEventDigest(known.digest), marketDigest(market, null))
        if (change === 'content') contradicted.set(market.id, market.content)
        else contradicted.delete(market.id)
      }
    },
    forgetMarket: (id) => contradicted.delete(id),
  }
}
