// Limits how many markets are added from the lists of open markets, because a platform can list more than fit
// in memory. When the limit is reached, markets without trades in the last 24 hours are left out. If such a
// market is traded later, it is looked up (market-lookups.ts).
import type { Platform } from '../../../schemas/generated/events.ts'
import type { MarketSnapshot, PlatformList, SnapshotGroup } from '../../platforms/source.ts'
import type { PlatformMemory } from '../checkpoints.ts'
import type { PollerObserver } from '../observer.ts'
import type { PollerTuning } from '../tuning.ts'

export interface MarketLimit {
  readonly isKept: (market: MarketSnapshot) => boolean
  /** Returns the groups without the markets that are left out. A group with no markets left is dropped. */
  keep(groups: readonly SnapshotGroup[]): readonly SnapshotGroup[]
  /** Reports how many markets were left out since the last call. To be called at the end of a scan. */
  report(list: PlatformList): void
}

export function createMarketLimit({
  platform,
  memory,
  tuning,
  observer,
}: {
  readonly platform: Platform
  readonly memory: Pick<PlatformMemory, 'markets'>
  readonly tuning: Pick<PollerTuning, 'maxMarkets'>
  readonly observer: Pick<PollerObserver, 'count' | 'log'>
}): MarketLimit {
  let leftOut = 0

  function isKeptMarket({ id, facts }: MarketSnapshot): boolean {
    const { markets } = memory
    if (markets.size < tuning.maxMarkets || markets.has(id) || facts.volume24h > 0) return true
    leftOut += 1
    return false
  }

  return {
    isKept: isKeptMarket,
    keep: (groups) =>
      groups.flatMap((group) => {
        const markets = group.markets.filter(isKeptMarket)
        const isEmptied = markets.length === 0 && group.markets.length > 0
        return isEmptied ? [] : [{ ...group, markets }]
      }),
    report({ name }) {
      if (leftOut === 0) return
      observer.count('left_out', { platform, reason: 'limit' }, leftOut)
      observer.log('warn', 'the platform lists more markets than MAX_MARKETS', {
        platform,
        list: name,
        left_out: leftOut,
      })
      leftOut = 0
    },
  }
}
