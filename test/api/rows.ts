// Rows as the projector writes them, for tests of what the api reads.
import type { Store } from '../../services/lib/store/port.ts'
import { searchWords } from '../../services/domain/text.ts'

export interface MarketRow {
  id: string
  slug: string
  question: string
  status: 'open' | 'closed' | 'resolved'
  outcomes: { label: string; token_id: string; listed_price: string | null }[]
  description: string | null
  best_bid: string | null
  best_ask: string | null
  volume_24h: string
  volume_total: string | null
  open_interest: string | null
  created_at: number | null
  close_time: number | null
  resolved_at: number | null
  tags: string[]
  category: string | null
  event_id: string | null
  event_slug: string | null
  event_title: string | null
  received_at_ms: number
  version: number
}

export function marketRow(id: string, fields: Partial<MarketRow> = {}): MarketRow {
  return {
    id,
    slug: id.slice(3).toLowerCase(),
    question: `Question ${id}?`,
    status: 'open',
    outcomes: [
      { label: 'Yes', token_id: '', listed_price: null },
      { label: 'No', token_id: '', listed_price: null },
    ],
    description: null,
    best_bid: null,
    best_ask: null,
    volume_24h: '0',
    volume_total: null,
    open_interest: null,
    created_at: null,
    close_time: null,
    resolved_at: null,
    tags: [],
    category: null,
    event_id: null,
    event_slug: null,
    event_title: null,
    received_at_ms: 1_000,
    version: 1,
    ...fields,
  }
}

const platformOf = (id: string): string => (id.startsWith('pa_') ? 'platform_a' : 'platform_b')

export async function insertMarkets(store: Store, rows: readonly MarketRow[]): Promise<void> {
  const full = rows.map((row) => ({
    ...row,
    platform: platformOf(row.id),
    native_id: row.id.slice(3),
    url: `https://example.com/${encodeURIComponent(row.id.slice(3))}`,
    words: searchWords(row.question, row.slug, ...row.tags, row.event_title ?? ''),
  }))
  await insertObjects(store, 'markets', full)
}

export interface EventRow {
  id: string
  slug: string
  title: string
  category: string
  tags: string[]
  version: number
}

export async function insertEvents(store: Store, rows: readonly EventRow[]): Promise<void> {
  const full = rows.map((row) => ({
    ...row,
    platform: platformOf(row.id),
    native_id: row.id.slice(3),
    description: null,
    url: 'https://example.com/',
    words: searchWords(row.title),
    received_at_ms: 1_000,
  }))
  await insertObjects(store, 'events', full)
}

export interface TradeRow {
  market_id: string
  ms: number
  id: string
  price: string
  size: string
  side: 'buy' | 'sell'
  outcome: number
  received_at_ms: number
  position: number
}

export async function insertTrades(store: Store, rows: readonly TradeRow[]): Promise<void> {
  const full = rows.map(({ ms, ...row }) => ({ ts: toSeconds(ms), ...row }))
  await insertObjects(store, 'trades', full)
}

export interface QuoteRow {
  market_id: string
  ms: number
  bid: string
  ask: string
  received_at_ms: number
  version: number
}

export async function insertQuotes(store: Store, rows: readonly QuoteRow[]): Promise<void> {
  const full = rows.map(({ ms, ...row }) => ({ ts: toSeconds(ms), ...row }))
  await insertObjects(store, 'quotes', full)
}

export interface BookRow {
  market_id: string
  ms: number
  bids: { price: string; size: string }[]
  asks: { price: string; size: string }[]
  received_at_ms: number
  version: number
}

export async function insertBooks(store: Store, rows: readonly BookRow[]): Promise<void> {
  const full = rows.map(({ ms, ...row }) => ({
    ts: toSeconds(ms),
    platform: platformOf(row.market_id),
    ...row,
  }))
  await insertObjects(store, 'books', full)
}

export interface FeedRow {
  platform: 'platform_a' | 'platform_b'
  /** Empty: the tape. */
  market_id: string
  complete_from_ms: number
  complete_until_ms: number
  gaps: { from_ms: number; until_ms: number; reason: string }[]
  version: number
}

export async function insertFeeds(store: Store, rows: readonly FeedRow[]): Promise<void> {
  const full = rows.map((row) => ({
    feed: row.market_id ? `${row.platform}/trades/${row.market_id}` : `${row.platform}/trades`,
    partition: 0,
    ...row,
    gaps: JSON.stringify(row.gaps),
    received_at_ms: 1_000,
  }))
  await insertObjects(store, 'feeds', full)
}

export interface MatchRow {
  market_id: string
  /** Empty: it has no match any more. */
  other_market_id: string
  score: number
  confidence: 'high' | 'medium' | ''
  outcome_index: number
  version: number
}

export async function insertMatches(store: Store, rows: readonly MatchRow[]): Promise<void> {
  const full = rows.map((row) => ({
    ...row,
    other_platform: 'platform_a',
    relation: 'identical',
    reasons: [{ dimension: 'window', verdict: 'same', evidence: 'the same day' }],
    matched_at_ms: 1_700_000_000_999,
  }))
  await insertObjects(store, 'market_matches', full)
}

export async function insertObjects(
  store: Store,
  table: string,
  rows: readonly object[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  await store.insert(
    table,
    columns,
    rows.map((row) => columns.map((column) => (row as Readonly<Record<string, unknown>>)[column])),
  )
}

export function toSeconds(ms: number): string {
  return `${Math.floor(ms / 1000)}.${String(ms % 1000).padStart(3, '0')}`
}
