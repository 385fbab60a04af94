// Selects the best pairs among all pairs of markets of two platforms that could match. In each pair,
// `otherMarketId` is the market of the platform that comes first in the registry of platforms, and `marketId`
// that of the other one. Two pairs compete if they have the same `marketId`, or the same `otherMarketId` and
// `outcomeIndex`. A pair is selected if its score is higher than that of every pair it competes with. So if
// two competing pairs have the same highest score, neither is selected.

/** A pair of markets that could match. The names of the fields are those of the topic `matches`. */
export interface CandidatePair {
  /** Unified id of the market whose platform comes first in the registry. */
  readonly otherMarketId: string
  /** Unified id of the market of the other platform. */
  readonly marketId: string
  /** Index of the outcome of `otherMarketId` that pays if the first outcome of `marketId` pays. */
  readonly outcomeIndex: number
  readonly score: number
}

/**
 * Whether the candidate has a higher score than all candidates that compete with it. `rivals` must contain
 * all candidates with the same `marketId`, and all with the same `otherMarketId` and `outcomeIndex`. It may
 * contain others.
 */
export function isSelected(candidate: CandidatePair, rivals: Iterable<CandidatePair>): boolean {
  for (const rival of rivals)
    if (areCompeting(rival, candidate) && rival.score >= candidate.score) return false
  return true
}

/** A candidate does not compete with itself. */
function areCompeting(one: CandidatePair, other: CandidatePair): boolean {
  const isSameMarket = one.marketId === other.marketId
  const isSameOutcome =
    one.otherMarketId === other.otherMarketId && one.outcomeIndex === other.outcomeIndex
  return isSameMarket !== isSameOutcome
}

/** Returns the selected pairs among all candidates of two platforms. */
export function selectPairs<C extends CandidatePair>(candidates: readonly C[]): readonly C[] {
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
