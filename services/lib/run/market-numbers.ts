// Numbers markets in the order in which they become known, so that an index can keep what it knows of a market in
// arrays by its number: objects would take several times the memory. When a market leaves the index, its number is
// given to a later market, so the arrays do not grow beyond the largest number of markets in memory at one time.
//
// The ids are bytes (see text-column.ts), and numbers are found with a hash table in a typed array (open addressing
// with linear probing). A Map of strings takes three times the memory.
import { createColumn } from './column.ts'
import { createTextColumn } from './text-column.ts'

export interface MarketNumbers {
  /** Returns the market's number. An unknown id gets a free one. */
  readonly assign: (id: string) => number
  readonly get: (id: string) => number | undefined
  /** Returns an empty text if no market has the number. */
  readonly idOf: (market: number) => string
  /** Compares the ids of two markets. Returns a negative number, 0 or a positive number. */
  readonly compareIds: (market: number, other: number) => number
  /**
   * Makes the number of a market available to another market. The caller must have deleted everything that it keeps
   * under this number.
   */
  readonly release: (id: string) => void
  /** Greater than all numbers. */
  readonly size: () => number
  /** How many markets have a number. */
  readonly count: () => number
}

/** `hashOf`: returns the hash of an id, 32 bits. */
export function createMarketNumbers(hashOf: (id: string) => number = hashOfText): MarketNumbers {
  const ids = createTextColumn()
  const hashes = createColumn(Uint32Array)
  const free: number[] = []
  let size = 0
  let count = 0
  /** Numbers of markets, plus 1; 0: the slot is empty. At most two thirds of the slots are in use. */
  let slots = new Uint32Array(1024)

  /** The number of slots is a power of two. */
  const toSlot = (hash: number): number => hash & (slots.length - 1)
  const nextSlot = (slot: number): number => toSlot(slot + 1)
  const preferredSlot = (market: number): number => toSlot(hashes.get(market))

  /** Returns the slot of the id, or the empty slot where it belongs. */
  function slotOf(id: string, hash: number): number {
    let slot = toSlot(hash)
    for (let used = slots[slot]; used; used = slots[slot]) {
      if (hashes.get(used - 1) === hash && ids.get(used - 1) === id) break
      slot = nextSlot(slot)
    }
    return slot
  }

  function put(market: number): void {
    let slot = preferredSlot(market)
    while (slots[slot]) slot = nextSlot(slot)
    slots[slot] = market + 1
  }

  function grow(): void {
    const markets = slots.filter((used) => used > 0)
    slots = new Uint32Array(2 * slots.length)
    for (const used of markets) put(used - 1)
  }

  /** Empties a slot, and moves the markets after it that would no longer be found. */
  function empty(slot: number): void {
    let hole = slot
    slots[hole] = 0
    for (let next = nextSlot(hole), used = slots[next]; used; used = slots[next]) {
      const preferred = preferredSlot(used - 1)
      const isReachable =
        hole < next ? hole < preferred && preferred <= next : hole < preferred || preferred <= next
      if (!isReachable) {
        slots[hole] = used
        slots[next] = 0
        hole = next
      }
      next = nextSlot(next)
    }
  }

  function get(id: string): number | undefined {
    const used = slots[slotOf(id, hashOf(id))]
    return used ? used - 1 : undefined
  }

  return {
    get,
    assign(id) {
      const hash = hashOf(id)
      const used = slots[slotOf(id, hash)]
      if (used) return used - 1
      const market = free.pop() ?? size++
      ids.set(market, id)
      hashes.set(market, hash)
      count += 1
      if (3 * count > 2 * slots.length) grow()
      put(market)
      return market
    },
    idOf: ids.get,
    compareIds: ids.compare,
    release(id) {
      const slot = slotOf(id, hashOf(id))
      const used = slots[slot]
      if (!used) return
      empty(slot)
      ids.set(used - 1, '')
      free.push(used - 1)
      count -= 1
    },
    size: () => size,
    count: () => count,
  }
}

/** FNV-1a of the UTF-16 units, and the last step of MurmurHash3, without which similar ids have similar hashes. */
function hashOfText(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
