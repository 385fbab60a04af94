// An inverted index in typed arrays: which markets have which keys. A posting is one key of one market. The postings of a
// market follow each other, and those of a key are a linked list. A posting takes 12 bytes; with arrays of objects it
// took 40.
import { createColumn } from '../lib/run/column.ts'

export interface Postings {
  /**
   * Adds the keys of a market that has no keys yet. `keys` must not contain a key twice. Markets are numbers from 0.
   */
  add(market: number, keys: readonly number[]): void
  /**
   * Removes the keys of markets. Takes as long for many markets with the same keys as for one, because it goes through
   * the list of each key once.
   */
  remove(markets: readonly number[]): void
  /** Returns how many markets have the key. */
  count(key: number): number
  /** Calls the function with each market that has the key. */
  forEachMarket(key: number, visit: (market: number) => void): void
  /** Calls the function with each key of a market, and combines the results with a bitwise or. */
  combineBitsOfKeys(market: number, bitsOf: (key: number) => number): number
  /** Returns the number of markets of each key. */
  marketsPerKey(): readonly number[]
}

/** The market of a posting that is being removed. */
const noMarket = 0xffffffff

export function createPostings(): Postings {
  /** By posting: its key, and its market. Postings are numbered from 1; 0 stands for no posting. */
  const keys = createColumn(Uint32Array)
  const markets = createColumn(Uint32Array)
  /** The next posting of the same key. */
  const nexts = createColumn(Uint32Array)
  let unused = 1
  /** The unused ranges that removed markets left, for reuse: by number of postings, the first posting of each range. */
  const free = new Map<number, number[]>()
  /** By market: its first posting, and the number of its postings. */
  const firsts = createColumn(Uint32Array)
  const lengths = createColumn(Uint32Array)
  /** By key: the number of its list. */
  const lists = new Map<number, number>()
  const freeLists: number[] = []
  /** By list: its first posting, and how many postings it has. */
  const heads = createColumn(Uint32Array)
  const counts = createColumn(Uint32Array)

  function allocate(length: number): number {
    const freed = free.get(length)?.pop()
    if (freed !== undefined) return freed
    unused += length
    return unused - length
  }

  function link(posting: number): void {
    const key = keys.get(posting)
    const list = lists.get(key) ?? freeLists.pop() ?? lists.size
    lists.set(key, list)
    nexts.set(posting, heads.get(list))
    heads.set(list, posting)
    counts.set(list, counts.get(list) + 1)
  }

  /** Takes `removed` postings, whose market is `noMarket`, out of the list of the key. */
  function unlink(key: number, removed: number): void {
    const list = lists.get(key)
    if (list === undefined) return
    const [following, marketOf] = [nexts.values(), markets.values()]
    let left = removed
    let before = 0
    for (let posting = heads.get(list); left > 0; posting = following[posting] ?? 0) {
      if (marketOf[posting] !== noMarket) {
        before = posting
        continue
      }
      left -= 1
      if (before === 0) heads.set(list, following[posting] ?? 0)
      else nexts.set(before, following[posting] ?? 0)
    }
    counts.set(list, counts.get(list) - removed)
    if (counts.get(list) > 0) return
    lists.delete(key)
    freeLists.push(list)
  }

  return {
    add(market, keysOfMarket) {
      const first = allocate(keysOfMarket.length)
      firsts.set(market, first)
      lengths.set(market, keysOfMarket.length)
      for (const [i, key] of keysOfMarket.entries()) {
        keys.set(first + i, key)
        markets.set(first + i, market)
        link(first + i)
      }
    },

    remove(removedMarkets) {
      const removedOfKey = new Map<number, number>()
      for (const market of removedMarkets) {
        const first = firsts.get(market)
        const length = lengths.get(market)
        for (let posting = first; posting < first + length; posting += 1) {
          markets.set(posting, noMarket)
          const key = keys.get(posting)
          removedOfKey.set(key, (removedOfKey.get(key) ?? 0) + 1)
        }
        lengths.set(market, 0)
        const freed = free.get(length)
        if (freed) freed.push(first)
        else free.set(length, [first])
      }
      for (const [key, removed] of removedOfKey) unlink(key, removed)
    },

    count(key) {
      const list = lists.get(key)
      return list === undefined ? 0 : counts.get(list)
    },

    forEachMarket(key, visit) {
      const list = lists.get(key)
      if (list === undefined) return
      const [following, marketOf] = [nexts.values(), markets.values()]
      for (let posting = heads.get(list); posting !== 0; posting = following[posting] ?? 0)
        visit(marketOf[posting] ?? 0)
    },

    combineBitsOfKeys(market, bitsOf) {
      const keyOf = keys.values()
      const first = firsts.get(market)
      const end = first + lengths.get(market)
      let bits = 0
      for (let posting = first; posting < end; posting += 1) bits |= bitsOf(keyOf[posting] ?? 0)
      return bits
    },

    marketsPerKey: () => [...lists.values()].map((list) => counts.get(list)),
  }
}
