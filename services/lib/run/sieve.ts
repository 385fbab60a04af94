// Eviction by SIEVE (Zhang et al., NSDI 2024), with a bound in bytes. Items stay in the order in
// which they were added. A hand moves from the oldest item to newer ones: it keeps an item that was
// used since the hand last passed, and evicts the first that was not. So a scan of many items that
// are used only once evicts mainly items of the scan.

export interface CacheItem {
  /** Set by each use of the item. */
  isUsed: boolean
  /** Estimate of its memory. */
  readonly bytes: number
  /** Called after the item was evicted. */
  onEvicted(): void
}

export interface Sieve {
  /** Adds an item and evicts others until the bound is kept. */
  add(item: CacheItem): void
  /** To be called when the bytes of an item have changed. */
  resize(item: CacheItem): void
  remove(item: CacheItem): void
  clear(): void
  bytes(): number
  evictionCount(): number
}

interface Node {
  readonly item: CacheItem
  bytes: number
  newer: Node | null
  older: Node | null
}

export function createSieve(maxBytes: number): Sieve {
  const nodes = new Map<CacheItem, Node>()
  let oldest: Node | null = null
  let newest: Node | null = null
  let hand: Node | null = null
  let bytes = 0
  let evictions = 0

  function unlink(node: Node): void {
    if (node.older) node.older.newer = node.newer
    else oldest = node.newer
    if (node.newer) node.newer.older = node.older
    else newest = node.older
    if (hand === node) hand = node.newer
    nodes.delete(node.item)
    bytes -= node.bytes
  }

  /** `current`, which the caller is about to use, stays even if it is larger than the bound. */
  function evictUntilBounded(current: CacheItem): void {
    while (bytes > maxBytes && nodes.size > 1) {
      let node: Node | null = hand ?? oldest
      while (node && (node.item.isUsed || node.item === current)) {
        node.item.isUsed = false
        node = node.newer ?? oldest
      }
      if (!node) return
      hand = node
      unlink(node)
      evictions += 1
      node.item.onEvicted()
    }
  }

  return {
    add(item) {
      const node: Node = { item, bytes: item.bytes, newer: null, older: newest }
      if (newest) newest.newer = node
      else oldest = node
      newest = node
      nodes.set(item, node)
      bytes += node.bytes
      evictUntilBounded(item)
    },
    resize(item) {
      const node = nodes.get(item)
      if (!node) return
      bytes += item.bytes - node.bytes
      node.bytes = item.bytes
      evictUntilBounded(item)
    },
    remove(item) {
      const node = nodes.get(item)
      if (node) unlink(node)
    },
    clear() {
      nodes.clear()
      oldest = null
      newest = null
      hand = null
      bytes = 0
    },
    bytes: () => bytes,
    evictionCount: () => evictions,
  }
}
