// Compares links with the labels: precision and recall with 95% intervals.
import type { FoundLink } from './matcher-links.ts'
import { keyOf, type TrueMatch, type Truth } from './truth.ts'
import { wilsonInterval } from './wilson.ts'

/** Its names are those of the output of `--json`. */
export interface Quality {
  /** null: nothing was linked. */
  readonly precision: number | null
  /** null: there was nothing to find. */
  readonly recall: number | null
  readonly precision_interval: readonly [low: number, high: number]
  readonly recall_interval: readonly [low: number, high: number]
  readonly counts: Readonly<Counts>
}

export interface Counts {
  true_positives: number
  false_positives: number
  /** Labelled matches that were not linked, except those labelled uncertain. */
  false_negatives: number
  /** Labelled uncertain and not linked: not counted as an error. */
  unsure_left_out: number
  /** Links between markets of different lines, which the set does not label: not counted. */
  unjudged: number
  /** True positives with the wrong outcome. */
  wrong_outcome: number
}

export interface FalseLink extends FoundLink {
  readonly why: string
}

export interface Measured {
  readonly all: Quality
  readonly byCategory: ReadonlyMap<string, Quality>
  readonly falseLinks: readonly FalseLink[]
  readonly missed: readonly TrueMatch[]
  readonly unjudged: readonly FoundLink[]
}

/** Links with a score below `least` are ignored. */
export function measureLinks(
  truth: Truth,
  links: readonly FoundLink[],
  minScore: number,
): Measured {
  const byCategory = new Map(truth.categories.map((category) => [category, noCounts()]))
  const all = noCounts()
  const count = (category: string, what: keyof Counts): void => {
    all[what] += 1
    const counts = byCategory.get(category)
    if (counts) counts[what] += 1
  }

  const found = new Set<string>()
  const falseLinks: FalseLink[] = []
  const unjudged: FoundLink[] = []
  for (const link of links) {
    if (link.score < minScore) continue
    const verdict = truth.judge(link)
    if (verdict.kind === 'match') {
      const { category, outcomeIndex } = verdict.match
      found.add(keyOf(link))
      count(category, 'true_positives')
      if (outcomeIndex !== null && outcomeIndex !== link.outcome) count(category, 'wrong_outcome')
    } else if (verdict.kind === 'no') {
      falseLinks.push({ ...link, why: verdict.why })
      count(verdict.category, 'false_positives')
    } else {
      unjudged.push(link)
      count(verdict.category, 'unjudged')
    }
  }
  const missed = truth.matches.filter((match) => !found.has(keyOf(match)))
  for (const { category, sure } of missed)
    count(category, sure ? 'false_negatives' : 'unsure_left_out')

  return {
    all: toQuality(all),
    byCategory: new Map([...byCategory].map(([category, counts]) => [category, toQuality(counts)])),
    falseLinks,
    missed: missed.filter(({ sure }) => sure),
    unjudged,
  }
}

/** The threshold with the highest F1 score. */
export function bestThreshold(truth: Truth, links: readonly FoundLink[]): number {
  const thresholds = [...new Set(links.map(({ score }) => score))].sort((a, b) => b - a)
  let best = { threshold: 100, f1: -1 }
  for (const threshold of thresholds) {
    const { true_positives, false_positives, false_negatives } = measureLinks(
      truth,
      links,
      threshold,
    ).all.counts
    const f1 = (2 * true_positives) / (2 * true_positives + false_positives + false_negatives || 1)
    if (f1 > best.f1) best = { threshold, f1 }
  }
  return best.threshold
}

function noCounts(): Counts {
  return {
    true_positives: 0,
    false_positives: 0,
    false_negatives: 0,
    unsure_left_out: 0,
    unjudged: 0,
    wrong_outcome: 0,
  }
}

function toQuality(counts: Counts): Quality {
  const { true_positives: right, false_positives: wrong, false_negatives: missed } = counts
  const share = (of: number): number | null => (of === 0 ? null : right / of)
  return {
    precision: share(right + wrong),
    recall: share(right + missed),
    precision_interval: wilsonInterval(right, right + wrong),
    recall_interval: wilsonInterval(right, right + missed),
    counts,
  }
}
