// Decides which matches of a market have to be published, changed or withdrawn.
import type { Match, MatchLink } from '../../schemas/generated/events.ts'
import { matchedPlatforms, parseId } from '../platforms/identity.ts'
import { highScore } from './comparison.ts'
import type { EndedMarkets } from './ended-markets.ts'
import type { Link } from './link-table.ts'
import type { Matching } from './matching.ts'
import type { PublishedMatch, PublishedMatches } from './published-matches.ts'

export function createMatchChanges({
  matching,
  published,
  endedMarkets,
  now,
}: {
  readonly matching: Matching
  readonly published: PublishedMatches
  readonly endedMarkets: EndedMarkets
  readonly now: () => number
}): (marketId: string) => readonly Match[] {
  /**
   * Whether at least one of the two matched markets has ended, and they differ only in the dimension "window"
   * (the time at which the question is decided). Such a match stays published: when a market closes early,
   * its platform moves the deadline to the time of closing, so the difference means nothing.
   */
  function marketsDifferOnlyInWindow({ marketId, link }: PublishedMatch): boolean {
    const otherMarketId = link.other_market_id
    if (!endedMarkets.has(otherMarketId) && !endedMarkets.has(marketId)) return false
    const { reasons = [] } = matching.explainPair(otherMarketId, marketId) ?? {}
    const differences = reasons.filter(({ verdict }) => verdict !== 'same')
    return differences.length > 0 && differences.every(({ dimension }) => dimension === 'window')
  }

  /**
   * Converts a computed link to the form in which it is published. The fields have the order of the schema,
   * because `matchChangesOf` compares links as JSON text.
   */
  function toMatchLink(link: Link, before: MatchLink | null, nowMs: number): MatchLink {
    const { marketId, otherMarketId, outcomeIndex, score } = link
    const { reasons = [] } = matching.explainPair(otherMarketId, marketId) ?? {}
    return {
      other_market_id: otherMarketId,
      score,
      confidence: score >= highScore ? 'high' : 'medium',
      relation: 'identical',
      outcome_index: outcomeIndex,
      reasons: reasons.map((reason) => ({ ...reason })),
      matched_at_ms: before?.other_market_id === otherMarketId ? before.matched_at_ms : nowMs,
    }
  }

  /**
   * Compares the computed matches of a market with the published ones and returns the records to append to
   * `matches`. A match is published under the market of the later registered platform, so only matches with
   * markets of earlier registered platforms are compared.
   */
  function matchChangesOf(marketId: string): readonly Match[] {
    const links = matching.linksOf(marketId)
    // one time for both fields: webhooks recognize a new match by equal `matched_at_ms` and `changed_at_ms`
    const changedAtMs = now()
    return matchedPlatforms.flatMap((platform): readonly Match[] => {
      const before = published.get(marketId, platform)
      // a published match stays unchanged if one of its markets is no longer in memory
      if (before && !(matching.has(marketId) && matching.has(before.link.other_market_id)))
        return []
      const link = links.find(({ otherMarketId }) => parseId(otherMarketId)?.platform === platform)
      if (before && !link && marketsDifferOnlyInWindow(before)) return []
      const after = link ? toMatchLink(link, before?.link ?? null, changedAtMs) : null
      if (JSON.stringify(before?.link ?? null) === JSON.stringify(after)) return []
      return [
        { market_id: marketId, changed_at_ms: changedAtMs, link: after, other_platform: platform },
      ]
    })
  }

  return matchChangesOf
}
