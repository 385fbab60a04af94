// Positions of random traders against a model that never rounds: average cost in exact fractions.
import { expect, it } from '@jest/globals'
import fc from 'fast-check'
import { fromScaled } from '../../services/domain/money.ts'
import { toUnits } from '../../services/domain/positions-holdings.ts'
import { createPositionsReducer } from '../../services/domain/positions.ts'
import { buy, facts, sell } from './positions-facts.ts'

/** Numerator and denominator; the denominator is above zero. */
type Fraction = readonly [bigint, bigint]
const zero: Fraction = [0n, 1n]

function reduced(a: bigint, b: bigint): Fraction {
  let [x, y] = [a < 0n ? -a : a, b]
  while (y !== 0n) [x, y] = [y, x % y]
  return [a / x, b / x]
}
const plus = ([a, b]: Fraction, [c, d]: Fraction): Fraction => reduced(a * d + c * b, b * d)
const minus = (a: Fraction, [c, d]: Fraction): Fraction => plus(a, [-c, d])
const times = ([a, b]: Fraction, [c, d]: Fraction): Fraction => reduced(a * c, b * d)
const over = (a: Fraction, [c, d]: Fraction): Fraction => times(a, [d, c])
const isLess = ([a, b]: Fraction, [c, d]: Fraction): boolean => a * d < c * b
const exactly = (decimal: string): Fraction => reduced(toUnits(decimal), 10n ** 24n)

type Trade = {
  readonly isBuy: boolean
  readonly outcome: number
  readonly size: string
  readonly price: string
}
type Held = { readonly size: Fraction; readonly cost: Fraction; readonly realized: Fraction }

function after({ size, cost, realized }: Held, trade: Trade): Held {
  const [asked, price] = [exactly(trade.size), exactly(trade.price)]
  if (trade.isBuy)
    return { size: plus(size, asked), cost: plus(cost, times(asked, price)), realized }
  if (size[0] === 0n) return { size, cost, realized }
  const given = isLess(asked, size) ? asked : size
  const share = over(times(cost, given), size)
  const profit = minus(times(given, price), share)
  return { size: minus(size, given), cost: minus(cost, share), realized: plus(realized, profit) }
}

const trade: fc.Arbitrary<Trade> = fc.record({
  isBuy: fc.boolean(),
  outcome: fc.nat({ max: 9 }),
  size: fc.integer({ min: 1, max: 10 ** 9 }).map((units) => fromScaled(BigInt(units), 6)),
  price: fc.integer({ min: 0, max: 10 ** 12 }).map((units) => fromScaled(BigInt(units), 12)),
})

it('a thousand trades are off by less than 10^-20 of a dollar', () => {
  let seen = 0
  fc.assert(
    fc.property(fc.array(trade, { minLength: 1000, maxLength: 1000 }), (trades) => {
      const model = new Map<number, Held>()
      for (const one of trades) {
        const held = model.get(one.outcome) ?? { size: zero, cost: zero, realized: zero }
        model.set(one.outcome, after(held, one))
      }
      const positions = createPositionsReducer({ eventMarketsOf: () => [] })
      const drafts = trades.map(({ isBuy, outcome, size, price }) =>
        (isBuy ? buy : sell)(size, price, { outcome_index: outcome }),
      )
      for (const fact of facts(...drafts)) positions.add(fact)

      const reported = positions.positions()
      const held = [...model].filter(([, { size }]) => size[0] > 0n).map(([outcome]) => outcome)
      expect(reported.map(({ outcomeIndex }) => outcomeIndex)).toEqual(
        held.toSorted((a, b) => a - b),
      )
      for (const { outcomeIndex, sizeUnits, costUnits, realizedUnits } of reported) {
        const { size, cost, realized } = model.get(outcomeIndex)!
        expect(reduced(sizeUnits, 10n ** 24n)).toEqual(size)
        expect(distance(costUnits, cost)).toBeLessThan(10_000n)
        expect(distance(realizedUnits, realized)).toBeLessThan(10_000n)
        seen += 1
      }
    }),
    { numRuns: 10, endOnFailure: true }, // making a thousand fractions fewer would take hours
  )
  expect(seen).toBeGreaterThan(10)
})

/** In units of 10^-24, rounded up. */
function distance(units: bigint, [numerator, denominator]: Fraction): bigint {
  const off = units * denominator - numerator * 10n ** 24n
  return (off < 0n ? -off : off) / denominator + 1n
}
