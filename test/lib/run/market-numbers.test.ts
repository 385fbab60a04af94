// The numbers against a Map.
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { createMarketNumbers } from '../../../services/lib/run/market-numbers.ts'

const call = fc.record({
  id: fc.nat({ max: 60 }).map((n) => `a_${n}é`.slice(0, n % 2 === 0 ? undefined : -1)),
  isReleased: fc.boolean(),
})
const calls = fc.array(call, { maxLength: 300 })

function compareWithMap(
  numbers: ReturnType<typeof createMarketNumbers>,
  changes: readonly { readonly id: string; readonly isReleased: boolean }[],
): void {
  const known = new Map<string, number>()
  let largest = 0
  for (const { id, isReleased } of changes) {
    if (isReleased) {
      numbers.release(id)
      known.delete(id)
    } else {
      const before = known.get(id)
      const market = numbers.assign(id)
      expect(market).toBe(before ?? market)
      known.set(id, market)
      largest = Math.max(largest, known.size)
    }
    expect(numbers.get(id)).toBe(known.get(id))
  }
  expect(new Set(known.values()).size).toBe(known.size)
  expect(numbers.count()).toBe(known.size)
  // numbers are used again, so there are not more than there were markets at one time
  expect(numbers.size()).toBe(largest)
  for (const { id } of changes) {
    const market = known.get(id)
    expect(numbers.get(id)).toBe(market)
    if (market !== undefined) expect(numbers.idOf(market)).toBe(id)
  }
}

describe('numbers of markets', () => {
  it('belong to one market each until they are released', () => {
    fc.assert(fc.property(calls, (changes) => compareWithMap(createMarketNumbers(), changes)))
  })

  it('do so if many ids have the same hash, and if the hashes are the last ones of the table', () => {
    const hashOf = (id: string): number =>
      (0xffff_fff0 + ((id.length + id.charCodeAt(2)) % 18)) >>> 0
    fc.assert(fc.property(calls, (changes) => compareWithMap(createMarketNumbers(hashOf), changes)))
  })

  it('are found when there are many of them', () => {
    const numbers = createMarketNumbers()
    const ids = Array.from({ length: 50_000 }, (_, i) => `b_MARKET-${i}`)
    expect(ids.map(numbers.assign)).toEqual([...ids.keys()])
    for (const [i, id] of ids.entries()) if (i % 2 === 0) numbers.release(id)
    expect(ids.map(numbers.get)).toEqual(ids.map((_, i) => (i % 2 === 0 ? undefined : i)))
    expect(numbers.count()).toBe(25_000)
    expect(numbers.idOf(0)).toBe('')
  })

  it('compare by the ids of their markets', () => {
    const numbers = createMarketNumbers()
    const [later, earlier] = [numbers.assign('b_2'), numbers.assign('b_10')]
    expect(numbers.compareIds(earlier, later)).toBeLessThan(0)
    expect(numbers.compareIds(later, earlier)).toBeGreaterThan(0)
    expect(numbers.compareIds(later, later)).toBe(0)
  })
})
