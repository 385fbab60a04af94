// A copy of the topic `matches` in memory: all published matches of which at least one market is in memory.
// Other matches are removed only from time to time.
import type { Match, MatchLink } from '../../schemas/generated/events.ts'
import { matchKey, otherPlatformOf } from '../domain/match.ts'
import { highScore } from './comparison.ts'

/** A match that the topic `matches` contains. */
export interface PublishedMatch {
  readonly marketId: string
  readonly link: MatchLink
}

export type PublishedMatches = ReturnType<typeof createPublishedMatches>

/** `isInMemory` returns whether the matcher has a market in memory. */
export function createPublishedMatches(isInMemory: (marketId: string) => boolean) {
  const byKey = new Map<string, PublishedMatch>()
  return {
    apply(match: Match): void {
      const { market_id: marketId, link } = match
      const key = matchKey(marketId, otherPlatformOf(match))
      if (link) byKey.set(key, { marketId, link })
      else byKey.delete(key)
    },
    get: (marketId: string, otherPlatform: string): PublishedMatch | undefined =>
      byKey.get(matchKey(marketId, otherPlatform)),
    all: (): Iterable<PublishedMatch> => byKey.values(),
    /** Returns the matches in which the market is one of the two markets. */
    of: (id: string): readonly PublishedMatch[] =>
      [...byKey.values()].filter(
        ({ marketId, link }) => marketId === id || link.other_market_id === id,
      ),
    /** Removes the matches of which neither market is in memory. */
    forgetMatchesNotInMemory(): void {
      for (const [key, { marketId, link }] of byKey)
        if (!isInMemory(marketId) && !isInMemory(link.other_market_id)) byKey.delete(key)
    },
    counts(): { readonly high: number; readonly medium: number } {
      const high = [...byKey.values()].filter(({ link }) => link.score >= highScore).length
      return { high, medium: byKey.size - high }
    },
  }
}
