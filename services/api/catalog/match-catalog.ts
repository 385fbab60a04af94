// The matches of the markets in memory: which markets match, and how well. Responses take the markets
// themselves from the market catalog and the store.
import type { MatchesQuery } from '../../../schemas/generated/api.ts'
import { compareTexts } from '../../domain/positions-order.ts'
import { parseId, platformNames } from '../../platforms/identity.ts'
import type { MatchRow } from '../queries/changed-matches.ts'
import type { MarketCatalog } from './market-catalog.ts'

export interface MatchCatalog {
  /** Applies each row unless the catalog has a newer row of the same match. */
  update(rows: readonly MatchRow[]): void
  /**
   * Links these markets with the markets that they match with high confidence: a search then finds each of the two also
   * by the words of the other. Must be called when the markets have been added to the market catalog.
   */
  linkMarketsForSearch(marketIds: readonly string[]): void
  /** Removes those matches of the given markets whose two markets have both left the market catalog. */
  removeMatchesOf(marketIds: readonly string[]): void
  /**
   * Finds a page of matches: highest score first, then by ids. Unless the query has `ids`, it leaves out a
   * match if `/v1/markets` no longer lists both of its markets, because one ended long ago.
   */
  find(query: MatchesQuery, after: ScoreSortKey | null): FoundMatches
  /** Returns the match of two markets, whose ids may be given in any order; undefined if they do not match. */
  matchBetween(marketId: string, otherId: string): MatchRow | undefined
  /** Whether the market catalog has every market that this market has a match with. */
  hasAllMatchedMarketsOf(marketId: string): boolean
  /** Returns, for each other platform, the market of the best match, if that match has high confidence. */
  counterpartsOf(marketId: string): readonly Counterpart[]
}

export interface FoundMatches {
  /** Number of matches that pass the filters, on all pages. */
  readonly total: number
  readonly matches: readonly MatchRow[]
  /** Sort key of the last match of the page; null if no match follows it. */
  readonly last: ScoreSortKey | null
}

/** The sort key of a match: its score, then the ids of its markets. */
export type ScoreSortKey = readonly [score: number, otherMarketId: string, marketId: string]

export function parseScoreSortKey([
  score,
  a,
  b,
  ...others
]: readonly unknown[]): ScoreSortKey | null {
  if (typeof score !== 'number' || typeof a !== 'string' || typeof b !== 'string') return null
  return others.length === 0 ? [score, a, b] : null
}

/** The market on another platform with which a market has its best match, if that match has high confidence. */
export interface Counterpart {
  readonly id: string
  /** Whether the first outcome of this market corresponds to the second outcome of the market that it matches. */
  readonly isInverted: boolean
}

/** Most markets have no counterpart. They share this list. */
const noCounterparts: readonly Counterpart[] = []

const noMatches: readonly MatchRow[] = []

export function createMatchCatalog(markets: MarketCatalog): MatchCatalog {
  /**
   * Each match is listed under both of its markets. A market with several outcomes can have several
   * matches with markets of the same platform.
   */
  const byMarket = new Map<string, readonly MatchRow[]>()
  let sorted: readonly MatchRow[] | null = null

  const matchesOf = (id: string): readonly MatchRow[] => byMarket.get(id) ?? noMatches

  function remove(match: MatchRow): void {
    for (const id of marketsOf(match)) {
      const others = matchesOf(id).filter((one) => one !== match)
      if (others.length === 0) byMarket.delete(id)
      else byMarket.set(id, others)
    }
  }

  function add(match: MatchRow): void {
    // concat() leaves no spare room in the lists, most of which have one match; a spread does
    for (const id of marketsOf(match)) byMarket.set(id, matchesOf(id).concat(match))
  }

  /** Lets searches find the market also by the words of its matches with high confidence. */
  function shareWordsOfMatches(id: string): void {
    const matches = matchesOf(id).filter(({ confidence }) => confidence === 'high')
    markets.linkForSearch(
      id,
      matches.map((one) => (one.market_id === id ? one.other_market_id : one.market_id)),
    )
  }

  function sortMatches(): readonly MatchRow[] {
    const all = [...byMarket].flatMap(([id, matches]) =>
      matches.filter((one) => one.market_id === id && one.other_market_id !== ''),
    )
    return all.sort(compareMatches)
  }

  return {
    update(rows) {
      for (const row of rows) {
        const { market_id: id, other_platform: platform } = row
        const known = matchesOf(id).find(
          (one) => one.market_id === id && one.other_platform === platform,
        )
        if (known && known.version >= row.version) continue
        if (known) remove(known)
        sorted = null
        add(row)
        for (const one of new Set([id, known?.other_market_id, row.other_market_id]))
          if (one) shareWordsOfMatches(one)
      }
    },
    linkMarketsForSearch(marketIds) {
      const affected = new Set(marketIds)
      for (const id of marketIds)
        for (const match of matchesOf(id)) for (const one of marketsOf(match)) affected.add(one)
      for (const id of affected) if (byMarket.has(id)) shareWordsOfMatches(id)
    },
    removeMatchesOf(marketIds) {
      for (const match of marketIds.flatMap(matchesOf)) {
        if (marketsOf(match).some(markets.has)) continue
        remove(match)
        sorted = null
      }
    },
    find(query, after) {
      sorted ??= sortMatches()
      const isIncluded = createFilter(query, markets)
      const found = sorted.filter(isIncluded)
      const rest = after
        ? found.filter((row) => compareSortKeys(after, sortKeyOf(row)) < 0)
        : found.slice(query.offset)
      const matches = rest.slice(0, query.limit)
      const last = rest.length > matches.length ? matches.at(-1) : undefined
      return { total: found.length, matches, last: last ? sortKeyOf(last) : null }
    },
    matchBetween: (marketId, otherId) =>
      matchesOf(marketId).find((one) => marketId !== otherId && marketsOf(one).includes(otherId)),
    hasAllMatchedMarketsOf: (marketId) => matchesOf(marketId).flatMap(marketsOf).every(markets.has),
    counterpartsOf(marketId) {
      const matches = byMarket.get(marketId)
      return matches ? selectCounterparts(marketId, matches) : noCounterparts
    },
  }
}

/** Selects the counterparts of a market from its matches. */
export function selectCounterparts(
  marketId: string,
  matches: readonly MatchRow[],
): readonly Counterpart[] {
  const best = new Map<string | undefined, Counterpart>()
  const rows = matches.filter(areMarketsCounterparts).sort(compareCounterparts)
  for (const { market_id: id, other_market_id: otherId, outcome_index: outcome } of rows) {
    const counterpart = id === marketId ? otherId : id
    const platform = parseId(counterpart)?.platform
    if (!best.has(platform)) best.set(platform, { id: counterpart, isInverted: outcome === 1 })
  }
  return platformNames.flatMap((platform) => best.get(platform) ?? [])
}

/** Returns the ids of the two markets of a match, or one id if the match no longer exists. */
function marketsOf({ market_id: id, other_market_id: otherId }: MatchRow): readonly string[] {
  return otherId === '' ? [id] : [id, otherId]
}

function compareMatches(one: MatchRow, other: MatchRow): number {
  return compareSortKeys(sortKeyOf(one), sortKeyOf(other))
}

function sortKeyOf({ score, other_market_id: otherId, market_id: id }: MatchRow): ScoreSortKey {
  return [score, otherId, id]
}

function compareSortKeys([scoreA, a, a2]: ScoreSortKey, [scoreB, b, b2]: ScoreSortKey): number {
  return scoreB - scoreA || compareTexts(a, b) || compareTexts(a2, b2)
}

/**
 * Whether the two markets of a match are counterparts: only if its confidence is high and it is for the first or
 * second outcome.
 */
function areMarketsCounterparts({ confidence, outcome_index: outcome }: MatchRow): boolean {
  return confidence === 'high' && outcome <= 1
}

/**
 * Compares two matches; the preferred one comes first. A match of the first outcome is preferred, because its
 * prices need not be inverted.
 */
function compareCounterparts(one: MatchRow, other: MatchRow): number {
  return one.outcome_index - other.outcome_index || compareMatches(one, other)
}

function createFilter(query: MatchesQuery, markets: MarketCatalog): (row: MatchRow) => boolean {
  const { min_score: minScore, confidence, status, q } = query
  const slugs = toSet(query.platform_a_market_slug)
  const tickers = toSet(query.platform_b_event_ticker)
  const ids = toSet(query.ids)
  const isShown = ids ? markets.has : markets.isListed
  const hasWords = q === undefined ? null : markets.createWordFilter(q)
  return (row) => {
    if (minScore !== undefined && row.score < minScore) return false
    if (confidence !== undefined && row.confidence !== confidence) return false
    const { other_market_id: a, market_id: b } = row
    if (ids && !ids.has(a) && !ids.has(b)) return false
    if (!isShown(a) || !isShown(b)) return false
    if (status !== undefined && [a, b].some((id) => markets.get(id)?.status !== status))
      return false
    if (slugs && !slugs.has(markets.get(a)?.slug ?? '')) return false
    if (tickers && !tickers.has(markets.get(b)?.event_slug ?? '')) return false
    return !hasWords || hasWords(a) || hasWords(b)
  }
}

function toSet(values: readonly string[] | undefined): ReadonlySet<string> | null {
  return values === undefined ? null : new Set(values)
}
