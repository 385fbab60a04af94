// Which markets are worth comparing: an index of the markets of one platform by what must agree in
// any case.
import { keysOf, lookupOf, type Alternatives } from './block-keys.ts'
import type { Claim } from './proposition.ts'

export interface Blocks {
  put(id: string, claim: Claim): void
  remove(id: string): void
  /** Ids of markets that the claim may match, each once. */
  find(claim: Claim): readonly string[]
  /** How many markets have the same key, for each key. */
  sizes(): readonly number[]
}

interface Kept {
  readonly id: string
  readonly keys: readonly number[]
  /** The last search that came by. */
  search: number
}

/** As many as a number has bits for: a title of thousands of words is found by the first of them. */
const mostAlternatives = 30
/** Two keys that share a slot cost a needless comparison. */
const slotMask = 0x7fff

/** The markets of one platform. */
export function createBlocks(): Blocks {
  const kept = new Map<string, Kept>()
  const blocks = new Map<number, Kept[]>()
  /** For each key of the search that goes on a bit for each of the alternatives it is one of. */
  const wanted = new Int32Array(slotMask + 1)
  let search = 0

  function slotOf(key: number): number {
    return wanted[key & slotMask] ?? 0
  }

  function sizeOf(keys: Alternatives): number {
    return keys.reduce((sum, key) => sum + (blocks.get(key)?.length ?? 0), 0)
  }

  return {
    put(id, claim) {
      const market: Kept = { id, keys: keysOf(claim), search }
      kept.set(id, market)
      for (const key of market.keys) {
        const block = blocks.get(key)
        if (block) block.push(market)
        else blocks.set(key, [market])
      }
    },

    remove(id) {
      const market = kept.get(id)
      if (!market) return
      kept.delete(id)
      for (const key of market.keys) {
        const block = blocks.get(key)
        if (!block) continue
        const last = block.pop()
        if (last && last !== market) block[block.indexOf(market)] = last
        if (block.length === 0) blocks.delete(key)
      }
    },

    find(claim) {
      const every = lookupOf(claim).slice(0, mostAlternatives)
      const sizes = every.map(sizeOf)
      const smallest = every[sizes.indexOf(Math.min(...sizes))]
      const all = 2 ** every.length - 1
      for (const [i, keys] of every.entries())
        for (const key of keys) wanted[key & slotMask] = slotOf(key) | (1 << i)
      const ids: string[] = []
      search += 1
      for (const key of smallest ?? [])
        for (const market of blocks.get(key) ?? []) {
          if (market.search === search) continue
          market.search = search
          let found = 0
          for (const has of market.keys) found |= slotOf(has)
          if (found === all) ids.push(market.id)
        }
      for (const keys of every) for (const key of keys) wanted[key & slotMask] = 0
      return ids
    },

    sizes: () => [...blocks.values()].map(({ length }) => length),
  }
}
