// The order of a ranking after random changes, compared with sorting all entries.
import { describe, expect, it } from '@jest/globals'
import { createRanking } from '../../../services/api/catalog/ranking.ts'
import { createSeededRandom } from '../../support/random.ts'

const entryCount = 6_000

describe('ranking', () => {
  it('has all entries in order after they were added, changed and removed', () => {
    const random = createSeededRandom()
    const scores = new Map<number, number>()
    const compare = (a: number, b: number): number =>
      (scores.get(b) ?? 0) - (scores.get(a) ?? 0) || a - b
    const ranking = createRanking(compare)
    // from a single change to more changes than are merged at once
    for (const changeCount of [1, 5_000, 0, 3, 1, 300, 4_500, 2]) {
      for (let i = 0; i < changeCount; i += 1) {
        const entry = random.below(entryCount)
        if (random.below(4) === 0) {
          ranking.remove(entry)
          scores.delete(entry)
        } else {
          scores.set(entry, random.below(1_000))
          ranking.markChanged(entry)
        }
      }
      const sorted = [...scores.keys()].sort(compare)
      expect([...ranking.order()]).toEqual(sorted)
      const isAfter = (entry: number): boolean => (scores.get(entry) ?? 0) < 500
      expect([...ranking.entriesAfter(isAfter)]).toEqual(sorted.filter(isAfter))
    }
  })

  it('ignores the removal of an entry that it does not have', () => {
    const ranking = createRanking((a, b) => a - b)
    ranking.remove(5)
    expect(ranking.order()).toHaveLength(0)
    ranking.markChanged(3)
    ranking.remove(5)
    expect([...ranking.order()]).toEqual([3])
  })
})
