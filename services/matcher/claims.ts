// From a listing to its claim, and from two claims to the answer.
import { toComparison, type Comparison } from './comparison.ts'
import { compareContests } from './contests/compare-contests.ts'
import { parsePlatformAContest } from './contests/platform-a-contest.ts'
import { parsePlatformBContest } from './contests/platform-b-contest.ts'
import type { Listing } from './listing.ts'
import type { Claim } from './proposition.ts'
import { compareStatements } from './statements/compare-statements.ts'
import { parseStatement } from './statements/parse-statement.ts'
import { saysNothing, tidy } from './tidy.ts'

export function parseClaim(written: Listing): Claim {
  const listing = tidy(written)
  if (listing === null) return { kind: 'none', why: 'a title that is too long to be one' }
  if (saysNothing(listing.title)) return { kind: 'none', why: 'no title' }
  const contest =
    listing.platform === 'platform_a'
      ? parsePlatformAContest(listing)
      : parsePlatformBContest(listing)
  return contest ?? parseStatement(listing)
}

/** `a` of platform_a, `b` of platform_b. `canDraw`: platform_b lists a draw of the contest. */
export function compareClaims(a: Claim, b: Claim, canDraw: boolean): Comparison {
  if (a.kind === 'contest' && b.kind === 'contest') return compareContests(a, b, canDraw)
  if (a.kind === 'statement' && b.kind === 'statement') return compareStatements(a, b)
  const why = a.kind === 'none' ? a.why : b.kind === 'none' ? b.why : `${a.kind} and ${b.kind}`
  const isUnknown = a.kind === 'none' || b.kind === 'none'
  return toComparison(0, 0, [
    {
      dimension: isUnknown ? 'subject' : 'scope',
      verdict: isUnknown ? 'unknown' : 'different',
      evidence: why,
    },
  ])
}
