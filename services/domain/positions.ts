// Positions: what a wallet holds of each outcome, what that cost and what it has made, folded from
// its activity at average cost, one fact at a time. The rules are explained in docs/wallets.md.
import { divideRounded } from './money.ts'
import type { ConversionFact, EventMarketsOf } from './positions-conversion.ts'
import { convert, isOneConversion } from './positions-conversion.ts'
import type { Holding, Holdings } from './positions-holdings.ts'
import {
  acquire,
  apportion,
  copyHoldings,
  giveAway,
  holdingOf,
  multiplyUnits,
  sell,
  toUnits,
} from './positions-holdings.ts'
import type { PositionFact } from './positions-order.ts'
import { compareFacts, compareTexts } from './positions-order.ts'

/** Something held; amounts are whole numbers of 10^-24. */
export type Position = {
  readonly marketId: string
  readonly outcomeIndex: number
  readonly sizeUnits: bigint
  readonly costUnits: bigint
  readonly realizedUnits: bigint
}

export interface PositionsFold {
  /**
   * The facts of one wallet, in the order of compareFacts: one that comes before the last is a
   * RangeError, the same one again is ignored.
   */
  add(fact: PositionFact): void
  /** After what was added so far; more may follow. By market id, then outcome index. */
  positions(): readonly Position[]
}

/** What a dollar split into one of each outcome pays for each, and what each brings when merged. */
const half = toUnits('0.5')
const bothOutcomes = [0, 1] as const

export function createPositionsFold({
  eventMarketsOf,
}: {
  readonly eventMarketsOf: EventMarketsOf
}): PositionsFold {
  const holdings: Holdings = new Map()
  let last: PositionFact | null = null
  /** Conversions of the last transaction, of which more may follow. */
  let pending: ConversionFact[] = []

  return {
    add(fact) {
      const order = last === null ? 1 : compareFacts(fact, last)
      if (order < 0) throw new RangeError(`${fact.id} comes before ${last?.id}`)
      if (order === 0) return
      last = fact
      if (pending[0] !== undefined && !isOneConversion(pending[0], fact)) {
        convert(holdings, pending, eventMarketsOf)
        pending = []
      }
      if (fact.market_id === null) return
      if (fact.type === 'CONVERSION') pending.push({ ...fact, market_id: fact.market_id })
      else apply(holdings, fact.market_id, fact)
    },
    positions() {
      if (pending.length === 0) return toPositions(holdings)
      const settled = copyHoldings(holdings)
      convert(settled, pending, eventMarketsOf)
      return toPositions(settled)
    },
  }
}

function apply(holdings: Holdings, marketId: string, fact: PositionFact): void {
  const size = toUnits(fact.size)
  switch (fact.type) {
    case 'TRADE':
      return trade(holdings, marketId, size, fact)
    case 'SPLIT':
      for (const index of bothOutcomes)
        acquire(holdingOf(holdings, marketId, index), size, multiplyUnits(size, half))
      return
    case 'MERGE':
      for (const index of bothOutcomes) sell(holdingOf(holdings, marketId, index), size, half)
      return
    case 'REDEEM':
      if (fact.outcome_index === null)
        return redeemAll(holdings.get(marketId) ?? [], toUnits(fact.usdc_size))
      return redeem(
        holdingOf(holdings, marketId, fact.outcome_index),
        size,
        toUnits(fact.usdc_size),
      )
    case 'CONVERSION':
    case 'REWARD':
  }
}

function trade(
  holdings: Holdings,
  marketId: string,
  size: bigint,
  { outcome_index: index, side, price: saidPrice }: PositionFact,
): void {
  if (index === null || side === null || saidPrice === null) return
  const price = toUnits(saidPrice)
  const holding = holdingOf(holdings, marketId, index)
  if (side === 'buy') acquire(holding, size, multiplyUnits(size, price))
  else sell(holding, size, price)
}

function redeem(holding: Holding, size: bigint, proceeds: bigint): void {
  if (holding.size === 0n) return
  const given = giveAway(holding, size)
  const received = given.size === size ? proceeds : divideRounded(proceeds * given.size, size)
  holding.realized += received - given.cost
}

/** A row that names no outcome closes the whole market; whose the proceeds are shows in the sizes. */
function redeemAll(ofMarket: readonly Holding[], proceeds: bigint): void {
  const held = ofMarket.filter(({ size }) => size > 0n)
  const paid = held.filter(({ size }) => size === proceeds)
  const weights = held.map(({ size }) => (paid.length !== 1 || size === proceeds ? size : 0n))
  for (const [i, received] of apportion(proceeds, weights).entries()) {
    const holding = held[i]!
    holding.realized += received - giveAway(holding, holding.size).cost
  }
}

function toPositions(holdings: Holdings): readonly Position[] {
  return [...holdings]
    .flatMap(([marketId, ofMarket]) =>
      ofMarket
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
