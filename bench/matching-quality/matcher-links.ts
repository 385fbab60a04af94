// What the matcher links when all markets of a set are open, and why it does not link two of them.
import { leastScore } from '../../services/matcher/comparison.ts'
import type { Listing } from '../../services/matcher/listing.ts'
import { createMatching, type Link } from '../../services/matcher/matching.ts'
import type { MarketPair } from './labelled-set.ts'

export interface FoundLink extends MarketPair {
  /** Index of the outcome of platform_a's market that pays when platform_b's Yes pays. */
  readonly outcome: number
  readonly score: number
}

export interface MatcherLinks {
  readonly links: readonly FoundLink[]
  /** Of a pair that is not linked at `least`: what stood in the way. */
  whyNot(pair: MarketPair, least: number): Obstacle
}

export interface Obstacle {
  /** The dimensions that are not the same, or what else it was. */
  readonly why: string
  /** For people. */
  readonly evidence: string
}

export type Listings = Readonly<Record<Listing['platform'], ReadonlyMap<string, Listing>>>

export function linkByMatcher({ platform_a, platform_b }: Listings): MatcherLinks {
  const matching = createMatching()
  for (const listing of [...platform_a.values(), ...platform_b.values()]) matching.put(listing)
  const links = [...platform_b.values()].flatMap(({ id }) => matching.linkOf(id) ?? [])
  const idOf = (listing: Listing | undefined): string => listing?.id ?? ''
  /** Who wants the market `b`, or the same outcome of `a`; the best first. */
  const rivalsOf = (a: string, b: string, outcome: number): Rival[] =>
    [
      ...[...platform_a.values()].map((listing) => [listing, listing.id, b] as const),
      ...[...platform_b.values()].map((listing) => [listing, a, listing.id] as const),
    ]
      .flatMap(([listing, oneA, oneB]): Rival[] => {
        const comparison = oneA === a && oneB === b ? null : matching.explain(oneA, oneB)
        if (comparison === null || (oneA === a && comparison.outcome !== outcome)) return []
        return [{ listing, score: comparison.score }]
      })
      .sort((one, other) => other.score - one.score)

  return {
    links: links.map(toFoundLink),
    whyNot({ ticker, condition_id }, least) {
      const [a, b] = [idOf(platform_a.get(condition_id)), idOf(platform_b.get(ticker))]
      const comparison = matching.explain(a, b)
      const { score, outcome, reasons } = comparison ?? { score: 0, outcome: 0, reasons: [] }
      const against = reasons.filter(({ verdict }) => verdict !== 'same')
      if (against.length > 0) {
        const vetoes = against.map(({ dimension, verdict }) => `${dimension} ${verdict}`)
        return {
          why: [...new Set(vetoes)].join(', '),
          evidence: against.map(({ evidence }) => evidence).join('; '),
        }
      }
      const evidence = `score ${score}`
      if (score < leastScore) return { why: `score below ${leastScore}`, evidence }
      if (links.some((link) => link.a === a && link.b === b))
        return { why: `score below ${least}`, evidence }
      const [rival] = rivalsOf(a, b, outcome)
      if (rival === undefined || rival.score < score) return { why: 'never compared', evidence }
      return {
        why: rival.score > score ? 'outranked' : 'tied',
        evidence: `${evidence}; ${rival.listing.nativeId} ${rival.listing.title}: ${rival.score}`,
      }
    },
  }
}

interface Rival {
  readonly listing: Listing
  readonly score: number
}

function toFoundLink({ a, b, outcome, score }: Link): FoundLink {
  return { ticker: b.slice('pb_'.length), condition_id: a.slice('pa_'.length), outcome, score }
}
