// Blocking index (as in record linkage): finds the markets of one platform that have all the keys that a
// match of a given proposition must have. Only these markets are then compared with the proposition.
import { indexKeysOf, lookupKeysOf, type AlternativeKeys } from './block-keys.ts'
import type { Proposition } from './proposition.ts'

export interface BlockingIndex {
  put(id: string, proposition: Proposition): void
  remove(id: string): void
  /** Returns the ids of the markets that may match the proposition, each id once. */
  find(proposition: Proposition): readonly string[]
  /** Returns the number of markets of each key, for benchmarks and tests. */
  marketsPerKey(): readonly number[]
}

interface IndexedMarket {
  readonly id: string
  readonly keys: readonly number[]
  /** Number of the last search that has checked this market, so that no search checks it twice. */
  lastSearch: number
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
  const markets = new Map<string, IndexedMarket>()
  const blocks = new Map<number, IndexedMarket[]>()
  /** For each slot during a search: bit i is set if key group i of the search has a key in this slot. */
  const groupBitsBySlot = new Int32Array(slotMask + 1)
  let searchNumber = 0

  function groupBitsOfKey(key: number): number {
    return groupBitsBySlot[key & slotMask] ?? 0
  }

  function sizeOf(keys: AlternativeKeys): number {
    return keys.reduce((sum, key) => sum + (blocks.get(key)?.length ?? 0), 0)
  }

  return {
    put(id, proposition) {
      const market: IndexedMarket = { id, keys: indexKeysOf(proposition), lastSearch: searchNumber }
      markets.set(id, market)
      for (const key of market.keys) {
        const block = blocks.get(key)
        if (block) block.push(market)
        else blocks.set(key, [market])
      }
    },

    remove(id) {
      const market = markets.get(id)
      if (!market) return
      markets.delete(id)
      for (const key of market.keys) {
        const block = blocks.get(key)
        if (!block) continue
        const last = block.pop()
        if (last && last !== market) block[block.indexOf(market)] = last
        if (block.length === 0) blocks.delete(key)
      }
    },

    find(proposition) {
      const groups = lookupKeysOf(proposition).slice(0, maxGroups)
      const sizes = groups.map(sizeOf)
      const rarestGroup = groups[sizes.indexOf(Math.min(...sizes))]
      const allGroupBits = 2 ** groups.length - 1
      for (const [i, keys] of groups.entries())
        for (const key of keys) groupBitsBySlot[key & slotMask] = groupBitsOfKey(key) | (1 << i)
      const ids: string[] = []
      searchNumber += 1
      for (const key of rarestGroup ?? [])
        for (const market of blocks.get(key) ?? []) {
          if (market.lastSearch === searchNumber) continue
          market.lastSearch = searchNumber
          let matchedGroupBits = 0
          for (const marketKey of market.keys) matchedGroupBits |= groupBitsOfKey(marketKey)
          if (matchedGroupBits === allGroupBits) ids.push(market.id)
        }
      for (const keys of groups) for (const key of keys) groupBitsBySlot[key & slotMask] = 0
      return ids
    },

    marketsPerKey: () => [...blocks.values()].map(({ length }) => length),
  }
}
