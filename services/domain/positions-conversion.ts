// Conversions of positions, part of the positions reducer (positions.ts). In an event of which at most one
// market resolves to Yes, a wallet can exchange No shares of some markets for Yes shares of all other
// markets. If it gives up No shares of several markets, it also receives dollars. Each activity row of the
// platform names one market whose No shares were given up. All conversion rows of one transaction are one
// conversion.
import type { Holdings } from './positions-holdings.ts'
import {
  addShares,
  divideInProportion,
  removeShares,
  getOrCreateHolding,
  toUnits,
} from './positions-holdings.ts'
import type { PositionActivity } from './positions-order.ts'
import { compareTexts } from './positions-order.ts'

export type EventMarket = {
  readonly id: string
  /** Unix seconds; null if unknown. */
  readonly createdAt: number | null
}

/** Returns all markets of the event of a market, including the market itself. Empty: the event is unknown. */
export type EventMarketsOf = (marketId: string) => readonly EventMarket[]

export type Conversion = PositionActivity & { readonly market_id: string }

/** The conversion rows of one transaction that concern the same event, in the order of the activity. */
type EventConversions = {
  readonly conversions: [Conversion, ...Conversion[]]
  /** All markets of the event; empty if the event is unknown. */
  markets: readonly EventMarket[]
}

const yesIndex = 0
const noIndex = 1

/** Whether an activity belongs to the same conversion, that is, to the same transaction. */
export function isSameConversion(conversion: Conversion, activity: PositionActivity): boolean {
  return (
    activity.type === 'CONVERSION' &&
    activity.tx_hash === conversion.tx_hash &&
    activity.timestamp_ms === conversion.timestamp_ms
  )
}

/** Applies a conversion to the holdings. `conversions` are all its rows, in the order of the activity. */
export function applyConversion(
  holdings: Holdings,
  conversions: readonly Conversion[],
  eventMarketsOf: EventMarketsOf,
): void {
  for (const group of groupByEvent(conversions, eventMarketsOf))
    applyEventConversion(holdings, group)
}

/**
 * Groups rows by event. Two markets belong to one event if `eventMarketsOf` says so. If `eventMarketsOf` does not know
 * one of them, they belong to one event if their rows name the same event.
 */
function groupByEvent(
  conversions: readonly Conversion[],
  eventMarketsOf: EventMarketsOf,
): ReadonlySet<EventConversions> {
  const groups = new Set<EventConversions>()
  const byMarket = new Map<string, EventConversions>()
  const bySlug = new Map<string, EventConversions>()
  for (const conversion of conversions) {
    const markets = eventMarketsOf(conversion.market_id)
    let group = byMarket.get(conversion.market_id) ?? bySlug.get(conversion.event_slug ?? '')
    if (group === undefined) groups.add((group = { conversions: [conversion], markets }))
    else group.conversions.push(conversion)
    if (group.markets.length === 0) group.markets = markets
    for (const { id } of [{ id: conversion.market_id }, ...markets]) byMarket.set(id, group)
    if (conversion.event_slug !== null) bySlug.set(conversion.event_slug, group)
  }
  return groups
}

/**
 * Applies a conversion to the markets of one event. In a conversion, a wallet gives up No shares of some markets of an
 * event. It receives Yes shares of all other markets and, if it gives up No shares of several markets, dollars.
 * 1. The No shares are removed at their average cost.
 * 2. If this cost exceeds the dollars, the difference becomes the cost of the Yes shares, in equal parts.
 * 3. If the dollars exceed the cost, the Yes shares cost nothing, and the difference is a realized profit.
 * 4. If no other market of the event is known, only step 1 applies.
 */
function applyEventConversion(
  holdings: Holdings,
  { conversions: rows, markets }: EventConversions,
): void {
  const [firstConversion] = rows
  const convertedSizes = sumSizesByMarket(rows)
  const yesSize = [...convertedSizes.values()].reduce((smallestSize, size) =>
    size < smallestSize ? size : smallestSize,
  )
  let cost = 0n
  for (const [marketId, size] of convertedSizes)
    cost += removeShares(getOrCreateHolding(holdings, marketId, noIndex), size).cost
  const otherMarkets = markets
    .filter(
      ({ id, createdAt }) =>
        !convertedSizes.has(id) && (createdAt ?? 0) * 1000 <= firstConversion.timestamp_ms,
    )
    .map(({ id }) => id)
    .toSorted(compareTexts)
  if (otherMarkets.length === 0) return
  const dollars = BigInt(convertedSizes.size - 1) * yesSize
  if (dollars > cost)
    getOrCreateHolding(holdings, firstConversion.market_id, noIndex).realized += dollars - cost
  const costs = divideInProportion(
    dollars > cost ? 0n : cost - dollars,
    otherMarkets.map(() => 1n),
  )
  for (const [i, marketId] of otherMarkets.entries())
    addShares(getOrCreateHolding(holdings, marketId, yesIndex), yesSize, costs[i]!)
}

function sumSizesByMarket(conversions: readonly Conversion[]): ReadonlyMap<string, bigint> {
  const sizes = new Map<string, bigint>()
  for (const { market_id: marketId, size } of conversions)
    sizes.set(marketId, (sizes.get(marketId) ?? 0n) + toUnits(size))
  return sizes
}
