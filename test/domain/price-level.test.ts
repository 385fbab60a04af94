// When a price crosses a level.
import { expect, it } from '@jest/globals'
import { crossingOf } from '../../services/domain/price-level.ts'

it.each([
  ['the first price', null, '0.7', null],
  ['from below to above', '0.4', '0.7', 'up'],
  ['from below to the level', '0.4', '0.5', 'up'],
  ['from the level to above', '0.5', '0.7', null],
  ['from above to the level', '0.7', '0.5', null],
  ['from above to below', '0.7', '0.499999', 'down'],
  ['from the level to below', '0.5', '0.4', 'down'],
  ['a jump from one end to the other', '0', '1', 'up'],
  ['and back', '1', '0', 'down'],
  ['below all the time', '0.1', '0.4', null],
  ['above all the time', '0.9', '0.6', null],
  ['the same price', '0.5', '0.5', null],
])('%s', (_name, before, price, direction) => {
  expect(crossingOf(before, price, 0.5)).toBe(direction)
})

it('compares exactly what the decimals say', () => {
  expect(crossingOf('0.0999', '0.1', 0.1)).toBe('up')
  expect(crossingOf('0.1', '0.0999', 0.1)).toBe('down')
  expect(crossingOf('0.3', '0.3', 0.1 + 0.2)).toBeNull()
})
