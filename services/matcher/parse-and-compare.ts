// Parses the matcher input of a market into a proposition and compares two propositions. Each kind of
// proposition (contest or statement) has its own parser and comparison; this file picks the right one.
import { toComparison, type Comparison } from './comparison.ts'
import { compareContests } from './contests/compare-contests.ts'
import { parseTitleContest } from './contests/title-contest.ts'
import { parseTickerContest } from './contests/ticker-contest.ts'
import { hasTickers, type MatcherInput } from './matcher-input.ts'
import type { Proposition } from './proposition.ts'
import { compareStatements } from './statements/compare-statements.ts'
import { parseStatement } from './statements/parse-statement.ts'
import { isBlankTitle, cleanTexts } from './clean-text.ts'

export function parseProposition(raw: MatcherInput): Proposition {
  const input = cleanTexts(raw)
  if (input === null) return { kind: 'unreadable', reason: 'the title or subtitle is too long' }
  if (isBlankTitle(input.title)) return { kind: 'unreadable', reason: 'no title' }
  const contest = hasTickers(input) ? parseTickerContest(input) : parseTitleContest(input)
  return contest ?? parseStatement(input)
}

/**
 * Compares the propositions of two markets. `eventListsDraw`: the event of at least one of the two markets
 * has a separate market for a draw, so the contest can end in a draw.
 */
export function comparePropositions(
  a: Proposition,
  b: Proposition,
  eventListsDraw: boolean,
): Comparison {
  if (a.kind === 'contest' && b.kind === 'contest') return compareContests(a, b, eventListsDraw)
  if (a.kind === 'statement' && b.kind === 'statement') return compareStatements(a, b)
  const unreadable = a.kind === 'unreadable' ? a : b.kind === 'unreadable' ? b : null
  return toComparison(0, 0, [
    unreadable
      ? { dimension: 'subject', verdict: 'unknown', detail: unreadable.reason }
      : {
          dimension: 'scope',
          verdict: 'different',
          detail: 'only one of the two markets is about a contest between two sides',
        },
  ])
}
