// The reasons of a comparison, for people who know neither platform: for each of the five dimensions, what
// both markets say. They are composed only for pairs that match or that somebody asks about, because most
// comparisons end without a match.
import { dimensions, type Comparison, type Dimension } from './comparison.ts'
import { describeContest } from './contests/describe-contest.ts'
import type { MatcherInput } from './matcher-input.ts'
import type { Proposition } from './proposition.ts'
import { describeStatement } from './statements/describe-statement.ts'

export interface Reason {
  readonly dimension: Dimension
  readonly verdict: 'same' | 'different' | 'unknown'
  /** What both markets say, for display. */
  readonly evidence: string
}

/** What a market says in each dimension. None of the texts is empty. */
export type Description = Readonly<Record<Dimension, string>>

export interface ComparedMarket {
  readonly input: MatcherInput
  readonly proposition: Proposition
}

/** Returns one reason for each dimension, in the order of `dimensions`. */
export function toReasons(
  a: ComparedMarket,
  b: ComparedMarket,
  { vetoes, outcomeIndex }: Comparison,
): readonly Reason[] {
  const descriptions = describePair(a, b, outcomeIndex)
  return dimensions.map((dimension) => {
    const ofDimension = vetoes.filter((veto) => veto.dimension === dimension)
    const veto = ofDimension.find(({ verdict }) => verdict === 'different') ?? ofDimension[0]
    const details = ofDimension.flatMap(({ detail }) => detail ?? [])
    const verdict = veto?.verdict ?? (descriptions === null ? 'unknown' : 'same')
    if (details.length > 0) return { dimension, verdict, evidence: details.join('; ') }
    if (descriptions === null) return { dimension, verdict, evidence: 'not compared' }
    const [ofA, ofB] = descriptions
    return { dimension, verdict, evidence: joinTexts[verdict](ofA[dimension], ofB[dimension]) }
  })
}

/** Returns null if the two markets are of different kinds or one of them cannot be read. */
function describePair(
  { input: inputA, proposition: a }: ComparedMarket,
  { input: inputB, proposition: b }: ComparedMarket,
  outcomeIndex: number,
): readonly [Description, Description] | null {
  if (a.kind === 'contest' && b.kind === 'contest')
    return [describeContest(a, inputA, outcomeIndex), describeContest(b, inputB, 0)]
  if (a.kind === 'statement' && b.kind === 'statement')
    return [describeStatement(a, inputA), describeStatement(b, inputB)]
  return null
}

const joinTexts: Readonly<Record<Reason['verdict'], (a: string, b: string) => string>> = {
  same(a, b) {
    if (a !== b) return `${a} = ${b}`
    return /^no \w+$/.test(a) ? `${a} on either side` : `${a} on both sides`
  },
  different: (a, b) => `${a} ≠ ${b}`,
  unknown: (a, b) => `not certain: ${a} and ${b}`,
}
