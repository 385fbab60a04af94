// Keeps the markets of all matched platforms in memory and updates the links between them whenever a
// market changes. A link is a pair of markets that may match. Of its two platforms, the market `a` belongs
// to the one that comes first in the registry of platforms, and the market `b` to the other.
import { joinQuestion } from '../domain/question.ts'
import { isSelected, type Candidate } from './pair-selection.ts'
import { matchedPlatforms } from '../platforms/identity.ts'
import { createBlockingIndex } from './blocking.ts'
import { comparePropositions, parseProposition } from './parse-and-compare.ts'
import { minScore, type Comparison } from './comparison.ts'
import { toReasons, type Reason } from './reasons.ts'
import { hasTickers, type MatcherInput } from './matcher-input.ts'
import type { Proposition } from './proposition.ts'

export interface Link extends Candidate {
  readonly reasons: readonly Reason[]
}

/** The result of comparing two markets, for display. */
export interface ComparisonWithReasons {
  readonly score: number
  readonly outcomeIndex: number
  readonly reasons: readonly Reason[]
}

export interface Matching {
  /** Adds or updates a market. */
  put(input: MatcherInput): void
  /** Removes a market. The matches that the topic `matches` already has for this market stay there. */
  forget(id: string): void
  /**
   * Returns the ids of the markets for which `linksOf` may return something else than at the last call of
   * `drainAffected`, and clears this set.
   */
  drainAffected(): ReadonlySet<string>
  /**
   * Returns the best links of a market to markets of earlier registered platforms, at most one for each of
   * these platforms.
   */
  linksOf(marketId: string): readonly Link[]
  /**
   * Compares two markets, given in any order. Returns null if a market is not known or if both belong to
   * the same platform.
   */
  explain(id: string, otherId: string): ComparisonWithReasons | null
  has(id: string): boolean
  /** Returns the title with the subtitle, or an empty text if the market is not known. */
  questionOf(id: string): string
}

interface MarketEntry {
  readonly input: MatcherInput
  readonly proposition: Proposition
  /** All links of this market, by the id of the other market. */
  readonly links: Map<string, Link>
}

/**
 * An event on a platform whose ids are tickers. Such a platform lists each possible result of a contest as
 * a market of its own: A wins, B wins, draw.
 */
interface ContestEvent {
  readonly markets: Set<string>
  /**
   * Ids of the markets for a draw. The id of a market that `forget` has removed stays here, because a draw
   * remains possible in the contest.
   */
  readonly draws: Set<string>
}

export function createMatching(): Matching {
  const entries = new Map<string, MarketEntry>()
  const indexByPlatform = new Map(
    matchedPlatforms.map((platform) => [platform, createBlockingIndex()]),
  )
  const events = new Map<string, ContestEvent>()
  let affected = new Set<string>()
  /**
   * Ids of the markets that are the `otherMarketId` of a link of a changed market. All links with the same
   * `otherMarketId` compete with each other, so `drainAffected` adds the `marketId` of each of them.
   */
  let affectedOtherMarkets = new Set<string>()

  function compare(a: MarketEntry, b: MarketEntry): Comparison {
    const eventListsDraw = [a, b].some(({ input }) => listsDraw(events.get(eventKey(input))))
    return comparePropositions(a.proposition, b.proposition, eventListsDraw)
  }

  /** Marks each market whose best link may be another one now, because `entry` has changed. */
  function markAffected({ input: { id, platform }, links }: MarketEntry): void {
    if (registrationOrderOf(platform) > 0) affected.add(id)
    for (const [linkedId, { otherMarketId }] of links)
      (otherMarketId === id ? affected : affectedOtherMarkets).add(linkedId)
  }

  /** Compares a market with the markets that may match it, and creates a link for each pair that does. */
  function createLinks(entry: MarketEntry): void {
    for (const [platform, others] of indexByPlatform) {
      if (platform === entry.input.platform) continue
      for (const otherId of others.find(entry.proposition)) createLink(entry, otherId)
    }
    markAffected(entry)
  }

  function createLink(entry: MarketEntry, otherId: string): void {
    const other = entries.get(otherId)
    if (!other) return
    const [a, b] = inRegistrationOrder(entry, other)
    const comparison = compare(a, b)
    const { score, outcomeIndex } = comparison
    if (score < minScore) return
    const link: Link = {
      otherMarketId: a.input.id,
      marketId: b.input.id,
      outcomeIndex,
      score,
      reasons: toReasons(a, b, comparison),
    }
    entry.links.set(otherId, link)
    other.links.set(entry.input.id, link)
  }

  /** Returns the links of a market to the markets of one platform. */
  function linksToPlatform({ links }: MarketEntry, platform: string): readonly Link[] {
    return [...links]
      .filter(([id]) => entries.get(id)?.input.platform === platform)
      .map(([, link]) => link)
  }

  /** Removes all links of a market, also from the other markets. */
  function removeLinks(entry: MarketEntry): void {
    markAffected(entry)
    for (const otherId of entry.links.keys()) entries.get(otherId)?.links.delete(entry.input.id)
    entry.links.clear()
  }

  /**
   * Applies `change` to the event of a market. If the event gets its first market for a draw or loses its
   * last one, compares all its markets again, because the result depends on whether a draw is possible.
   */
  function changeEvent(input: MatcherInput, change: (event: ContestEvent) => void) {
    if (!hasTickers(input)) return
    const key = eventKey(input)
    const event = events.get(key) ?? { markets: new Set(), draws: new Set() }
    const listedDrawBefore = listsDraw(event)
    change(event)
    if (event.markets.size === 0) events.delete(key)
    else events.set(key, event)
    if (listsDraw(event) === listedDrawBefore) return
    for (const id of event.markets) {
      const entry = entries.get(id)
      if (!entry) continue
      removeLinks(entry)
      createLinks(entry)
    }
  }

  function add(entry: MarketEntry): void {
    const { input, proposition } = entry
    const { id, platform } = input
    entries.set(id, entry)
    indexByPlatform.get(platform)?.put(id, proposition)
    createLinks(entry)
    changeEvent(input, ({ markets, draws }) => {
      markets.add(id)
      if (isDraw(proposition)) draws.add(id)
      else draws.delete(id)
    })
  }

  function remove(entry: MarketEntry): void {
    const { id, platform } = entry.input
    removeLinks(entry)
    entries.delete(id)
    indexByPlatform.get(platform)?.remove(id)
  }

  return {
    put(input) {
      if (!indexByPlatform.has(input.platform)) return
      const known = entries.get(input.id)
      if (known && isSameInput(known.input, input)) return
      if (known) remove(known)
      add({ input, proposition: parseProposition(input), links: new Map() })
      // A market is removed from its old event only if it has moved to another event. To remove it and add
      // it again to the same event could compare all markets of that event twice.
      if (known && known.input.eventNativeId !== input.eventNativeId)
        changeEvent(known.input, ({ markets, draws }) => {
          markets.delete(input.id)
          draws.delete(input.id)
        })
    },
    forget(id) {
      const entry = entries.get(id)
      if (!entry) return
      remove(entry)
      changeEvent(entry.input, ({ markets }) => markets.delete(id))
      affected.delete(id)
    },
    drainAffected() {
      for (const id of affectedOtherMarkets)
        for (const { otherMarketId, marketId } of entries.get(id)?.links.values() ?? [])
          if (otherMarketId === id) affected.add(marketId)
      const drained = affected
      affected = new Set()
      affectedOtherMarkets = new Set()
      return drained
    },
    linksOf(marketId) {
      const entry = entries.get(marketId)
      if (!entry) return []
      return matchedPlatforms
        .slice(0, registrationOrderOf(entry.input.platform))
        .flatMap((platform) => {
          const ownLinks = linksToPlatform(entry, platform)
          const best = bestOf(ownLinks)
          const other = best && entries.get(best.otherMarketId)
          if (!best || !other) return []
          const rivals = linksToPlatform(other, entry.input.platform)
          return isSelected(best, ownLinks) && isSelected(best, rivals) ? [best] : []
        })
    },
    explain(id, otherId) {
      const [one, other] = [entries.get(id), entries.get(otherId)]
      if (!one || !other || one.input.platform === other.input.platform) return null
      const [a, b] = inRegistrationOrder(one, other)
      const comparison = compare(a, b)
      const { score, outcomeIndex } = comparison
      return { score, outcomeIndex, reasons: toReasons(a, b, comparison) }
    },
    has: (id) => entries.has(id),
    questionOf(id) {
      const { title = '', subtitle = null } = entries.get(id)?.input ?? {}
      return joinQuestion({ title, subtitle })
    },
  }
}

/** Returns the position of a platform in the order in which the registry lists the platforms. */
function registrationOrderOf(platform: MatcherInput['platform']): number {
  return matchedPlatforms.indexOf(platform)
}

/** Returns the two markets in the order in which the registry lists their platforms. */
function inRegistrationOrder(
  one: MarketEntry,
  other: MarketEntry,
): readonly [MarketEntry, MarketEntry] {
  return registrationOrderOf(one.input.platform) < registrationOrderOf(other.input.platform)
    ? [one, other]
    : [other, one]
}

function eventKey({ platform, eventNativeId }: MatcherInput): string {
  return `${platform}/${eventNativeId}`
}

/** Whether an event has a market for a draw. */
function listsDraw(event: ContestEvent | undefined): boolean {
  return event !== undefined && event.draws.size > 0
}

function isDraw(proposition: Proposition): boolean {
  return proposition.kind === 'contest' && proposition.measure === 'draw'
}

/** Returns the link with the highest score (of several, the first one), or null if there are none. */
function bestOf(links: Iterable<Link>): Link | null {
  let best: Link | null = null
  for (const link of links) if (!best || link.score > best.score) best = link
  return best
}

/** Whether nothing that the matcher reads has changed. */
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
