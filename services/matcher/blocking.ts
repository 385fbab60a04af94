// Blocking index (as in record linkage): finds the markets of one platform that have all the keys that a
// match of a given proposition must have. Only these markets are then compared with the proposition.
import { createColumn } from '../lib/run/column.ts'
import { createMarketNumbers } from '../lib/run/market-numbers.ts'
import { indexKeysOf, lookupKeysOf, type AlternativeKeys } from './block-keys.ts'
import { createPostings } from './postings.ts'
import type { Proposition } from './proposition.ts'

export interface BlockingIndex {
  put(id: string, proposition: Proposition): void
  remove(ids: readonly string[]): void
  /** Returns the ids of the markets that may match the proposition, each id once. */
  find(proposition: Proposition): readonly string[]
  /** Returns the number of markets of each key, for benchmarks and tests. */
  marketsPerKey(): readonly number[]
}

/**
 * Maximum number of key groups that a search checks. Each group is one bit of a 32-bit integer. Further
 * groups, which only a very long title has, are ignored.
 */
const maxGroups = 30
/**
 * The lowest 15 bits of a key are its index in the table `groupBitsBySlot` (its slot). Two keys may have the
 * same slot. The only effect is that `find` may return a market that does not match.
 */
const slotMask = 0x7fff

/** Creates the index of the markets of one platform. */
export function createBlockingIndex(): BlockingIndex {
  const numbers = createMarketNumbers()
  const postings = createPostings()
  /** By market: the number of the last search that has checked it, so that no search checks it twice. */
  const lastSearches = createColumn(Uint32Array)
  /** For each slot during a search: bit i is set if key group i of the search has a key in this slot. */
  const groupBitsBySlot = new Int32Array(slotMask + 1)
  let searchNumber = 0

  function groupBitsOfKey(key: number): number {
    return groupBitsBySlot[key & slotMask] ?? 0
  }

  function countMarketsWith(keys: AlternativeKeys): number {
    return keys.reduce((sum, key) => sum + postings.count(key), 0)
  }

  return {
    put(id, proposition) {
      postings.add(numbers.assign(id), indexKeysOf(proposition))
    },

    remove(ids) {
      postings.remove(ids.flatMap((id) => numbers.get(id) ?? []))
      for (const id of ids) numbers.release(id)
    },

    find(proposition) {
      const groups = lookupKeysOf(proposition).slice(0, maxGroups)
      const sizes = groups.map(countMarketsWith)
      const rarestGroup = groups[sizes.indexOf(Math.min(...sizes))]
      const allGroupBits = 2 ** groups.length - 1
      for (const [i, keys] of groups.entries())
        for (const key of keys) groupBitsBySlot[key & slotMask] = groupBitsOfKey(key) | (1 << i)
      const ids: string[] = []
      searchNumber += 1
      const check = (market: number): void => {
        if (lastSearches.get(market) === searchNumber) return
        lastSearches.set(market, searchNumber)
        if (postings.combineBitsOfKeys(market, groupBitsOfKey) === allGroupBits)
          ids.push(numbers.idOf(market))
      }
      for (const key of rarestGroup ?? []) postings.forEachMarket(key, check)
      for (const keys of groups) for (const key of keys) groupBitsBySlot[key & slotMask] = 0
      return ids
    },

    marketsPerKey: () => postings.marketsPerKey(),
  }
}
