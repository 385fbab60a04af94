// Keeps the markets of all matched platforms in memory and updates the links between them whenever a
// market changes. A link is a pair of markets `a` and `b` that may match. The platform of `a` comes before the platform
// of `b` in the registry of platforms.
import { joinQuestion } from '../domain/question.ts'
import { isSelected } from './pair-selection.ts'
import { createLinkTable, linkedMarketOf, type Link, type LinkTable } from './link-table.ts'
import type { ScratchMap } from '../lib/run/scratch-file.ts'
import { matchedPlatforms, parseId } from '../platforms/identity.ts'
import { createBlockingIndex } from './blocking.ts'
import { comparePropositions, parseProposition } from './parse-and-compare.ts'
import { minScore, type Comparison } from './comparison.ts'
import { toReasons, type Reason } from './reasons.ts'
import { createMarketEntries, type MarketEntries, type MarketEntry } from './market-entries.ts'
import { createAffectedMarkets, registrationOrderOf } from './affected-markets.ts'
import { createContestEvents } from './contest-events.ts'
import type { MatcherInput } from './matcher-input.ts'
import type { Proposition } from './proposition.ts'

/** The result of comparing two markets, for display. */
export interface ComparisonWithReasons {
  readonly score: number
  readonly outcomeIndex: number
  readonly reasons: readonly Reason[]
}

export interface Matching {
  /** Adds or updates a market. */
  put(input: MatcherInput): void
  /** Removes markets. The matches that the topic `matches` already has for them stay there. */
  forgetMarkets(ids: readonly string[]): void
  /**
   * Returns the ids of the markets for which the result of `linksOf` may have changed since the last call of
   * `takeAffectedMarkets`, and clears this set.
   */
  takeAffectedMarkets(): ReadonlySet<string>
  /**
   * Returns the best links of a market to markets of earlier registered platforms, at most one for each of
   * these platforms.
   */
  linksOf(marketId: string): readonly Link[]
  /**
   * Compares two markets, given in any order. Returns null if a market is not known or if both belong to
   * the same platform.
   */
  explainPair(id: string, otherId: string): ComparisonWithReasons | null
  has(id: string): boolean
  /** The number of markets. */
  size(): number
  /** Returns the title with the subtitle, or an empty text if the market is not known. */
  questionOf(id: string): string
}

/** `map`: see createMarketEntries(). */
export function createMatching(map?: ScratchMap<MarketEntry>): Matching {
  const entries = createMarketEntries(map)
  const links = createLinkTable()
  const indexByPlatform = new Map(
    matchedPlatforms.map((platform) => [platform, createBlockingIndex()]),
  )
  const contests = createContestEvents()
  const affected = createAffectedMarkets()

  function compare(a: MarketEntry, b: MarketEntry): Comparison {
    const eventListsDraw = [a, b].some(({ input }) => contests.eventListsDraw(input))
    return comparePropositions(a.proposition, b.proposition, eventListsDraw)
  }

  /**
   * Compares a market with the markets that may match it, and creates a link for each pair whose score is high enough.
   */
  function createLinks(entry: MarketEntry): void {
    for (const [platform, others] of indexByPlatform) {
      if (platform === entry.input.platform) continue
      for (const otherId of others.find(entry.proposition)) createLink(entry, otherId)
    }
    affected.markAffectedBy(entry, links.of(entry.input.id))
  }

  function createLink(entry: MarketEntry, otherId: string): void {
    const other = entries.get(otherId)
    if (!other) return
    const [a, b] = toRegistrationOrder(entry, other)
    const { score, outcomeIndex } = compare(a, b)
    if (score < minScore) return
    links.add({ otherMarketId: a.input.id, marketId: b.input.id, outcomeIndex, score })
  }

  /** Removes all links of a market, also from the linked markets. */
  function removeLinks(entry: MarketEntry): void {
    const { id } = entry.input
    affected.markAffectedBy(entry, links.of(id))
    links.removeLinksOf(id)
  }

  /** Compares markets again after a draw has become possible or impossible, because the result depends on it. */
  function compareMarketsAgain(ids: Iterable<string>): void {
    for (const id of ids) {
      const entry = entries.get(id)
      if (!entry) continue
      removeLinks(entry)
      createLinks(entry)
    }
  }

  function add(entry: MarketEntry): void {
    const { input, proposition } = entry
    const { id, platform } = input
    entries.set(entry)
    indexByPlatform.get(platform)?.put(id, proposition)
    createLinks(entry)
    compareMarketsAgain(contests.add(input, isDraw(proposition)))
  }

  function remove(removed: readonly MarketEntry[]): void {
    for (const entry of removed) {
      removeLinks(entry)
      entries.delete(entry.input.id)
    }
    for (const [platform, index] of indexByPlatform)
      index.remove(removed.flatMap(({ input }) => (input.platform === platform ? [input.id] : [])))
  }

  return {
    put(input) {
      if (!indexByPlatform.has(input.platform)) return
      const known = entries.get(input.id)
      if (known && isSameInput(known.input, input)) return
      if (known) remove([known])
      add({ input, proposition: parseProposition(input) })
      // A market is removed from its old event only if it is in another event now. To remove it and add it
      // again to the same event could compare all markets of that event twice.
      if (known && known.input.eventNativeId !== input.eventNativeId)
        compareMarketsAgain(contests.removeFromOldEvent(known.input))
    },
    forgetMarkets(ids) {
      const forgotten = [...new Set(ids)].flatMap((id) => entries.get(id) ?? [])
      remove(forgotten)
      for (const { input } of forgotten) {
        compareMarketsAgain(contests.forgetMarket(input))
        affected.removeMarket(input.id)
      }
    },
    takeAffectedMarkets: () => affected.takeAffectedMarkets(links.of),
    linksOf: (marketId) => selectLinks(entries, links, marketId),
    explainPair(id, otherId) {
      const [one, other] = [entries.get(id), entries.get(otherId)]
      if (!one || !other || one.input.platform === other.input.platform) return null
      const [a, b] = toRegistrationOrder(one, other)
      const comparison = compare(a, b)
      const { score, outcomeIndex } = comparison
      return { score, outcomeIndex, reasons: toReasons(a, b, comparison) }
    },
    has: (id) => entries.has(id),
    size: () => entries.size(),
    questionOf(id) {
      const { title = '', subtitle = null } = entries.get(id)?.input ?? {}
      return joinQuestion({ title, subtitle })
    },
  }
}

/** See Matching.linksOf. */
function selectLinks(
  entries: Pick<MarketEntries, 'has'>,
  links: Pick<LinkTable, 'of'>,
  marketId: string,
): readonly Link[] {
  const own = parseId(marketId)
  if (!own || !entries.has(marketId)) return []
  return matchedPlatforms.slice(0, registrationOrderOf(own.platform)).flatMap((platform) => {
    const ownLinks = linksToPlatform(links, marketId, platform)
    const best = bestLinkOf(ownLinks)
    if (!best) return []
    const rivals = linksToPlatform(links, best.otherMarketId, own.platform)
    return isSelected(best, ownLinks) && isSelected(best, rivals) ? [best] : []
  })
}

/** Returns the links of a market that lead to markets of one platform. */
function linksToPlatform(
  links: Pick<LinkTable, 'of'>,
  id: string,
  platform: string,
): readonly Link[] {
  return links.of(id).filter((link) => parseId(linkedMarketOf(link, id))?.platform === platform)
}

/** Returns the two markets in the order in which the registry lists their platforms. */
function toRegistrationOrder(
  one: MarketEntry,
  other: MarketEntry,
): readonly [MarketEntry, MarketEntry] {
  return registrationOrderOf(one.input.platform) < registrationOrderOf(other.input.platform)
    ? [one, other]
    : [other, one]
}

function isDraw(proposition: Proposition): boolean {
  return proposition.kind === 'contest' && proposition.measure === 'draw'
}

/** Returns the link with the highest score (of several, the first one), or null if there are none. */
function bestLinkOf(links: Iterable<Link>): Link | null {
  let best: Link | null = null
  for (const link of links) if (!best || link.score > best.score) best = link
  return best
}

/** Whether everything that the matcher reads is the same in both inputs. */
function isSameInput(a: MatcherInput, b: MatcherInput): boolean {
  return (
    a.title === b.title &&
    a.subtitle === b.subtitle &&
    a.eventTitle === b.eventTitle &&
    a.day === b.day &&
    a.deadline === b.deadline &&
    a.eventNativeId === b.eventNativeId &&
    JSON.stringify(a.outcomes) === JSON.stringify(b.outcomes)
  )
}
