// A priority queue of keys. The order of a key can change. Every operation takes O(log n).
import sortedBtree from 'sorted-btree'

interface QueuePlace<K> {
  readonly key: K
  readonly order: number
  /** Distinguishes places with the same order. */
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
  first(): Pick<QueuePlace<K>, 'key' | 'order'> | undefined
}

const { default: BTree } = sortedBtree

export function createKeyedQueue<K>(): KeyedQueue<K> {
  const places = new Map<K, QueuePlace<K>>()
  const sorted = new BTree<QueuePlace<K>>(
    undefined,
    (a, b) => a.order - b.order || a.sequence - b.sequence,
  )
  let sequence = 0

  function remove(key: K): void {
    const place = places.get(key)
    if (place === undefined) return
    places.delete(key)
    sorted.delete(place)
  }

  return {
    get size() {
      return places.size
    },
    has: (key) => places.has(key),
    set(key, order) {
      if (places.get(key)?.order === order) return
      remove(key)
      sequence += 1
      const place = { key, order, sequence }
      places.set(key, place)
      sorted.set(place, undefined)
    },
    delete: remove,
    first: () => sorted.minKey(),
  }
}
