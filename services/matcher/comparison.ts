// The answer to "is it the same question?", dimension by dimension. A dimension that differs is a veto:
// no similarity outvotes it. One that cannot be told is too.

export type Dimension = 'subject' | 'measure' | 'threshold' | 'window' | 'scope'

export interface Reason {
  readonly dimension: Dimension
  readonly verdict: 'same' | 'different' | 'unknown'
  /** What it was told by, for people. */
  readonly evidence: string
}

export interface Comparison {
  /** 0 to 100; 0 if any dimension is not the same. */
  readonly score: number
  /** Which outcome of platform_a's market pays when platform_b's Yes pays. */
  readonly outcome: number
  readonly reasons: readonly Reason[]
}

export const leastScore = 70
export const highScore = 85

/** `score` counts only if nothing speaks against it. */
export function toComparison(
  score: number,
  outcome: number,
  reasons: readonly Reason[],
): Comparison {
  const isSame = reasons.every(({ verdict }) => verdict === 'same')
  return { score: isSame ? Math.round(score * 10) / 10 : 0, outcome, reasons }
}
