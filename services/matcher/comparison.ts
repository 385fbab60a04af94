// The result of comparing two propositions. A veto is a dimension whose verdict is "different" or "unknown".
// With any veto the score is 0, no matter how similar the rest is.

/** The dimensions, in the order in which the reasons of a match list them. */
export const dimensions = ['subject', 'measure', 'threshold', 'window', 'scope'] as const

export type Dimension = (typeof dimensions)[number]

export interface Veto {
  readonly dimension: Dimension
  readonly verdict: 'different' | 'unknown'
  /** What differs, for display. null: the descriptions of the two markets show it. */
  readonly detail: string | null
}

export interface Comparison {
  /** From 0 to 100. 0 if there is a veto. */
  readonly score: number
  /** Index of the outcome of the first market that pays if the first outcome of the second market pays. */
  readonly outcomeIndex: number
  readonly vetoes: readonly Veto[]
}

/** Minimum score of a match. Pairs with a lower score do not match. */
export const minScore = 70
/** Minimum score of a match with high confidence. Below it, the confidence is medium. */
export const highScore = 85

/** Creates a comparison. Its score is `score` if there is no veto, otherwise 0. */
export function toComparison(
  score: number,
  outcomeIndex: number,
  vetoes: readonly Veto[],
): Comparison {
  return { score: vetoes.length === 0 ? Math.round(score * 10) / 10 : 0, outcomeIndex, vetoes }
}
