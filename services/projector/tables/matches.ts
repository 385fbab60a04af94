// Table market_matches: the newest record for each pair of a market and another platform.
import { otherPlatformOf } from '../../domain/match.ts'
import type { Match } from '../../../schemas/generated/events.ts'
import type { Refusal } from '../../domain/refusals.ts'
import type { Row } from './row.ts'
import { isTimeInRange } from '../../domain/refusals.ts'

export const matchColumns = [
  'market_id',
  'other_platform',
  'other_market_id',
  'score',
  'confidence',
  'relation',
  'outcome_index',
  'reasons',
  'matched_at_ms',
  'version',
] as const

export function toMatchRow(match: Match, offset: number): Row {
  const { market_id: marketId, link } = match
  const otherPlatform = otherPlatformOf(match)
  if (link === null) return [marketId, otherPlatform, '', 0, '', '', 0, [], 0, offset]
  return [
    marketId,
    otherPlatform,
    link.other_market_id,
    link.score,
    link.confidence,
    link.relation,
    link.outcome_index,
    link.reasons.map(({ dimension, verdict, evidence }) => ({ dimension, verdict, evidence })),
    link.matched_at_ms,
    offset,
  ]
}

/** Returns why the table cannot store the match, or null if it can. */
export function matchRefusal({ link }: Match): Refusal | null {
  if (link === null) return null
  if (!isTimeInRange(link.matched_at_ms)) return 'time_out_of_range'
  return link.outcome_index >= 0 && link.outcome_index < 65_536 ? null : 'index_out_of_range'
}
