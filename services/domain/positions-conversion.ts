// Conversion, in an event of which one market at most comes true: No of some of its markets becomes
// Yes of all the others, and dollars where it is No of several. Each row names one market whose No is
// given away; the rows of a transaction tell it together.
import type { Holdings } from './positions-holdings.ts'
import { acquire, apportion, giveAway, holdingOf, toUnits } from './positions-holdings.ts'
import type { PositionFact } from './positions-order.ts'
import { compareTexts } from './positions-order.ts'

export type EventMarket = {
  readonly id: string
  /** Unix seconds; null if unknown. */
  readonly createdAt: number | null
}

/** All markets of the event that a market belongs to, itself among them; empty if that is unknown. */
export type EventMarketsOf = (marketId: string) => readonly EventMarket[]

export type ConversionFact = PositionFact & { readonly market_id: string }

/** Rows of one event, in order, at least one. */
type Group = {
  readonly facts: [ConversionFact, ...ConversionFact[]]
  markets: readonly EventMarket[]
}

const yes = 0
const no = 1

/** Whether both are told together; a transaction may do other things besides. */
export function isOneConversion(conversion: ConversionFact, fact: PositionFact): boolean {
  return (
    fact.type === 'CONVERSION' &&
    fact.tx_hash === conversion.tx_hash &&
    fact.timestamp_ms === conversion.timestamp_ms
  )
}

/** `facts` are all conversions of one transaction, in order. */
export function convert(
  holdings: Holdings,
  facts: readonly ConversionFact[],
  eventMarketsOf: EventMarketsOf,
): void {
  for (const group of groupByEvent(facts, eventMarketsOf)) convertGroup(holdings, group)
}

/** Of one event are markets that are listed as such, or whose rows say so where we don't know one. */
function groupByEvent(
  facts: readonly ConversionFact[],
  eventMarketsOf: EventMarketsOf,
): ReadonlySet<Group> {
  const groups = new Set<Group>()
  const byMarket = new Map<string, Group>()
  const bySlug = new Map<string, Group>()
  for (const fact of facts) {
    const markets = eventMarketsOf(fact.market_id)
    let group = byMarket.get(fact.market_id) ?? bySlug.get(fact.event_slug ?? '')
    if (group === undefined) groups.add((group = { facts: [fact], markets }))
    else group.facts.push(fact)
    if (group.markets.length === 0) group.markets = markets
    for (const { id } of [{ id: fact.market_id }, ...markets]) byMarket.set(id, group)
    if (fact.event_slug !== null) bySlug.set(fact.event_slug, group)
  }
  return groups
}

/**
 * The No is given at its average cost. What it cost beyond the dollars received is what the Yes cost,
 * in equal parts; if the dollars are more, the Yes was free and the difference is a profit. Where no
 * other market is known there is nobody to carry the cost: it goes with the No.
 */
function convertGroup(holdings: Holdings, { facts, markets }: Group): void {
  const [first] = facts
  const given = sizesByMarket(facts)
  const gained = [...given.values()].reduce((least, size) => (size < least ? size : least))
  let cost = 0n
  for (const [marketId, size] of given)
    cost += giveAway(holdingOf(holdings, marketId, no), size).cost
  const others = markets
    .filter(({ id, createdAt }) => !given.has(id) && (createdAt ?? 0) * 1000 <= first.timestamp_ms)
    .map(({ id }) => id)
    .toSorted(compareTexts)
  if (others.length === 0) return
  const dollars = BigInt(given.size - 1) * gained
  if (dollars > cost) holdingOf(holdings, first.market_id, no).realized += dollars - cost
  const costs = apportion(
    dollars > cost ? 0n : cost - dollars,
    others.map(() => 1n),
  )
  for (const [i, marketId] of others.entries())
    acquire(holdingOf(holdings, marketId, yes), gained, costs[i]!)
}

function sizesByMarket(facts: readonly ConversionFact[]): ReadonlyMap<string, bigint> {
  const sizes = new Map<string, bigint>()
  for (const { market_id: marketId, size } of facts)
    sizes.set(marketId, (sizes.get(marketId) ?? 0n) + toUnits(size))
  return sizes
}
