// Categories of both platforms in one vocabulary.
import { expect, it } from '@jest/globals'
import { toCategory } from '../../services/platforms/categories.ts'

it.each([
  ['Climate and Weather', 'climate'],
  ['Weather', 'climate'],
  [' weather ', 'climate'],
  ['Elections', 'politics'],
  ['Geopolitics', 'world'],
  ['Pop Culture', 'culture'],
  ['Tech', 'science'],
  ['Companies', 'finance'],
  ['politics', 'politics'],
  ['Something new', 'other'],
  ['constructor', 'other'],
  ['', 'other'],
])('the category %j is %j', (native, common) => {
  expect(toCategory(native)).toBe(common)
})

it('a market without a category has none', () => {
  expect(toCategory(null)).toBeNull()
})
