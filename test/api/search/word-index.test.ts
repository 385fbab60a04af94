// The word index while entries come, change, leave and are linked, and while it is compacted.
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { createMarketNumbers } from '../../../services/lib/run/market-numbers.ts'
import { parseSearch } from '../../../services/api/search/search-terms.ts'
import {
  createWordIndex,
  type SearchHits,
  type WordIndex,
} from '../../../services/api/search/word-index.ts'

const vocabulary = ['rain', 'rainbow', 'sun', 'sunday', 'moon', 'wind', 'storm']
const queries = ['rain', 'sun', 'moo win', 'storm', 'rainbow sunday']
const entry = fc.integer({ min: 0, max: 12 })
const step = fc.oneof(
  fc.record({
    kind: fc.constant('set' as const),
    entry,
    words: fc.uniqueArray(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 4 }),
  }),
  fc.record({ kind: fc.constant('delete' as const), entry }),
  fc.record({ kind: fc.constant('link' as const), entry, other: entry }),
  fc.record({ kind: fc.constant('compact' as const) }),
)

const entriesOf = (hits: SearchHits): number[] =>
  Array.from({ length: hits.count }, (_, i) => hits.entryAt(i))

function foundBy(index: WordIndex): number[][] {
  return queries.map((q) => {
    const hits = index.search(parseSearch(q))
    const found = entriesOf(hits)
    expect(found.every((one) => hits.has(one))).toBe(true)
    return found.toSorted((a, b) => a - b)
  })
}

describe('the word index', () => {
  it('finds the same as a new index of the same entries, between any two steps of compacting', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const index = createWordIndex({ minUnusedSlots: 1, slotsPerStep: 2 })
        const words = new Map<number, readonly string[]>()
        const links = new Map<number, number>()
        const unlink = (one: number): void => {
          const other = links.get(one)
          for (const each of [one, other])
            if (each !== undefined && links.delete(each) && words.has(each)) index.link(each, [])
        }
        let compacting = index.compactIndex()
        for (const one of steps) {
          if (one.kind === 'compact') {
            if (compacting.next().done) compacting = index.compactIndex()
          } else if (one.kind === 'set') {
            index.set(one.entry, one.words)
            words.set(one.entry, one.words)
          } else if (one.kind === 'delete') {
            index.delete(one.entry)
            words.delete(one.entry)
            const other = links.get(one.entry)
            links.delete(one.entry)
            if (other !== undefined) links.delete(other)
          } else if (one.entry !== one.other && words.has(one.entry) && words.has(one.other)) {
            unlink(one.entry)
            unlink(one.other)
            for (const [a, b] of [
              [one.entry, one.other],
              [one.other, one.entry],
            ] as const) {
              links.set(a, b)
              index.link(a, [b])
            }
          }
          const fresh = createWordIndex()
          for (const [id, list] of words) fresh.set(id, list)
          for (const [a, b] of links) fresh.link(a, [b])
          expect(foundBy(index)).toEqual(foundBy(fresh))
        }
        while (!compacting.next().done);
        expect(foundBy(index)).toHaveLength(queries.length)
      }),
      { numRuns: 300 },
    )
  })

  it('has no more slots after months of markets that come and leave', () => {
    const index = createWordIndex({ minUnusedSlots: 100, slotsPerStep: 1000 })
    const numbers = createMarketNumbers()
    const [days, perDay, kept] = [120, 100, 10]
    let most = 0
    for (let day = 0; day < days; day += 1) {
      for (let i = 0; i < perDay; i += 1) {
        const word = `day${day}`
        index.set(numbers.assign(`pa_${day}-${i}`), ['market', word, `n${i}`])
        if (day < kept) continue
        const old = `pa_${day - kept}-${i}`
        index.delete(numbers.get(old) ?? -1)
        numbers.release(old)
      }
      const compacting = index.compactIndex()
      while (!compacting.next().done);
      most = Math.max(most, index.slotCount())
      expect(index.search(parseSearch(`day${day}`)).count).toBe(perDay)
    }
    expect(numbers.size()).toBe(kept * perDay + 1)
    expect(most).toBeLessThan(1.6 * kept * perDay)
    expect(index.search(parseSearch('market')).count).toBe(kept * perDay)
  })
})
