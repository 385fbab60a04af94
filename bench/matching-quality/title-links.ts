// The baselines: links by title alone, with the same pair selection as the matcher.
import { full_process, token_set_ratio } from 'fuzzball'
import { selectPairs, type CandidatePair } from '../../services/matcher/pair-selection.ts'
import type { MatcherInput } from '../../services/matcher/matcher-input.ts'
import type { FoundLink, MatcherInputs } from './matcher-links.ts'

/** 0 to 100. Pairs below it are not kept as candidates, which limits memory and time. */
const minRatio = 40

/** Links by token-set ratio of the titles (`score`); the caller applies a threshold. */
export function linkByTitleRatio(inputs: MatcherInputs): readonly FoundLink[] {
  return linkTitles(inputs, plainTitle, (a, b) => token_set_ratio(a, b, { full_process: false }))
}

/** Links by titles that are equal except for case, punctuation and white space. */
export function linkByExactTitle(inputs: MatcherInputs): readonly FoundLink[] {
  return linkTitles(inputs, plainTitle, (a, b) => (a === b ? 100 : 0))
}

function plainTitle({ title }: MatcherInput): string {
  return full_process(title, { force_ascii: false })
}

function linkTitles(
  { platform_a, platform_b }: MatcherInputs,
  titleOf: (input: MatcherInput) => string,
  scoreOf: (a: string, b: string) => number,
): readonly FoundLink[] {
  const candidates: CandidatePair[] = []
  const idsByTitle = groupByTitle(platform_b, titleOf)
  for (const [title, aIds] of groupByTitle(platform_a, titleOf))
    for (const [otherTitle, bIds] of idsByTitle) {
      const score = scoreOf(title, otherTitle)
      if (score < minRatio) continue
      for (const a of aIds)
        for (const b of bIds)
          candidates.push({ otherMarketId: a, marketId: b, outcomeIndex: 0, score })
    }
  return selectPairs(candidates).map(({ otherMarketId, marketId, outcomeIndex, score }) => ({
    condition_id: otherMarketId,
    ticker: marketId,
    outcome: outcomeIndex,
    score,
  }))
}

/** Groups markets by title, so that each pair of titles is compared only once. */
function groupByTitle(
  markets: ReadonlyMap<string, MatcherInput>,
  titleOf: (input: MatcherInput) => string,
): ReadonlyMap<string, readonly string[]> {
  const ids = new Map<string, string[]>()
  for (const [id, input] of markets) {
    const title = titleOf(input)
    const known = ids.get(title)
    if (known) known.push(id)
    else ids.set(title, [id])
  }
  return ids
}
