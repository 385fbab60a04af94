// Compares the volume that a platform states for a market with the trades in the store, and decides what
// follows from the comparison. Pure functions; auditor.ts reads the inputs and appends the results.
//
// A difference goes through these states (docs/decisions/017-double-entry.md):
// 1. missing, attempt 1: the poller reports a gap over the whole market and reads its trades again.
// 2. unexplained: the poller has read the trades, and the difference remains. Nothing is held back.
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
export interface Observation {
  readonly market_id: string
  readonly platform: Audit['platform']
  readonly stated: Decimal
  /**
   * The volume of all trades until some time after the listing was received. Less than the stated volume:
   * trades are missing.
   */
  readonly held: Decimal
  /**
   * The volume of the trades that were in the listing even if the platform's lists were as outdated as they
   * have been seen to be. More than the stated volume: the platform's volume and trades contradict.
   */
  readonly heldBefore: Decimal
  readonly trades: number
  /** When the poller had received the listing. */
  readonly listedMs: number
  readonly hasEnded: boolean
  /** `received_at_ms` of the newest watermark of the market's history. */
  readonly historyReceivedMs: number
}

/** The facts of the previous audit of a market that decide about the next one. */
export type PreviousAudit = Pick<
  Audit,
  'status' | 'attempts' | 'since_ms' | 'retry_at_ms' | 'history_received_at_ms'
>

/** Between two readings of a market whose difference remains unexplained. */
const retries: BackOff = { firstMs: 600_000, maxMs: 86_400_000 }
/** After this many readings the market is not read again until its trades add up. */
const maxAttempts = 8
/** A market with more trades is not read again: the poller holds all of its trades in memory meanwhile. */
const maxTradesToRepair = 200_000

/** Returns the difference that is beyond the tolerance; 0 if there is none. */
export function differenceOf(
  { stated, held, heldBefore }: Pick<Observation, 'stated' | 'held' | 'heldBefore'>,
  { tolerance, relativeTolerance }: StatedVolume,
): Decimal {
  const allowed = parseDecimal(
    Math.max(tolerance, Math.abs(Number(stated)) * relativeTolerance).toFixed(6),
  )
  const missing = subtractDecimals(stated, held)
  const surplus = subtractDecimals(heldBefore, stated)
  const isBeyond = (amount: Decimal): boolean => compareDecimals(amount, allowed ?? '0') > 0
  if (isBeyond(missing)) return missing
  return isBeyond(surplus) ? subtractDecimals(stated, heldBefore) : '0'
}

/**
 * Returns the audit that follows `previous`. `mayRepair` is called before the status becomes `missing`; it
 * returns false if too many markets of the platform have that status already.
 */
export function judge(
  previous: PreviousAudit | null,
  seen: Observation,
  { nowMs, mayRepair }: { readonly nowMs: number; readonly mayRepair: () => boolean },
): Audit {
  const volume = statedVolumeOf(seen.platform)
  if (!volume) throw new Error(`the volumes of ${seen.platform} are not comparable`)
  const difference = differenceOf(seen, volume)
  const next = {
    market_id: seen.market_id,
    platform: seen.platform,
    unit: volume.unit,
    stated: seen.stated,
    held: seen.held,
    difference,
    trades: seen.trades,
    audited_until_ms: seen.listedMs,
    ended: seen.hasEnded,
    history_received_at_ms: seen.historyReceivedMs,
    audited_at_ms: nowMs,
  }
  if (difference === '0')
    return { ...next, status: 'agrees', since_ms: null, attempts: 0, retry_at_ms: null }
  return { ...next, since_ms: previous?.since_ms ?? nowMs, ...reaction(previous, next, mayRepair) }
}

function reaction(
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
