// A copy of the topic `matches`: all published matches of which at least one market is in memory. Other matches are
// removed only from time to time.
import type { Match, MatchLink } from '../../schemas/generated/events.ts'
import { matchKey, otherPlatformOf } from '../domain/match.ts'
import type { ScratchMap } from '../lib/run/scratch-file.ts'
import { highScore } from './comparison.ts'

/** A match that the topic `matches` contains. */
export interface PublishedMatch {
  readonly marketId: string
  readonly link: MatchLink
}

export type PublishedMatches = ReturnType<typeof createPublishedMatches>

/** The part of a match that is always in memory. */
interface MatchedMarkets {
  readonly marketId: string
  readonly otherMarketId: string
  readonly isHigh: boolean
}

/**
 * `isInMemory` returns whether the matcher has a market in memory. `links`: keeps the links with their reasons; in
 * memory if omitted.
 */
export function createPublishedMatches(
  isInMemory: (marketId: string) => boolean,
  links: ScratchMap<MatchLink> = new Map<string, MatchLink>(),
) {
  const byKey = new Map<string, MatchedMarkets>()

  function remove(key: string): void {
    byKey.delete(key)
    links.delete(key)
  }

  function get(marketId: string, otherPlatform: string): PublishedMatch | undefined {
    const link = links.get(matchKey(marketId, otherPlatform))
    return link && { marketId, link }
  }

  return {
    apply(match: Match): void {
      const { market_id: marketId, link } = match
      const key = matchKey(marketId, otherPlatformOf(match))
      if (!link) return remove(key)
      const { other_market_id: otherMarketId, score } = link
      byKey.set(key, { marketId, otherMarketId, isHigh: score >= highScore })
      links.set(key, link)
    },
    get,
    /** Returns the ids of the markets under which matches are published. */
    marketIds: (): readonly string[] => [...byKey.values()].map(({ marketId }) => marketId),
    /** Returns the id under which each match is published in which the market is one of the two markets. */
    marketIdsOf: (id: string): readonly string[] =>
      [...byKey.values()].flatMap(({ marketId, otherMarketId }) =>
        marketId === id || otherMarketId === id ? [marketId] : [],
      ),
    /** Returns whether the match of the two markets is published. */
    has: (id: string, otherId: string): boolean =>
      [...byKey.values()].some(
        ({ marketId, otherMarketId }) =>
          (marketId === id && otherMarketId === otherId) ||
          (marketId === otherId && otherMarketId === id),
      ),
    /** Removes the matches of which neither market is in memory. */
    forgetMatchesNotInMemory(): void {
      for (const [key, { marketId, otherMarketId }] of byKey)
        if (!isInMemory(marketId) && !isInMemory(otherMarketId)) remove(key)
    },
    counts(): { readonly high: number; readonly medium: number } {
      const high = [...byKey.values()].filter(({ isHigh }) => isHigh).length
      return { high, medium: byKey.size - high }
    },
  }
}
