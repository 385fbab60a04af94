// Table audits: the newest comparison of each market's stated volume with its trades.
import type { Audit } from '../../../schemas/generated/events.ts'
import type { Refusal } from '../../domain/refusals.ts'
import type { Row } from './row.ts'
import { isDecimal, isTime } from '../../domain/refusals.ts'

export const auditColumns = [
  'market_id',
  'platform',
  'status',
  'unit',
  'stated',
  'held',
  'difference',
  'trades',
  'audited_until_ms',
  'ended',
  'since_ms',
  'attempts',
  'retry_at_ms',
  'history_received_at_ms',
  'audited_at_ms',
  'version',
] as const

export function toAuditRow(audit: Audit, offset: number): Row {
  return [
    audit.market_id,
    audit.platform,
    audit.status,
    audit.unit,
    audit.stated,
    audit.held,
    audit.difference,
    audit.trades,
    audit.audited_until_ms,
    audit.ended,
    audit.since_ms,
    audit.attempts,
    audit.retry_at_ms,
    audit.history_received_at_ms,
    audit.audited_at_ms,
    offset,
  ]
}

/** Returns why the table cannot store the audit, or null if it can. */
export function auditRefusal(audit: Audit): Refusal | null {
  const { stated, held, difference, audited_until_ms: until, audited_at_ms: at } = audit
  if (!isTime(until) || !isTime(at)) return 'time_out_of_range'
  return [stated, held, difference].every((amount) => isDecimal(amount, 20))
    ? null
    : 'decimal_out_of_range'
}
