// What a wallet holds of each outcome, at average cost: the arithmetic under the fold of positions.
import type { Decimal } from './money.ts'
import { divideRounded, roundDecimal, toScaled } from './money.ts'

/** Digits behind the point: a size of six times a price of eighteen is exact. */
export const unitDigits = 24
const unitsOfOne = 10n ** BigInt(unitDigits)

/** Amounts are whole numbers of 10^-24. */
export type Holding = {
  readonly outcomeIndex: number
  size: bigint
  /** Of what is held now. */
  cost: bigint
  /** Profit of what is held no more. */
  realized: bigint
}

/** The holdings of each market by its id. One that was given away stays, with what it realized. */
export type Holdings = Map<string, Holding[]>

export function toUnits(value: Decimal): bigint {
  return toScaled(roundDecimal(value, unitDigits), unitDigits)
}

export function multiplyUnits(a: bigint, b: bigint): bigint {
  return divideRounded(a * b, unitsOfOne)
}

export function holdingOf(holdings: Holdings, marketId: string, outcomeIndex: number): Holding {
  let ofMarket = holdings.get(marketId)
  if (ofMarket === undefined) holdings.set(marketId, (ofMarket = []))
  let holding = ofMarket.find((candidate) => candidate.outcomeIndex === outcomeIndex)
  if (holding === undefined)
    ofMarket.push((holding = { outcomeIndex, size: 0n, cost: 0n, realized: 0n }))
  return holding
}

export function copyHoldings(holdings: Holdings): Holdings {
  return new Map(
    [...holdings].map(([marketId, ofMarket]) => [marketId, ofMarket.map((one) => ({ ...one }))]),
  )
}

export function acquire(holding: Holding, size: bigint, cost: bigint): void {
  holding.size += size
  holding.cost += cost
}

/**
 * Takes away `size` with its share of the cost, but no more than is held: the rest was acquired out
 * of our sight.
 */
export function giveAway(holding: Holding, size: bigint): { size: bigint; cost: bigint } {
  const given = size < holding.size ? size : holding.size
  // nothing is left of the cost when nothing is left of the size, however the shares were rounded
  const cost =
    given === holding.size ? holding.cost : divideRounded(holding.cost * given, holding.size)
  holding.size -= given
  holding.cost -= cost
  return { size: given, cost }
}

export function sell(holding: Holding, size: bigint, price: bigint): void {
  const given = giveAway(holding, size)
  holding.realized += multiplyUnits(given.size, price) - given.cost
}

/** Parts of `total` in proportion to `weights`, not all of which are 0; together they are `total`. */
export function apportion(total: bigint, weights: readonly bigint[]): readonly bigint[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0n)
  let [weightSoFar, partsSoFar] = [0n, 0n]
  return weights.map((weight) => {
    weightSoFar += weight
    const upToHere = divideRounded(total * weightSoFar, whole)
    const part = upToHere - partsSoFar
    partsSoFar = upToHere
    return part
  })
}
