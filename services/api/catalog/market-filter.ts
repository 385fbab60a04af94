// The filters of market lists and searches, combined to one function that tests a market by its number.
import type { MarketFilters, MarketsQuery } from '../../../schemas/generated/api.ts'
import { splitList } from '../parameters.ts'
import type { MarketTable, SharedMarketFacts } from './market-table.ts'

/**
 * Returns the function that tests whether a market passes the filters of the query. Without `ids` in the
 * query, markets that ended before `minListedEndMs` do not pass. The function tests only the parameters that
 * the query has, because it may be applied to all markets.
 */
export function createMarketFilter(
  query: MarketFilters & Pick<MarketsQuery, 'updated_since'>,
  table: MarketTable,
  minListedEndMs: number,
): (market: number) => boolean {
  const { min_volume: minVolume, start_ts: start, end_ts: end } = query
  const { volumes, creationTimes, endTimes, updateTimes } = table
  const rules: ((market: number) => boolean)[] = []
  const hasFacts = createSharedFactsFilter(query, table)
  if (hasFacts) rules.push(hasFacts)
  // a client that asks for certain markets gets them whenever they ended
  if (query.ids === undefined) {
    const times = endTimes.values()
    rules.push((m) => (times[m] ?? 0) >= minListedEndMs)
  }
  if (minVolume !== undefined) rules.push((m) => volumes.get(m) >= minVolume)
  if (start !== undefined) rules.push((m) => creationTimes.get(m) >= start)
  if (end !== undefined)
    rules.push((m) => creationTimes.get(m) < end && creationTimes.get(m) !== -Infinity)
  const { updated_since: since } = query
  if (since !== undefined) rules.push((m) => updateTimes.get(m) >= since * 1000)
  const [only = () => true, ...others] = rules
  if (others.length === 0) return only
  return (market) => {
    for (let i = 0; i < rules.length; i += 1) if (rules[i]?.(market) === false) return false
    return true
  }
}

/** The parameters about facts that many markets have in common (SharedMarketFacts). */
type SharedFactsQuery = Pick<MarketFilters, 'platform' | 'status' | 'category' | 'tag'>

/**
 * Returns the function that tests the parameters about shared facts, or null if the query has no such
 * parameter. Each object of shared facts is tested once for all markets that share it.
 */
export function createSharedFactsFilter(
  query: SharedFactsQuery,
  { factsIds, factsOf, factsCount }: MarketTable,
): ((market: number) => boolean) | null {
  const rules = createSharedFactRules(query)
  if (rules.length === 0) return null
  const ids = factsIds.values()
  /** By the id of the shared facts: 0 for facts that were not tested yet, 1 if they pass the rules, 2 if not. */
  const results = new Uint8Array(factsCount())
  return (market) => {
    const id = ids[market] ?? 0
    results[id] ||= rules.every((rule) => rule(factsOf(market))) ? 1 : 2
    return results[id] === 1
  }
}

function createSharedFactRules(query: SharedFactsQuery): ((facts: SharedMarketFacts) => boolean)[] {
  const { platform, status } = query
  const category = query.category?.trim().toLowerCase()
  const tags = new Set(splitList((query.tag ?? '').toLowerCase()))
  const rules: ((facts: SharedMarketFacts) => boolean)[] = []
  if (platform !== undefined) rules.push((facts) => facts.platform === platform)
  if (status !== undefined) rules.push((facts) => facts.status === status)
  if (category !== undefined)
    rules.push(
      ({ commonCategory, lowerCategory }) =>
        commonCategory === category || lowerCategory === category,
    )
  if (tags.size > 0) rules.push((facts) => facts.lowerTags.some((tag) => tags.has(tag)))
  return rules
}
