// platform_a: the fields of a row of the Data API's trades and wallet activity. Both lists describe a
// fill (an executed order) with the same fields. The API's second version has the same fields in
// snake_case.
import { toFields } from '../../json.ts'

/** Any field may be missing or of another type; the code that reads a field checks it. */
export interface PlatformARow {
  readonly transactionHash: unknown
  readonly conditionId: unknown
  /** The token id of the outcome. */
  readonly asset: unknown
  readonly proxyWallet: unknown
  /** Only in wallet activity: TRADE, SPLIT, REDEEM ... */
  readonly type: unknown
  readonly side: unknown
  readonly size: unknown
  readonly price: unknown
  readonly usdcSize: unknown
  /** Whole Unix seconds. */
  readonly timestamp: unknown
  readonly outcome: unknown
  /**
   * Index of the outcome. It is 999 if the row has no outcome, and since July 2026 on ordinary trades as
   * well.
   */
  readonly outcomeIndex: unknown
  readonly slug: unknown
  readonly eventSlug: unknown
  readonly title: unknown
}

export function toRow(value: unknown): PlatformARow {
  const row = toFields(value)
  return {
    transactionHash: row['transactionHash'] ?? row['transaction_hash'],
    conditionId: row['conditionId'] ?? row['condition_id'],
    asset: row['asset'] ?? row['token_id'],
    proxyWallet: row['proxyWallet'] ?? row['proxy_wallet'],
    type: row['type'],
    side: row['side'],
    size: row['size'],
    price: row['price'],
    usdcSize: row['usdcSize'] ?? row['usdc_size'],
    timestamp: row['timestamp'],
    outcome: row['outcome'],
    outcomeIndex: row['outcomeIndex'] ?? row['outcome_index'],
    slug: row['slug'],
    eventSlug: row['eventSlug'] ?? row['event_slug'],
    title: row['title'],
  }
}
