// Selects the best pairs among all pairs of markets of two platforms that could match. Two pairs compete if they
// have the same market of the platform that was registered later, or the same outcome of the same market of the
// other platform. A pair is selected if its score is higher than that of every pair that it competes with. If
// two competing pairs have the same score, neither is selected.

/** A pair of markets that could match. The names of the fields are those of the topic `matches`. */
export interface Candidate {
  /** Unified id of the market of the platform that was registered earlier. */
  readonly otherMarketId: string
  /** Unified id of the market of the platform that was registered later. */
  readonly marketId: string
  /** Index of the outcome of the other market that pays if the first outcome of this market pays. */
  readonly outcomeIndex: number
  readonly score: number
}

/**
 * Whether the candidate is the best of all candidates that compete with it. `rivals` must contain all
 * candidates with the same `marketId`, and all with the same `otherMarketId` and outcome. It may contain
 * others.
 */
export function isSelected(candidate: Candidate, rivals: Iterable<Candidate>): boolean {
  for (const rival of rivals)
    if (rival !== candidate && areCompeting(rival, candidate) && rival.score >= candidate.score)
      return false
  return true
}

function areCompeting(one: Candidate, other: Candidate): boolean {
  return (
    one.marketId === other.marketId ||
    (one.otherMarketId === other.otherMarketId && one.outcomeIndex === other.outcomeIndex)
  )
}

/** Returns the selected pairs among all candidates of two platforms. */
export function selectPairs<C extends Candidate>(candidates: readonly C[]): readonly C[] {
  const byMarket = new Map<string, C[]>()
  for (const candidate of candidates)
    for (const id of [candidate.otherMarketId, candidate.marketId]) {
      const known = byMarket.get(id)
      if (known) known.push(candidate)
      else byMarket.set(id, [candidate])
    }
  return candidates.filter((candidate) =>
    [candidate.otherMarketId, candidate.marketId].every((id) =>
      isSelected(candidate, byMarket.get(id) ?? []),
    ),
  )
}
