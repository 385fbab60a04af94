// A priority queue of keys. The order of a key can change. Every operation takes O(log n).
import sortedBtree from 'sorted-btree'

interface QueueEntry<K> {
  readonly key: K
  readonly order: number
  /** Distinguishes entries with the same order. */
  readonly sequence: number
}

export interface KeyedQueue<K> {
  readonly size: number
  has(key: K): boolean
  /** Adds the key, or moves it if it is in the queue. */
  set(key: K, order: number): void
  /** Does nothing if the key is not in the queue. */
  delete(key: K): void
  /** Returns the key with the lowest order; of several, the one that was added or moved first. */
  first(): Pick<QueueEntry<K>, 'key' | 'order'> | undefined
}

const { default: BTree } = sortedBtree

export function createKeyedQueue<K>(): KeyedQueue<K> {
  const entries = new Map<K, QueueEntry<K>>()
  const sorted = new BTree<QueueEntry<K>>(
    undefined,
    (a, b) => a.order - b.order || a.sequence - b.sequence,
  )
  let sequence = 0

  function remove(key: K): void {
    const entry = entries.get(key)
    if (entry === undefined) return
    entries.delete(key)
    sorted.delete(entry)
  }

  return {
    get size() {
      return entries.size
    },
    has: (key) => entries.has(key),
    set(key, order) {
      if (entries.get(key)?.order === order) return
      remove(key)
      sequence += 1
      const entry = { key, order, sequence }
      entries.set(key, entry)
      sorted.set(entry, undefined)
    },
    delete: remove,
    first: () => sorted.minKey(),
  }
}
