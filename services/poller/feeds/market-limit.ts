// Bounds how many markets of a platform the poller adds. A platform can list more markets than fit in memory. Once
// MAX_MARKETS are known, further markets without trades in the last 24 hours are left out. A market with a trade is
// looked up (market-lookups.ts). The publisher applies the limit to every response, whatever list or request it
// answers.
import type { Platform } from '../../../schemas/generated/events.ts'
import type { MarketSnapshot, SnapshotGroup } from '../../platforms/source.ts'
import type { PlatformStates } from '../checkpoints.ts'
import type { PollerObserver } from '../observer.ts'
import { isKnownMarket } from '../retired-markets.ts'
import type { PollerTuning } from '../tuning.ts'

export interface MarketLimit {
  /**
   * Returns whether the market is known or may be added; if neither, counts it as left out. Does not consider other
   * markets of the same page, so the limit can be exceeded by one page.
   */
  admits(market: MarketSnapshot): boolean
  /**
   * Returns the groups of a response with the markets that are known or may be added, and counts the others. A group
   * without any remaining market is dropped. `requestedIds`: markets that are added in any case.
   */
  filterGroups(
    groups: readonly SnapshotGroup[],
    requestedIds: ReadonlySet<string>,
  ): readonly SnapshotGroup[]
  /** Logs how many markets were left out since the last call, if any. */
  report(): void
}

/**
 * Markets that have ended are added only while fewer than this fraction of MAX_MARKETS are known, so that there is room
 * for open markets.
 */
const endedFraction = 0.5
const none: ReadonlySet<string> = new Set()

export function createMarketLimit({
  platform,
  memory,
  tuning,
  observer,
}: {
  readonly platform: Platform
  readonly memory: Pick<PlatformStates, 'markets' | 'retired'>
  readonly tuning: Pick<PollerTuning, 'maxMarkets'>
  readonly observer: Pick<PollerObserver, 'count' | 'log'>
}): MarketLimit {
  let leftOut = 0

  /** Returns a function that decides about the markets of one response. */
  function createPageFilter(
    requestedIds: ReadonlySet<string>,
  ): (market: MarketSnapshot) => boolean {
    const added = new Set<string>()
    return ({ id, facts }) => {
      if (isKnownMarket(memory, id) || added.has(id)) return true
      const fraction = facts.phase === 'open' ? 1 : endedFraction
      const isFull = memory.markets.size + added.size >= tuning.maxMarkets * fraction
      if (isFull && facts.volume24h === 0 && !requestedIds.has(id)) return false
      added.add(id)
      return true
    }
  }

  function count(markets: number): void {
    if (markets === 0) return
    leftOut += markets
    observer.count('left_out', { platform, reason: 'limit' }, markets)
  }

  return {
    admits(market) {
      const isAdmitted = createPageFilter(none)(market)
      if (!isAdmitted) count(1)
      return isAdmitted
    },

    filterGroups(groups, requestedIds) {
      const isKeptMarket = createPageFilter(requestedIds)
      let left = 0
      const kept = groups.flatMap((group) => {
        const markets = group.markets.filter(isKeptMarket)
        left += group.markets.length - markets.length
        const isEmptied = markets.length === 0 && group.markets.length > 0
        return isEmptied ? [] : [{ ...group, markets }]
      })
      count(left)
      return kept
    },

    report() {
      if (leftOut === 0) return
      const fields = { platform, left_out: leftOut }
      observer.log('warn', 'the platform lists more markets than MAX_MARKETS', fields)
      leftOut = 0
    },
  }
}
