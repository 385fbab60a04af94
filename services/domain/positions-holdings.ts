// The shares that a wallet holds of each outcome, at average cost. The positions reducer (positions.ts) uses
// these functions.
import type { Decimal } from './money.ts'
import { divideRounded, roundDecimal, toScaled } from './money.ts'

/**
 * Number of digits after the point in all amounts of this file. A size with 6 digits times a price with 18
 * digits has 24 digits, so no rounding is necessary.
 */
export const unitDigits = 24
const unitsOfOne = 10n ** BigInt(unitDigits)

/** The shares of one outcome that a wallet holds. All amounts are integers in units of 10^-24. */
export type Holding = {
  readonly outcomeIndex: number
  size: bigint
  /** Cost of the shares that the wallet holds now. */
  cost: bigint
  /** Profit of the shares that the wallet no longer holds. */
  realized: bigint
}

/** Holdings by market id. A holding whose size has become 0 is kept, because it has a realized profit. */
export type Holdings = Map<string, Holding[]>

/** Converts a decimal to an integer in units of 10^-24. */
export function toUnits(value: Decimal): bigint {
  return toScaled(roundDecimal(value, unitDigits), unitDigits)
}

/** Multiplies two amounts in units of 10^-24 and returns the product in the same units. */
export function multiplyUnits(a: bigint, b: bigint): bigint {
  return divideRounded(a * b, unitsOfOne)
}

/** Returns the holding of an outcome. If the wallet has none, adds an empty one. */
export function getOrCreateHolding(
  holdings: Holdings,
  marketId: string,
  outcomeIndex: number,
): Holding {
  let marketHoldings = holdings.get(marketId)
  if (marketHoldings === undefined) holdings.set(marketId, (marketHoldings = []))
  let holding = marketHoldings.find((candidate) => candidate.outcomeIndex === outcomeIndex)
  if (holding === undefined)
    marketHoldings.push((holding = { outcomeIndex, size: 0n, cost: 0n, realized: 0n }))
  return holding
}

export function copyHoldings(holdings: Holdings): Holdings {
  return new Map(
    [...holdings].map(([marketId, marketHoldings]) => [
      marketId,
      marketHoldings.map((holding) => ({ ...holding })),
    ]),
  )
}

export function addShares(holding: Holding, size: bigint, cost: bigint): void {
  holding.size += size
  holding.cost += cost
}

/**
 * Removes `size` shares and their part of the cost, but no more shares than the holding has. Returns what was
 * removed. An activity can name more shares than the holding has if the wallet got shares in a way that the
 * recorded activity does not contain.
 */
export function removeShares(holding: Holding, size: bigint): { size: bigint; cost: bigint } {
  const withdrawnSize = size < holding.size ? size : holding.size
  // if all shares are removed, so is the whole cost, without a remainder from rounding
  const cost =
    withdrawnSize === holding.size
      ? holding.cost
      : divideRounded(holding.cost * withdrawnSize, holding.size)
  holding.size -= withdrawnSize
  holding.cost -= cost
  return { size: withdrawnSize, cost }
}

/** Removes shares and adds the difference between proceeds and cost to the realized profit. */
export function sellShares(holding: Holding, size: bigint, price: bigint): void {
  const withdrawn = removeShares(holding, size)
  holding.realized += multiplyUnits(withdrawn.size, price) - withdrawn.cost
}

/**
 * Divides `total` in proportion to `weights`, which must not all be 0. The sum of the parts is exactly
 * `total`.
 */
export function divideInProportion(total: bigint, weights: readonly bigint[]): readonly bigint[] {
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0n)
  let [weightSum, partSum] = [0n, 0n]
  return weights.map((weight) => {
    weightSum += weight
    const newPartSum = divideRounded(total * weightSum, totalWeight)
    const part = newPartSum - partSum
    partSum = newPartSum
    return part
  })
}
