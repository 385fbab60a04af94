// Computes the positions of a wallet from its activity, one activity at a time: size, cost and realized
// profit of each outcome, at average cost. The API uses this file for /v1/wallets. docs/wallets.md explains
// the rules.
import { divideRounded } from './money.ts'
import type { Conversion, EventMarketsOf } from './positions-conversion.ts'
import { applyConversion, isSameConversion } from './positions-conversion.ts'
import type { Holding, Holdings } from './positions-holdings.ts'
import {
  addShares,
  divideInProportion,
  copyHoldings,
  removeShares,
  getOrCreateHolding,
  multiplyUnits,
  sellShares,
  toUnits,
} from './positions-holdings.ts'
import type { PositionActivity } from './positions-order.ts'
import { compareActivities, compareTexts } from './positions-order.ts'

/**
 * The shares of one outcome that a wallet holds, at least one unit. Amounts are integers in units of 10^-24.
 */
export type Position = {
  readonly marketId: string
  readonly outcomeIndex: number
  readonly sizeUnits: bigint
  readonly costUnits: bigint
  readonly realizedUnits: bigint
}

export interface PositionsReducer {
  /**
   * Adds the next activity of the wallet in the order of `compareActivities`. Throws a RangeError if the
   * activity comes before the previous one. Ignores an activity that is the same as the previous one.
   */
  add(activity: PositionActivity): void
  /**
   * Returns the positions after all activity added so far, ordered by market id and outcome index. More
   * activity may be added after this call.
   */
  positions(): readonly Position[]
}

/**
 * Cost of a share from a split, and proceeds of a share in a merge: 0.50 dollars. A split exchanges one
 * dollar for one share of each of the two outcomes, and a merge does the opposite.
 */
const halfDollar = toUnits('0.5')
const bothOutcomeIndexes = [0, 1] as const

export function createPositionsReducer({
  eventMarketsOf,
}: {
  readonly eventMarketsOf: EventMarketsOf
}): PositionsReducer {
  const holdings: Holdings = new Map()
  let lastActivity: PositionActivity | null = null
  /** Conversion rows of the last transaction. They are applied together when the transaction is complete. */
  let pendingConversions: Conversion[] = []

  return {
    add(activity) {
      const order = lastActivity === null ? 1 : compareActivities(activity, lastActivity)
      if (order < 0) throw new RangeError(`${activity.id} comes before ${lastActivity?.id}`)
      if (order === 0) return
      lastActivity = activity
      if (
        pendingConversions[0] !== undefined &&
        !isSameConversion(pendingConversions[0], activity)
      ) {
        applyConversion(holdings, pendingConversions, eventMarketsOf)
        pendingConversions = []
      }
      if (activity.market_id === null) return
      if (activity.type === 'CONVERSION')
        pendingConversions.push({ ...activity, market_id: activity.market_id })
      else applyActivity(holdings, activity.market_id, activity)
    },
    positions() {
      if (pendingConversions.length === 0) return toPositions(holdings)
      const copy = copyHoldings(holdings)
      applyConversion(copy, pendingConversions, eventMarketsOf)
      return toPositions(copy)
    },
  }
}

function applyActivity(holdings: Holdings, marketId: string, activity: PositionActivity): void {
  const size = toUnits(activity.size)
  switch (activity.type) {
    case 'TRADE':
      return applyTrade(holdings, marketId, size, activity)
    case 'SPLIT':
      for (const index of bothOutcomeIndexes)
        addShares(
          getOrCreateHolding(holdings, marketId, index),
          size,
          multiplyUnits(size, halfDollar),
        )
      return
    case 'MERGE':
      for (const index of bothOutcomeIndexes)
        sellShares(getOrCreateHolding(holdings, marketId, index), size, halfDollar)
      return
    case 'REDEEM':
      if (activity.outcome_index === null)
        return redeemAllShares(holdings.get(marketId) ?? [], toUnits(activity.usdc_size))
      return redeemShares(
        getOrCreateHolding(holdings, marketId, activity.outcome_index),
        size,
        toUnits(activity.usdc_size),
      )
    case 'CONVERSION':
    case 'REWARD':
  }
}

function applyTrade(
  holdings: Holdings,
  marketId: string,
  size: bigint,
  { outcome_index: index, side, price: priceText }: PositionActivity,
): void {
  if (index === null || side === null || priceText === null) return
  const price = toUnits(priceText)
  const holding = getOrCreateHolding(holdings, marketId, index)
  if (side === 'buy') addShares(holding, size, multiplyUnits(size, price))
  else sellShares(holding, size, price)
}

/** Removes the shares of a resolved market and adds the proceeds minus their cost to the realized profit. */
function redeemShares(holding: Holding, size: bigint, proceeds: bigint): void {
  if (holding.size === 0n) return
  const withdrawn = removeShares(holding, size)
  const received =
    withdrawn.size === size ? proceeds : divideRounded(proceeds * withdrawn.size, size)
  holding.realized += received - withdrawn.cost
}

/**
 * Redeems all holdings of a market, for an activity that names no outcome. A winning share pays one dollar.
 * So if exactly one holding has as many shares as the proceeds have dollars, that outcome won and receives
 * all proceeds. Otherwise the proceeds are divided in proportion to the sizes.
 */
function redeemAllShares(marketHoldings: readonly Holding[], proceeds: bigint): void {
  const heldHoldings = marketHoldings.filter(({ size }) => size > 0n)
  const holdingsOfExactSize = heldHoldings.filter(({ size }) => size === proceeds)
  const weights = heldHoldings.map(({ size }) =>
    holdingsOfExactSize.length !== 1 || size === proceeds ? size : 0n,
  )
  for (const [i, received] of divideInProportion(proceeds, weights).entries()) {
    const holding = heldHoldings[i]!
    holding.realized += received - removeShares(holding, holding.size).cost
  }
}

function toPositions(holdings: Holdings): readonly Position[] {
  return [...holdings]
    .flatMap(([marketId, marketHoldings]) =>
      marketHoldings
        .filter(({ size }) => size > 0n)
        .map(({ outcomeIndex, size, cost, realized }) => ({
          marketId,
          outcomeIndex,
          sizeUnits: size,
          costUnits: cost,
          realizedUnits: realized,
        })),
    )
    .toSorted((a, b) => compareTexts(a.marketId, b.marketId) || a.outcomeIndex - b.outcomeIndex)
}
