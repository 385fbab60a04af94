// Judges a link by the labels of a set, for markets of the same line or of two lines.
import type { LabelledMatch, LabelledPair, MarketPair } from './labelled-set.ts'
import type { FoundLink } from './matcher-links.ts'

export interface TrueMatch extends LabelledMatch {
  readonly category: string
  /** Index of platform_a's outcome; null: the title does not determine it. */
  readonly outcomeIndex: number | null
}

export type Verdict =
  | { readonly kind: 'match'; readonly match: TrueMatch }
  /** `why`: the labelled difference. */
  | { readonly kind: 'no'; readonly category: string; readonly why: string }
  /** The set does not label this pair. */
  | { readonly kind: 'unjudged'; readonly category: string }

export interface Truth {
  readonly matches: readonly TrueMatch[]
  readonly categories: readonly string[]
  judge(link: FoundLink): Verdict
}

export function readTruth(pairs: readonly LabelledPair[]): Truth {
  const matches = new Map<string, TrueMatch>()
  const negatives = new Map<string, { readonly category: string; readonly why: string }>()
  const unrelated = new Set<string>()
  const eventOf = new Map<string, string>()
  const categoryOf = new Map<string, string>()

  for (const { category, event, platform_a, platform_b, matches: labelled, near } of pairs) {
    const titles = new Map(platform_a.markets.map((market) => [market.condition_id, market.title]))
    const reasons = new Map(near.map((pair) => [keyOf(pair), pair.why]))
    for (const match of labelled) {
      const outcomeIndex = outcomeIndexOf(match, titles.get(match.condition_id) ?? '')
      matches.set(keyOf(match), { ...match, category, outcomeIndex })
    }
    if (event === 'unrelated') unrelated.add(`${platform_b.event_ticker}|${platform_a.event_id}`)
    for (const { condition_id } of platform_a.markets)
      eventOf.set(condition_id, platform_a.event_id)
    for (const { ticker } of platform_b.markets) {
      eventOf.set(ticker, platform_b.event_ticker)
      if (!categoryOf.has(ticker)) categoryOf.set(ticker, category)
      for (const { condition_id } of platform_a.markets) {
        const key = keyOf({ ticker, condition_id })
        const why = reasons.get(key)
        if (why !== undefined || !negatives.has(key))
          negatives.set(key, { category, why: why ?? 'not named' })
      }
    }
  }
  const matched = new Set([...matches.values()].map(({ ticker }) => ticker))
  const identicalMatches = [...matches.values()].filter(({ relation }) => relation === 'identical')
  const identicallyMatched = new Set(identicalMatches.map(({ condition_id }) => condition_id))

  return {
    matches: [...matches.values()],
    categories: [...new Set(pairs.map(({ category }) => category))],
    judge(link) {
      const { ticker, condition_id } = link
      const match = matches.get(keyOf(link))
      if (match) return { kind: 'match', match }
      const negative = negatives.get(keyOf(link))
      if (negative) return { kind: 'no', ...negative }
      // markets of different lines: a market or an outcome with a labelled match has no other match
      const category = categoryOf.get(ticker) ?? ''
      if (matched.has(ticker) || (identicallyMatched.has(condition_id) && link.outcome === 0))
        return { kind: 'no', category, why: 'another is its match' }
      if (unrelated.has(`${eventOf.get(ticker)}|${eventOf.get(condition_id)}`))
        return { kind: 'no', category, why: 'unrelated events' }
      return { kind: 'unjudged', category }
    },
  }
}

export function keyOf({ ticker, condition_id }: MarketPair): string {
  return `${ticker}|${condition_id}`
}

/** From the order in the title: "A vs. B" pays A first. Elsewhere first is Yes, Over, or the named side. */
function outcomeIndexOf({ relation, outcome }: LabelledMatch, title: string): number | null {
  if (relation !== 'outcome') return relation === 'identical' ? 0 : 1
  if (outcome === null) return null
  if (/^(?:yes|over)$/i.test(outcome)) return 0
  if (/^(?:no|under)$/i.test(outcome)) return 1
  const places = title.split(/ vs?\.? /i).map((side) => side.includes(outcome))
  return places.filter(Boolean).length === 1 ? places.indexOf(true) : null
}
