// Links that the matcher finds if all markets of a set are open, and the reasons for missing links.
import { minScore } from '../../services/matcher/comparison.ts'
import type { MatcherInput } from '../../services/matcher/matcher-input.ts'
import type { Link } from '../../services/matcher/link-table.ts'
import { createMatching } from '../../services/matcher/matching.ts'
import type { MarketPair } from './labelled-set.ts'

export interface FoundLink extends MarketPair {
  /** Index of the outcome of platform_a's market that pays when platform_b's Yes pays. */
  readonly outcome: number
  readonly score: number
}

export interface MatcherLinks {
  readonly links: readonly FoundLink[]
  /** Why the pair is not linked with a score of at least `least`. */
  obstacleOf(pair: MarketPair, least: number): Obstacle
}

export interface Obstacle {
  /** The vetoing dimensions, or another reason. */
  readonly why: string
  /** For display. */
  readonly evidence: string
}

export type MatcherInputs = Readonly<
  Record<MatcherInput['platform'], ReadonlyMap<string, MatcherInput>>
>

export function linkByMatcher({ platform_a, platform_b }: MatcherInputs): MatcherLinks {
  const matching = createMatching()
  for (const input of [...platform_a.values(), ...platform_b.values()]) matching.put(input)
  const links = [...platform_b.values()].flatMap(({ id }) => matching.linksOf(id))
  const idOf = (input: MatcherInput | undefined): string => input?.id ?? ''
  /** Competing pairs, which share market `b` or the outcome of `a`, in descending order of score. */
  const rivalsOf = (a: string, b: string, outcome: number): Rival[] =>
    [
      ...[...platform_a.values()].map((input) => [input, input.id, b] as const),
      ...[...platform_b.values()].map((input) => [input, a, input.id] as const),
    ]
      .flatMap(([input, oneA, oneB]): Rival[] => {
        const comparison = oneA === a && oneB === b ? null : matching.explainPair(oneA, oneB)
        if (comparison === null || (oneA === a && comparison.outcomeIndex !== outcome)) return []
        return [{ input, score: comparison.score }]
      })
      .sort((one, other) => other.score - one.score)

  return {
    links: links.map(toFoundLink),
    obstacleOf({ ticker, condition_id }, least) {
      const [a, b] = [idOf(platform_a.get(condition_id)), idOf(platform_b.get(ticker))]
      const comparison = matching.explainPair(a, b)
      const { score, outcomeIndex, reasons } = comparison ?? {
        score: 0,
        outcomeIndex: 0,
        reasons: [],
      }
      const against = reasons.filter(({ verdict }) => verdict !== 'same')
      if (against.length > 0) {
        const vetoes = against.map(({ dimension, verdict }) => `${dimension} ${verdict}`)
        return {
          why: [...new Set(vetoes)].join(', '),
          evidence: against.map(({ evidence }) => evidence).join('; '),
        }
      }
      const evidence = `score ${score}`
      if (score < minScore) return { why: `score below ${minScore}`, evidence }
      if (links.some((link) => link.otherMarketId === a && link.marketId === b))
        return { why: `score below ${least}`, evidence }
      const [rival] = rivalsOf(a, b, outcomeIndex)
      if (rival === undefined || rival.score < score) return { why: 'never compared', evidence }
      return {
        why: rival.score > score ? 'outranked' : 'tied',
        evidence: `${evidence}; ${rival.input.nativeId} ${rival.input.title}: ${rival.score}`,
      }
    },
  }
}

interface Rival {
  readonly input: MatcherInput
  readonly score: number
}

function toFoundLink({ otherMarketId, marketId, outcomeIndex, score }: Link): FoundLink {
  return {
    ticker: marketId.slice('pb_'.length),
    condition_id: otherMarketId.slice('pa_'.length),
    outcome: outcomeIndex,
    score,
  }
}
