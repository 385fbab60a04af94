// The table against a list of links.
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { createLinkTable, type Link } from '../../services/matcher/link-table.ts'

const pairs = ['a1', 'a2', 'a3'].flatMap((a) =>
  ['b1', 'b2', 'b3', 'c1'].map((b) => [a, b] as const),
)
const ids = [...new Set(pairs.flat())]
const call = fc.oneof(
  fc.record({
    pair: fc.constantFrom(...pairs),
    outcomeIndex: fc.nat({ max: 2 }),
    score: fc.double({ min: 70, max: 100, noNaN: true }),
  }),
  fc.record({ removed: fc.constantFrom(...ids) }),
)

describe('the links of markets', () => {
  it('are those that were added and not removed, in the order in which they were added', () => {
    fc.assert(
      fc.property(fc.array(call, { maxLength: 60 }), (calls) => {
        const table = createLinkTable()
        let known: readonly Link[] = []
        const isOf = (id: string) => (link: Link) =>
          [link.marketId, link.otherMarketId].includes(id)
        for (const one of calls) {
          if ('removed' in one) {
            table.removeLinksOf(one.removed)
            known = known.filter((link) => !isOf(one.removed)(link))
          } else {
            const [otherMarketId, marketId] = one.pair
            if (known.filter(isOf(otherMarketId)).some(isOf(marketId))) continue
            const link = {
              otherMarketId,
              marketId,
              outcomeIndex: one.outcomeIndex,
              score: one.score,
            }
            table.add(link)
            known = [...known, link]
          }
          for (const id of ids) expect(table.of(id)).toEqual(known.filter(isOf(id)))
        }
      }),
    )
  })
})
