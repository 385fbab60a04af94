import { expect, it } from '@jest/globals'
import { toUnits } from '../../services/domain/positions-holdings.ts'
import { toPositionValuation } from '../../services/domain/position-valuation.ts'

const numbers = (size: string, cost: string, realized: string, price: string | null) =>
  toPositionValuation(
    {
      marketId: 'm',
      outcomeIndex: 0,
      sizeUnits: toUnits(size),
      costUnits: toUnits(cost),
      realizedUnits: toUnits(realized),
    },
    price,
  )

it('tells what it cost, what it is worth, and the difference', () => {
  expect(numbers('12', '6.36', '-1.5', '0.6')).toEqual({
    size: '12',
    avg_price: '0.53',
    initial_value: '6.36',
    current_value: '7.2',
    cash_pnl: '0.84',
    percent_pnl: '13.2075', // 0.84 / 6.36 = 0.132075…
    realized_pnl: '-1.5',
  })
})

it('a loser that is not redeemed has lost all', () => {
  expect(numbers('10', '4', '0', '0')).toMatchObject({
    current_value: '0',
    cash_pnl: '-4',
    percent_pnl: '-100',
  })
})

it('what cost nothing has no percentage, even if it is worth something', () => {
  expect(numbers('10', '0', '0', '0.5')).toMatchObject({
    avg_price: '0',
    initial_value: '0',
    cash_pnl: '5',
    percent_pnl: null,
  })
  // less than half a millionth of a dollar
  expect(numbers('10', '0.0000004', '0', '0.5')).toMatchObject({
    avg_price: '0.00000004',
    initial_value: '0',
    percent_pnl: null,
  })
})

it('without a price, what depends on one is null', () => {
  expect(numbers('3', '1', '2', null)).toEqual({
    size: '3',
    avg_price: '0.333333333333',
    initial_value: '1',
    current_value: null,
    cash_pnl: null,
    percent_pnl: null,
    realized_pnl: '2',
  })
})

it('rounds half away from zero, each number to its digits', () => {
  expect(numbers('3', '2', '0.0000005', '0.5')).toMatchObject({
    avg_price: '0.666666666667',
    realized_pnl: '0.000001',
  })
  expect(numbers('3', '2', '-0.0000005', '0.5')).toMatchObject({ realized_pnl: '-0.000001' })
  expect(numbers('3', '2', '-0.00000049', '0.5')).toMatchObject({ realized_pnl: '0' })
  // 0.000001 × 0.5 = 0.0000005
  expect(numbers('0.000001', '2', '0', '0.5')).toMatchObject({
    size: '0.000001',
    current_value: '0.000001',
  })
  // −1 of 3: −33.33333…; −1 of 160,000,000: −0.000000625 of a percent is 0
  expect(numbers('4', '3', '0', '0.5').percent_pnl).toBe('-33.3333')
  expect(numbers('160000000', '160000000', '0', '0.99999999375').percent_pnl).toBe('0')
  // 1 of 800,000 is 0.000125 %
  expect(numbers('1000000', '800000', '0', '0.800001').percent_pnl).toBe('0.0001')
  expect(numbers('1000000', '800000', '0', '0.800012').percent_pnl).toBe('0.0015')
  expect(numbers('1000000', '800000', '0', '0.799988').percent_pnl).toBe('-0.0015')
})

it('the difference is that of the two numbers beside it', () => {
  // cost 0.0000014 is returned as 0.000001, worth 0.0000025 as 0.000003
  expect(numbers('1', '0.0000014', '0', '0.0000025')).toMatchObject({
    initial_value: '0.000001',
    current_value: '0.000003',
    cash_pnl: '0.000002',
    percent_pnl: '200',
  })
})
