// Evaluates the matcher on a labelled set at both confidence levels, and two baselines for comparison.
import { highScore, minScore } from '../../services/matcher/comparison.ts'
import { matcherInputsOf } from './labelled-markets.ts'
import type { LabelledPair } from './labelled-set.ts'
import { linkByMatcher, type FoundLink, type Obstacle } from './matcher-links.ts'
import { bestThreshold, measureLinks, type FalseLink, type Quality } from './quality.ts'
import { linkByExactTitle, linkByTitleRatio } from './title-links.ts'
import { readTruth, type TrueMatch } from './truth.ts'

export const levels = ['high', 'medium_or_better'] as const
export type Level = (typeof levels)[number]
export const minScoreOf: Readonly<Record<Level, number>> = {
  high: highScore,
  medium_or_better: minScore,
}

export type ByLevel<T> = Readonly<Record<Level, T>>

export interface Evaluation {
  readonly pairs: number
  readonly levels: ByLevel<Quality>
  readonly byCategory: ReadonlyMap<string, ByLevel<Quality>>
  /** Counts of the labelled differences of false links, and of the vetoes of missed matches. */
  readonly confusion: ByLevel<Confusion>
  readonly falseLinks: readonly FalseLink[]
  /** Matches that are not linked at medium or better. */
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
  /** Uses the threshold that is best on this set, which favors the baseline. */
  readonly title_similarity: Quality & { readonly threshold: number }
  readonly exact_titles: Quality
}

export function evaluateMatching(pairs: readonly LabelledPair[]): Evaluation {
  const inputs = matcherInputsOf(pairs)
  const truth = readTruth(pairs)
  const matcher = linkByMatcher(inputs)
  const measured = byLevel((level) => measureLinks(truth, matcher.links, minScoreOf[level]))
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
      let_through: countByReason(measured[level].falseLinks.map(({ why }) => why)),
      killed: countByReason(
        measured[level].missed.map((match) => matcher.obstacleOf(match, minScoreOf[level]).why),
      ),
    })),
    falseLinks: measured.medium_or_better.falseLinks,
    missed: measured.medium_or_better.missed.map((match) => ({
      ...match,
      ...matcher.obstacleOf(match, minScore),
    })),
    unjudged: measured.medium_or_better.unjudged,
    titleOf: (id) => (inputs.platform_a.get(id) ?? inputs.platform_b.get(id))?.title ?? id,
  }
}

export function measureBaselines(pairs: readonly LabelledPair[]): Baselines {
  const inputs = matcherInputsOf(pairs)
  const truth = readTruth(pairs)
  const linksByRatio = linkByTitleRatio(inputs)
  const threshold = bestThreshold(truth, linksByRatio)
  return {
    title_similarity: { ...measureLinks(truth, linksByRatio, threshold).all, threshold },
    exact_titles: measureLinks(truth, linkByExactTitle(inputs), 100).all,
  }
}

function byLevel<T>(of: (level: Level) => T): ByLevel<T> {
  return { high: of('high'), medium_or_better: of('medium_or_better') }
}

/** The most frequent first. */
function countByReason(whys: readonly string[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>()
  for (const why of whys) counts.set(why, (counts.get(why) ?? 0) + 1)
  return Object.fromEntries([...counts].sort(([, a], [, b]) => b - a))
}
