// Rows of wallets as the projector writes them, for tests of what the api reads.
import type { ActivityType, FeedGap, Side } from '../../../schemas/generated/events.ts'
import type { Store } from '../../../services/lib/store/port.ts'
import { insertObjects, toSeconds } from '../rows.ts'
import { nowMs } from '../running-api.ts'

let wallets = 0

/** Unique per call. */
export function newWallet(): string {
  wallets += 1
  return `0x${wallets.toString(16).padStart(40, '0')}`
}

export interface ActivityRow {
  wallet: string
  ms: number
  /** The transaction's hash, a dash, a digest. */
  id: string
  type: ActivityType
  /** Empty: none. */
  market_id: string
  outcome: number | null
  label: string
  side: Side | null
  price: string | null
  size: string
  /** null: only from the trades of its market. */
  usdc_size: string | null
  market_slug: string
  event_slug: string
  title: string
  source: 'trades' | 'wallet-activity'
  received_at_ms: number
  position: number
}

let made = 0

/** A minute after the one before, in a transaction of its own. */
export function activityRow(wallet: string, fields: Partial<ActivityRow> = {}): ActivityRow {
  made += 1
  return {
    wallet,
    ms: nowMs - 86_400_000 + made * 60_000,
    id: `0x${made.toString(16).padStart(4, '0')}-${made.toString(16).padStart(16, '0')}`,
    type: 'TRADE',
    market_id: 'pa_m',
    outcome: null,
    label: '',
    side: null,
    price: null,
    size: '1',
    usdc_size: '0',
    market_slug: '',
    event_slug: '',
    title: '',
    source: 'wallet-activity',
    received_at_ms: 1_000,
    position: made,
    ...fields,
  }
}

type Trade = Pick<ActivityRow, 'market_id' | 'size' | 'price'> & Partial<ActivityRow>

/** Of the first outcome, if it names no other. */
export const buy = (wallet: string, trade: Trade): ActivityRow =>
  activityRow(wallet, { outcome: 0, label: 'Yes', side: 'buy', ...trade })
export const sell = (wallet: string, trade: Trade): ActivityRow =>
  buy(wallet, { side: 'sell', ...trade })

export async function insertActivity(store: Store, rows: readonly ActivityRow[]): Promise<void> {
  const full = rows.map(({ ms, ...row }) => ({ platform: 'platform_a', ts: toSeconds(ms), ...row }))
  await insertObjects(store, 'wallet_activity', full)
}

export interface WalletFeedRow {
  wallet: string
  complete_from_ms: number
  complete_until_ms: number
  gaps: FeedGap[]
  received_at_ms: number
  version: number
}

/** All of its past, up to now. */
export function walletFeedRow(wallet: string, fields: Partial<WalletFeedRow> = {}): WalletFeedRow {
  return {
    wallet,
    complete_from_ms: 0,
    complete_until_ms: nowMs,
    gaps: [],
    received_at_ms: nowMs,
    version: 1,
    ...fields,
  }
}

export async function insertWalletFeeds(
  store: Store,
  rows: readonly WalletFeedRow[],
): Promise<void> {
  const full = rows.map((row) => ({
    ...row,
    gaps: JSON.stringify(row.gaps),
  }))
  await insertObjects(store, 'wallet_feeds', full)
}

/** Complete, so that nothing is waited for, with this in its past. */
export async function insertWallet(store: Store, rows: readonly ActivityRow[]): Promise<void> {
  await insertActivity(store, rows)
  const names = new Set(rows.map(({ wallet }) => wallet))
  await insertWalletFeeds(
    store,
    [...names].map((wallet) => walletFeedRow(wallet)),
  )
}
