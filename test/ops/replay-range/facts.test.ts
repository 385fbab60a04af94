// Which facts are equal, and which differences a correction can repair.
import { expect, it } from '@jest/globals'
import {
  digestOf,
  findDifferences,
  leavesEarlierRow,
  toFact,
  toMappedRecord,
} from '../../../services/ops/replay-range/facts.ts'
import { aMarket, aTrade } from '../../projector/records.ts'

const factOf = (changes: Parameters<typeof aMarket>[0] = {}) => {
  const fact = toFact('markets', aMarket(changes))
  if (fact === null) throw new Error('no fact')
  return fact
}

it('names each field that differs', () => {
  const [yes, no] = aMarket().outcomes
  const before = aMarket({ tags: ['a', 'b'], category: null })
  const after = aMarket({
    question: 'Other?',
    tags: ['a'],
    category: 'x',
    outcomes: [{ ...(yes ?? fail()), label: 'Ja' }, no ?? fail()],
  })
  expect(findDifferences(before, after)).toEqual([
    { field: 'question', before: before.question, after: 'Other?' },
    { field: 'outcomes[0].label', before: 'Yes', after: 'Ja' },
    { field: 'tags[1]', before: 'b', after: null },
    { field: 'category', before: null, after: 'x' },
  ])
})

function fail(): never {
  throw new Error('the market has two outcomes')
}

it('takes an absent field as null, in digests too', () => {
  const { category: _category, ...without } = aMarket({ category: null })
  expect(findDifferences(without, aMarket({ category: null }))).toEqual([])
  const digest = digestOf({ ...factOf(), value: without })
  expect(digest).toBe(digestOf(factOf({ category: null })))
  expect(digest).not.toBe(digestOf(factOf({ category: 'x' })))
})

it('has the same digest for another order of fields, and another one for other values', () => {
  const { value } = factOf()
  const reversed = Object.fromEntries(Object.entries(value).reverse()) as typeof value
  expect(digestOf({ ...factOf(), value: reversed })).toBe(digestOf(factOf()))
  expect(digestOf(factOf({ tags: ['a', 'b'] }))).not.toBe(digestOf(factOf({ tags: ['b', 'a'] })))
})

/** Whether a trade would leave its row in the store if it came out with these changes. */
function leavesRowOf(before: ReturnType<typeof aTrade>, changes: object): boolean {
  const fact = toFact('trades', { trade: before, progress: null })
  const differences = findDifferences(before, { ...before, ...changes })
  expect(differences).not.toEqual([])
  return fact !== null && leavesEarlierRow(fact, differences)
}

it.each([
  [{ price: '0.6', size: '2', side: 'sell' }, false],
  [{ timestamp_ms: 1 }, true],
  [{ id: 'other' }, true],
  // the row in wallet_activity of the wallet
  [{ wallet: '0x2' }, true],
] as const)('trade with %j leaves a row: %s', (changes, expected) => {
  expect(leavesRowOf(aTrade({ wallet: '0x1' }), changes)).toBe(expected)
})

it('leaves no row of a trade that had no wallet, or that the projector has refused', () => {
  expect(leavesRowOf(aTrade({ wallet: null }), { wallet: '0x1' })).toBe(false)
  expect(leavesRowOf(aTrade({ timestamp_ms: -5 }), { timestamp_ms: 1 })).toBe(false)
})

it('finds no fact in a watermark', () => {
  const value = { trade: null, progress: null }
  expect(toMappedRecord({ emit: [{ topic: 'trades', key: 'k', value }] })).toHaveProperty('drop')
})
