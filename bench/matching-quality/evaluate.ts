// The evaluation of matching on a labelled set: the matcher at both levels, beside the baselines.
import { highScore, leastScore } from '../../services/matcher/comparison.ts'
import { listingsOf } from './labelled-markets.ts'
import type { LabelledPair } from './labelled-set.ts'
import { linkByMatcher, type FoundLink, type Obstacle } from './matcher-links.ts'
import { bestThreshold, measureLinks, type FalseLink, type Quality } from './quality.ts'
import { linkByExactTitle, linkByTitleRatio } from './title-links.ts'
import { readTruth, type TrueMatch } from './truth.ts'

export const levels = ['high', 'medium_or_better'] as const
export type Level = (typeof levels)[number]
export const leastOf: Readonly<Record<Level, number>> = {
  high: highScore,
  medium_or_better: leastScore,
}

export type ByLevel<T> = Readonly<Record<Level, T>>

export interface Evaluation {
  readonly pairs: number
  readonly levels: ByLevel<Quality>
  readonly byCategory: ReadonlyMap<string, ByLevel<Quality>>
  /** What the labels say of false links, and what stood in the way of matches: how often. */
  readonly confusion: ByLevel<Confusion>
  readonly falseLinks: readonly FalseLink[]
  /** At medium or better. */
  readonly missed: readonly (TrueMatch & Obstacle)[]
  readonly unjudged: readonly FoundLink[]
  /** Title of a market, by native id. */
  titleOf(id: string): string
}

export interface Confusion {
  readonly let_through: Readonly<Record<string, number>>
  readonly killed: Readonly<Record<string, number>>
}

export interface Baselines {
  /** The best there is on this very set, so it is better than it would be on another. */
  readonly title_similarity: Quality & { readonly threshold: number }
  readonly exact_titles: Quality
}

export function evaluateMatching(pairs: readonly LabelledPair[]): Evaluation {
  const listings = listingsOf(pairs)
  const truth = readTruth(pairs)
  const matcher = linkByMatcher(listings)
  const measured = byLevel((level) => measureLinks(truth, matcher.links, leastOf[level]))
  return {
    pairs: pairs.length,
    levels: byLevel((level) => measured[level].all),
    byCategory: new Map(
      truth.categories.map((category) => [
        category,
        byLevel((level) => measured[level].byCategory.get(category) ?? measured[level].all),
      ]),
    ),
    confusion: byLevel((level) => ({
      let_through: tally(measured[level].falseLinks.map(({ why }) => why)),
      killed: tally(
        measured[level].missed.map((match) => matcher.whyNot(match, leastOf[level]).why),
      ),
    })),
    falseLinks: measured.medium_or_better.falseLinks,
    missed: measured.medium_or_better.missed.map((match) => ({
      ...match,
      ...matcher.whyNot(match, leastScore),
    })),
    unjudged: measured.medium_or_better.unjudged,
    titleOf: (id) => (listings.platform_a.get(id) ?? listings.platform_b.get(id))?.title ?? id,
  }
}

export function measureBaselines(pairs: readonly LabelledPair[]): Baselines {
  const listings = listingsOf(pairs)
  const truth = readTruth(pairs)
  const alike = linkByTitleRatio(listings)
  const threshold = bestThreshold(truth, alike)
  return {
    title_similarity: { ...measureLinks(truth, alike, threshold).all, threshold },
    exact_titles: measureLinks(truth, linkByExactTitle(listings), 100).all,
  }
}

function byLevel<T>(of: (level: Level) => T): ByLevel<T> {
  return { high: of('high'), medium_or_better: of('medium_or_better') }
}

/** The most frequent first. */
function tally(whys: readonly string[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>()
  for (const why of whys) counts.set(why, (counts.get(why) ?? 0) + 1)
  return Object.fromEntries([...counts].sort(([, a], [, b]) => b - a))
}
