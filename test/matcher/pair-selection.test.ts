import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import {
  selectPairs,
  isSelected,
  type CandidatePair,
} from '../../services/matcher/pair-selection.ts'

const candidate = (a: string, b: string, score: number, outcome = 0): CandidatePair => ({
  otherMarketId: a,
  marketId: b,
  outcomeIndex: outcome,
  score,
})
const linksOf = (candidates: readonly CandidatePair[]) =>
  selectPairs(candidates).map(
    ({ otherMarketId, outcomeIndex, marketId }) => `${otherMarketId}/${outcomeIndex} ${marketId}`,
  )

describe('links', () => {
  it.each<[string, CandidatePair[], string[]]>([
    ['none of none', [], []],
    ['the only candidate', [candidate('a', 'b', 80)], ['a/0 b']],
    [
      'each outcome of a market of platform_a once',
      [candidate('a', 'b1', 95), candidate('a', 'b2', 95, 1)],
      ['a/0 b1', 'a/1 b2'],
    ],
    [
      'the better of two markets of platform_b that claim one outcome',
      [candidate('a', 'b1', 80), candidate('a', 'b2', 81)],
      ['a/0 b2'],
    ],
    [
      'the better of two outcomes that one market of platform_b may be',
      [candidate('a1', 'b', 80), candidate('a2', 'b', 81, 1)],
      ['a2/1 b'],
    ],
    ['neither of two equally good ones', [candidate('a', 'b1', 90), candidate('a', 'b2', 90)], []],
    ['nor of both sides of one market', [candidate('a', 'b', 90), candidate('a', 'b', 90, 1)], []],
    [
      'nobody to the second best of one whose best is taken',
      [candidate('a1', 'b1', 95), candidate('a1', 'b2', 90), candidate('a2', 'b2', 85)],
      ['a1/0 b1'],
    ],
    [
      'the best in spite of a tie behind it',
      [candidate('a1', 'b', 95), candidate('a2', 'b', 90), candidate('a3', 'b', 90)],
      ['a1/0 b'],
    ],
  ])('%s', (_what, candidates, expected) => {
    expect(linksOf(candidates)).toEqual(expected)
    expect(linksOf(candidates.toReversed()).toSorted()).toEqual(expected.toSorted())
  })
})

const candidates = fc.uniqueArray(
  fc.record({
    otherMarketId: fc.constantFrom('a1', 'a2', 'a3'),
    marketId: fc.constantFrom('b1', 'b2', 'b3'),
    outcomeIndex: fc.constantFrom(0, 1),
    score: fc.constantFrom(70, 80, 85, 95),
  }),
  {
    selector: ({ otherMarketId, marketId, outcomeIndex }) =>
      `${otherMarketId} ${marketId} ${outcomeIndex}`,
    maxLength: 12,
  },
)

it('gives no end two links, and each the best of both its ends', () => {
  fc.assert(
    fc.property(candidates, (all) => {
      const links = selectPairs(all)
      expect(new Set(links.map(({ marketId }) => marketId)).size).toBe(links.length)
      expect(new Set(links.map((link) => `${link.otherMarketId} ${link.outcomeIndex}`)).size).toBe(
        links.length,
      )
      for (const link of links)
        for (const other of all)
          if (
            other !== link &&
            (other.marketId === link.marketId ||
              (other.otherMarketId === link.otherMarketId &&
                other.outcomeIndex === link.outcomeIndex))
          )
            expect(other.score).toBeLessThan(link.score)
    }),
  )
})

it('says of one candidate what it says of it among all', () => {
  fc.assert(
    fc.property(candidates, (all) => {
      expect(all.filter((one) => isSelected(one, all))).toEqual(selectPairs(all))
    }),
  )
})
