// From pairs that could match to links: a market of platform_b has one, an outcome of a market of
// platform_a has one. A pair is linked if it is the best of both its ends; two that are equally good
// are not told apart, so neither is.

export interface Candidate {
  /** Unified id of platform_a's market, and of platform_b's. */
  readonly a: string
  readonly b: string
  /** Which outcome of `a` pays when `b` pays. */
  readonly outcome: number
  readonly score: number
}

/** `rivals`: at least all candidates that have the market `b`, or the same outcome of `a`. */
export function isLinked(candidate: Candidate, rivals: Iterable<Candidate>): boolean {
  for (const rival of rivals)
    if (rival !== candidate && areRivals(rival, candidate) && rival.score >= candidate.score)
      return false
  return true
}

function areRivals(one: Candidate, other: Candidate): boolean {
  return one.b === other.b || (one.a === other.a && one.outcome === other.outcome)
}

/** The links among these candidates. */
export function assign<C extends Candidate>(candidates: readonly C[]): readonly C[] {
  const byMarket = new Map<string, C[]>()
  for (const candidate of candidates)
    for (const id of [candidate.a, candidate.b]) {
      const known = byMarket.get(id)
      if (known) known.push(candidate)
      else byMarket.set(id, [candidate])
    }
  return candidates.filter((candidate) =>
    [candidate.a, candidate.b].every((id) => isLinked(candidate, byMarket.get(id) ?? [])),
  )
}
