// matches: the newest word of the matcher about a market of platform_b.
import type { Match } from '../../../schemas/generated/events.ts'
import type { Refusal, Row } from './row.ts'
import { isTime } from './row.ts'

export const matchColumns = [
  'platform_b_id',
  'platform_a_id',
  'score',
  'confidence',
  'relation',
  'outcome_index',
  'reasons',
  'matched_at_ms',
  'version',
] as const

export function toMatchRow({ platform_b_id: platformBId, link }: Match, offset: number): Row {
  if (link === null) return [platformBId, '', 0, '', '', 0, [], 0, offset]
  return [
    platformBId,
    link.platform_a_id,
    link.score,
    link.confidence,
    link.relation,
    link.outcome_index,
    link.reasons.map(({ dimension, verdict, evidence }) => ({ dimension, verdict, evidence })),
    link.matched_at_ms,
    offset,
  ]
}

/** null: the table takes it. */
export function matchRefusal({ link }: Match): Refusal | null {
  if (link === null) return null
  if (!isTime(link.matched_at_ms)) return 'time_out_of_range'
  return link.outcome_index >= 0 && link.outcome_index < 65_536 ? null : 'index_out_of_range'
}
