// The filters of market lists and searches, as one test of a market's number.
import type { MarketFilters } from '../../../schemas/generated/api.ts'
import { splitList } from '../parameters.ts'
import type { MarketTable, SharedFacts } from './market-table.ts'

/**
 * Leaves out the markets that ended before `listedFromMs`, unless the query has `ids`. Tests only the parameters that the query has, because the test is applied to up to all markets. What many
 * markets have in common is tested once.
 */
export function createMarketFilter(
  query: MarketFilters,
  table: MarketTable,
  listedFromMs: number,
): (market: number) => boolean {
  const { min_volume: minVolume, start_ts: start, end_ts: end } = query
  const { volumes, creationTimes, endTimes, factsIds } = table
  const rules: ((market: number) => boolean)[] = []
  const factRules = createFactRules(query)
  if (factRules.length > 0) {
    /** By id of the facts: 0 if not tested yet. */
    const results = new Uint8Array(table.factsCount())
    rules.push((market) => {
      const id = factsIds.get(market)
      results[id] ||= factRules.every((rule) => rule(table.factsOf(market))) ? 1 : 2
      return results[id] === 1
    })
  }
  // who asks for certain markets gets them whenever they ended
  if (query.ids === undefined) rules.push((m) => endTimes.get(m) >= listedFromMs)
  if (minVolume !== undefined) rules.push((m) => volumes.get(m) >= minVolume)
  if (start !== undefined) rules.push((m) => creationTimes.get(m) >= start)
  if (end !== undefined)
    rules.push((m) => creationTimes.get(m) < end && creationTimes.get(m) !== -Infinity)
  const [only = () => true, ...others] = rules
  return others.length === 0 ? only : (market) => rules.every((rule) => rule(market))
}

function createFactRules(query: MarketFilters): ((facts: SharedFacts) => boolean)[] {
  const { platform, status } = query
  const category = query.category?.trim().toLowerCase()
  const tags = new Set(splitList((query.tag ?? '').toLowerCase()))
  const rules: ((facts: SharedFacts) => boolean)[] = []
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
