// Table audits: the newest comparison of each market's stated volume with its trades.
import type { Audit } from '../../../schemas/generated/events.ts'
import type { Row } from './row.ts'

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
