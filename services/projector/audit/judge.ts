// Compares the volume that a platform states for a market with the trades in the store, and decides what
// follows from the comparison. Pure functions; auditor.ts reads the inputs and appends the results.
//
// A difference goes through these states (docs/decisions/017-double-entry.md):
// 1. missing, attempt 1: the poller reports a gap over the whole market and reads its trades again.
// 2. unexplained: the poller has read the trades again and removed the gap, and the difference remains.
// 3. missing, attempt 2 and later: after a back-off the poller reads the trades again, without a gap.
// 4. agrees: as soon as the trades add up.
import type { Audit } from '../../../schemas/generated/events.ts'
import {
  compareDecimals,
  parseDecimal,
  subtractDecimals,
  type Decimal,
} from '../../domain/money.ts'
import { backOffMs, type BackOff } from '../../lib/run/retry.ts'
import type { StatedVolume } from '../../platforms/registration.ts'
import { statedVolumeOf } from '../../platforms/identity.ts'

/** What an audit reads from the store about a market. The market's feeds are complete. */
export interface AuditInput {
  readonly market_id: string
  readonly platform: Audit['platform']
  readonly stated: Decimal
  /**
   * The volume of all trades until some time after the snapshot was received. If it is less than the stated
   * volume, trades are missing.
   */
  readonly held: Decimal
  /**
   * The volume of the trades that the snapshot certainly contains, even if it was as outdated as
   * snapshots can be. If it is more than the stated volume, the platform's volume and trades
   * contradict each other.
   */
  readonly heldBefore: Decimal
  readonly trades: number
  /** When the poller received the snapshot. */
  readonly snapshotMs: number
  readonly hasEnded: boolean
  /** `received_at_ms` of the newest watermark of the market's history. */
  readonly historyReceivedMs: number
}

/** The fields of the previous audit of a market on which its next audit depends. */
export type PreviousAudit = Pick<
  Audit,
  'status' | 'attempts' | 'since_ms' | 'retry_at_ms' | 'history_received_at_ms'
>

/** Pauses between two repairs of a market whose difference remains unexplained. */
const retries: BackOff = { firstMs: 600_000, maxMs: 86_400_000 }
/**
 * After this many repairs the poller does not read the market again, unless its trades have added up once
 * meanwhile.
 */
const maxAttempts = 8
/**
 * The trades of a market with more trades than this are not read again, because the poller would hold all of them in
 * memory.
 */
const maxTradesToRepair = 200_000

/**
 * Returns the difference between the stated volume and the trades, or 0 if it is within the tolerance.
 * Positive: trades are missing.
 */
export function volumeDifferenceOf(
  { stated, held, heldBefore }: Pick<AuditInput, 'stated' | 'held' | 'heldBefore'>,
  { tolerance, relativeTolerance }: StatedVolume,
): Decimal {
  const allowed = parseDecimal(
    Math.max(tolerance, Math.abs(Number(stated)) * relativeTolerance).toFixed(6),
  )
  const missing = subtractDecimals(stated, held)
  const surplus = subtractDecimals(heldBefore, stated)
  const isBeyondTolerance = (amount: Decimal): boolean =>
    compareDecimals(amount, allowed ?? '0') > 0
  if (isBeyondTolerance(missing)) return missing
  return isBeyondTolerance(surplus) ? subtractDecimals(stated, heldBefore) : '0'
}

/**
 * Returns the audit that follows `previous`. `mayRepair` is called before the status becomes `missing`; it
 * returns false if too many other markets of the platform have that status.
 */
export function toNextAudit(
  previous: PreviousAudit | null,
  input: AuditInput,
  { nowMs, mayRepair }: { readonly nowMs: number; readonly mayRepair: () => boolean },
): Audit {
  const volume = statedVolumeOf(input.platform)
  if (!volume) throw new Error(`the volumes of ${input.platform} are not comparable`)
  const difference = volumeDifferenceOf(input, volume)
  const next = {
    market_id: input.market_id,
    platform: input.platform,
    unit: volume.unit,
    stated: input.stated,
    held: input.held,
    difference,
    trades: input.trades,
    audited_until_ms: input.snapshotMs,
    ended: input.hasEnded,
    history_received_at_ms: input.historyReceivedMs,
    audited_at_ms: nowMs,
  }
  if (difference === '0')
    return { ...next, status: 'agrees', since_ms: null, attempts: 0, retry_at_ms: null }
  return {
    ...next,
    since_ms: previous?.since_ms ?? nowMs,
    ...toNextStatus(previous, next, mayRepair),
  }
}

function toNextStatus(
  previous: PreviousAudit | null,
  next: Pick<Audit, 'difference' | 'trades' | 'history_received_at_ms' | 'audited_at_ms'>,
  mayRepair: () => boolean,
): Pick<Audit, 'status' | 'attempts' | 'retry_at_ms'> {
  const nowMs = next.audited_at_ms
  const attempts = previous?.attempts ?? 0
  const isMissing = compareDecimals(next.difference, '0') > 0
  if (!isMissing || next.trades > maxTradesToRepair)
    return { status: 'unexplained', attempts, retry_at_ms: null }
  if (previous?.status === 'missing') {
    const isRead = previous.history_received_at_ms !== next.history_received_at_ms
    return isRead
      ? {
          status: 'unexplained',
          attempts,
          retry_at_ms: nowMs + backOffMs(retries, attempts - 1),
        }
      : { status: 'missing', attempts, retry_at_ms: null }
  }
  const isDue = previous?.status !== 'unexplained' || nowMs >= (previous.retry_at_ms ?? 0)
  if (!isDue) return { status: 'unexplained', attempts, retry_at_ms: previous.retry_at_ms }
  if (attempts >= maxAttempts) return { status: 'unexplained', attempts, retry_at_ms: null }
  return mayRepair()
    ? { status: 'missing', attempts: attempts + 1, retry_at_ms: null }
    : { status: 'unexplained', attempts, retry_at_ms: nowMs + retries.firstMs }
}
