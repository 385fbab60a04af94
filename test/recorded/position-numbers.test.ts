// The numbers that platform_a tells of a position, beside ours of the same size, cost and price. Says what
// docs/wallets.md says of them. Needs the recordings beside the project, and is skipped where there are none.
import { expect, it } from '@jest/globals'
import { parseDecimal } from '../../services/domain/money.ts'
import { toUnits } from '../../services/domain/positions-holdings.ts'
import { toPositionValuation } from '../../services/domain/position-valuation.ts'
import { describeWithRecordings } from '../support/recordings-folder.ts'
import { numberOf, product, quotient, rounded, unitsIn, unitsOf } from './scaled-integers.ts'
import { recordedPositions, type Json } from './recordings.ts'

const describeRecorded = describeWithRecordings('position numbers tests')

/** Ours, of the platform's size, cost and price. */
function numbersOf(row: Json) {
  const decimal = (field: string) => toUnits(parseDecimal(row[field]) ?? '')
  return toPositionValuation(
    {
      marketId: String(row['conditionId']),
      outcomeIndex: Number(row['outcomeIndex']),
      sizeUnits: decimal('size'),
      costUnits: decimal('initialValue'),
      realizedUnits: decimal('realizedPnl'),
    },
    parseDecimal(row['curPrice']),
  )
}

const toDigits = (value: string | null, digits: number) =>
  value === null ? null : numberOf(rounded(unitsOf(value), digits))

describeRecorded.each([
  ['positions', 4],
  ['data_api_positions_response', 2], // edited when it was recorded, and returned with two digits
])('of the positions in %s', (name, percentDigits) => {
  const held = () => recordedPositions(name).filter((row) => row['size'] !== 0)

  it('average, value and profit follow from size, cost and price as ours do', () => {
    expect(held().length).toBeGreaterThan(1)
    for (const row of held()) {
      const numbers = numbersOf(row)
      expect({
        avgPrice: toDigits(numbers.avg_price, 4),
        initialValue: toDigits(numbers.initial_value, 4),
        currentValue: toDigits(numbers.current_value, 4),
        cashPnl: toDigits(numbers.cash_pnl, 4),
      }).toEqual({
        avgPrice: row['avgPrice'],
        initialValue: row['initialValue'],
        currentValue: row['currentValue'],
        cashPnl: row['cashPnl'],
      })
    }
  })

  it('the percentage, too, but for one that is cut off where ours is rounded', () => {
    const differing = held().flatMap((row) => {
      const calculated = toDigits(numbersOf(row).percent_pnl, percentDigits)
      return calculated === row['percentPnl'] ? [] : [[row['percentPnl'], calculated]]
    })
    expect(differing).toEqual(name === 'positions' ? [[-99.9999, -100]] : [])
  })
})

describeRecorded('the platform', () => {
  it('has an average of six digits, returns four of them, and derives cost and percentage from it', () => {
    for (const row of recordedPositions('positions')) {
      const [size, reported] = [unitsIn(row, 'size'), unitsIn(row, 'initialValue')]
      const average = rounded(quotient(reported, size), 6)
      expect(numberOf(rounded(average, 4))).toBe(row['avgPrice'])
      const cost = product(size, average)
      expect(rounded(cost, 4)).toBe(reported)
      expect(rounded(product(size, unitsIn(row, 'avgPrice')), 4)).not.toBe(reported)
      const percent = quotient(100n * unitsIn(row, 'cashPnl'), cost)
      const step = unitsOf('0.0001')
      expect(numberOf((percent / step) * step)).toBe(row['percentPnl'])
    }
  })

  it('may list what is not held any more, with what it realized', () => {
    const gone = recordedPositions('data_api_positions_response').filter((row) => row['size'] === 0)
    expect(gone).toMatchObject([{ avgPrice: 0.45, initialValue: 0, realizedPnl: 5 }])
  })
})
