// The baselines: what titles alone would link, through the same assignment as the matcher's.
import { full_process, token_set_ratio } from 'fuzzball'
import { assign, type Candidate } from '../../services/matcher/assignment.ts'
import type { Listing } from '../../services/matcher/listing.ts'
import type { FoundLink, Listings } from './matcher-links.ts'

/** Of 100; a threshold below it would link nearly anything. */
const leastRatio = 40

/** By the token-set ratio of the titles, as `score`. Where a link begins is for the caller to say. */
export function linkByTitleRatio(listings: Listings): readonly FoundLink[] {
  return linkTitles(listings, plainTitle, (a, b) => token_set_ratio(a, b, { full_process: false }))
}

/** By titles that are the same but for case, accents, punctuation and space. */
export function linkByExactTitle(listings: Listings): readonly FoundLink[] {
  return linkTitles(listings, plainTitle, (a, b) => (a === b ? 100 : 0))
}

function plainTitle({ title }: Listing): string {
  return full_process(title, { force_ascii: false })
}

function linkTitles(
  { platform_a, platform_b }: Listings,
  titleOf: (listing: Listing) => string,
  scoreOf: (a: string, b: string) => number,
): readonly FoundLink[] {
  const candidates: Candidate[] = []
  const idsByTitle = groupByTitle(platform_b, titleOf)
  for (const [title, aIds] of groupByTitle(platform_a, titleOf))
    for (const [otherTitle, bIds] of idsByTitle) {
      const score = scoreOf(title, otherTitle)
      if (score < leastRatio) continue
      for (const a of aIds) for (const b of bIds) candidates.push({ a, b, outcome: 0, score })
    }
  return assign(candidates).map(({ a, b, outcome, score }) => ({
    condition_id: a,
    ticker: b,
    outcome,
    score,
  }))
}

/** Titles are compared once, however many markets have them. */
function groupByTitle(
  markets: ReadonlyMap<string, Listing>,
  titleOf: (listing: Listing) => string,
): ReadonlyMap<string, readonly string[]> {
  const ids = new Map<string, string[]>()
  for (const [id, listing] of markets) {
    const title = titleOf(listing)
    const known = ids.get(title)
    if (known) known.push(id)
    else ids.set(title, [id])
  }
  return ids
}
