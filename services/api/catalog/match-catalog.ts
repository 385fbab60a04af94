// Every match, in memory. What it shows of its two markets comes from the market catalog and the store.
import type { MatchesQuery } from '../../../schemas/generated/api.ts'
import { foldedWords } from '../../domain/text.ts'
import type { MatchRow } from '../queries/changed-matches.ts'
import { hasWords, type MarketCatalog, type MarketEntry } from './market-catalog.ts'

export interface MatchCatalog {
  /** Takes each row unless a newer one of its market is known. */
  update(rows: readonly MatchRow[]): void
  /** Best first, ties by ids; only those of which both markets are known. */
  find(query: MatchesQuery): { readonly total: number; readonly matches: readonly MatchRow[] }
  /** Of the match of high confidence that a market has. */
  counterpartOf(marketId: string): Counterpart | null
}

/** The same question on the other platform. */
export interface Counterpart {
  readonly id: string
  /** Its first outcome pays when the second of the market does. */
  readonly isInverted: boolean
}

export function createMatchCatalog(markets: MarketCatalog): MatchCatalog {
  const byB = new Map<string, MatchRow>()
  /** Of an outcome each: a market of platform_a may have several. */
  const byA = new Map<string, Set<MatchRow>>()
  let sorted: readonly MatchRow[] | null = null

  function remove(row: MatchRow): void {
    const others = byA.get(row.platform_a_id)
    others?.delete(row)
    if (others?.size === 0) byA.delete(row.platform_a_id)
  }

  return {
    update(rows) {
      for (const row of rows) {
        const known = byB.get(row.platform_b_id)
        if (known && known.version >= row.version) continue
        if (known) remove(known)
        byB.set(row.platform_b_id, row)
        sorted = null
        if (row.platform_a_id === '') continue
        const others = byA.get(row.platform_a_id)
        if (others) others.add(row)
        else byA.set(row.platform_a_id, new Set([row]))
      }
    },
    find(query) {
      sorted ??= [...byB.values()].filter((row) => row.platform_a_id !== '').sort(compareMatches)
      const fits = createFilter(query, markets)
      const found = sorted.filter(fits)
      return {
        total: found.length,
        matches: found.slice(query.offset, query.offset + query.limit),
      }
    },
    counterpartOf(marketId) {
      const own = byB.get(marketId)
      const rows = own && own.platform_a_id !== '' ? [own] : [...(byA.get(marketId) ?? [])]
      const [best] = rows.filter(isPlain).sort(compareSides)
      if (!best) return null
      const { platform_a_id: a, platform_b_id: b, outcome_index: outcome } = best
      return { id: b === marketId ? a : b, isInverted: outcome === 1 }
    },
  }
}

function compareMatches(one: MatchRow, other: MatchRow): number {
  if (one.score !== other.score) return other.score - one.score
  if (one.platform_a_id !== other.platform_a_id)
    return one.platform_a_id < other.platform_a_id ? -1 : 1
  return one.platform_b_id < other.platform_b_id ? -1 : 1
}

/** Sure, and one question or its opposite. */
function isPlain({ confidence, outcome_index: outcome }: MatchRow): boolean {
  return confidence === 'high' && outcome <= 1
}

/** That of the first outcome first: its prices need not be turned round. */
function compareSides(one: MatchRow, other: MatchRow): number {
  return one.outcome_index - other.outcome_index || compareMatches(one, other)
}

function createFilter(query: MatchesQuery, markets: MarketCatalog): (row: MatchRow) => boolean {
  const { min_score: least, confidence, q } = query
  const slugs = setOf(query.platform_a_market_slug)
  const tickers = setOf(query.platform_b_event_ticker)
  const prefixes = q === undefined ? [] : foldedWords(q)
  const hasTitle = (market: MarketEntry): boolean => hasWords(market.words, prefixes)
  return (row) => {
    if (least !== undefined && row.score < least) return false
    if (confidence !== undefined && row.confidence !== confidence) return false
    const a = markets.get(row.platform_a_id)
    const b = markets.get(row.platform_b_id)
    if (!a || !b) return false
    if (slugs && !slugs.has(a.slug)) return false
    if (tickers && !tickers.has(b.event_slug ?? '')) return false
    if (q === undefined) return true
    return prefixes.length > 0 && (hasTitle(a) || hasTitle(b))
  }
}

function setOf(values: readonly string[] | undefined): ReadonlySet<string> | null {
  return values === undefined ? null : new Set(values)
}
