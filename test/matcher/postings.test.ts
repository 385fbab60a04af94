import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { createPostings, type Postings } from '../../services/matcher/postings.ts'

const marketCount = 8
/** Few keys, so that most of them have several markets. */
const keyCount = 12

const changes = fc.array(
  fc.record({
    markets: fc.uniqueArray(fc.nat(marketCount - 1), { minLength: 1, maxLength: 4 }),
    keys: fc.uniqueArray(fc.nat(keyCount - 1), { maxLength: 5 }),
  }),
  { maxLength: 60 },
)

const ascending = (numbers: readonly number[]): readonly number[] =>
  [...numbers].sort((a, b) => a - b)

function marketsWith(postings: Postings, key: number): readonly number[] {
  const found: number[] = []
  postings.forEachMarket(key, (market) => void found.push(market))
  return ascending(found)
}

describe('postings', () => {
  it('have the markets of each key and the keys of each market after any changes', () => {
    fc.assert(
      fc.property(changes, (steps) => {
        const postings = createPostings()
        const model = new Map<number, readonly number[]>()
        for (const { markets, keys } of steps) {
          const known = markets.filter((market) => model.has(market))
          postings.remove(known)
          for (const market of known) model.delete(market)
          for (const market of markets.filter((one) => !known.includes(one))) {
            postings.add(market, keys)
            model.set(market, keys)
          }
          const sizes: number[] = []
          for (let key = 0; key < keyCount; key += 1) {
            const expected = [...model].filter(([, of]) => of.includes(key)).map(([one]) => one)
            expect(marketsWith(postings, key)).toEqual(ascending(expected))
            expect(postings.count(key)).toBe(expected.length)
            if (expected.length > 0) sizes.push(expected.length)
          }
          expect(ascending(postings.marketsPerKey())).toEqual(ascending(sizes))
          for (const [one, of] of model)
            expect(postings.combineBitsOfKeys(one, (key) => 1 << key)).toBe(
              of.reduce((bits, key) => bits | (1 << key), 0),
            )
        }
      }),
      { numRuns: 100 },
    )
  })
})
