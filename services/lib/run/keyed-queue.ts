// A priority queue of keys. The order of a key can change. Every operation takes O(log n).
import { createTimeQueue, type QueuedItem } from './time-queue.ts'

export interface KeyedQueue<K> {
  readonly size: number
  has(key: K): boolean
  /** Adds the key, or moves it if it is in the queue. */
  set(key: K, order: number): void
  /** Does nothing if the key is not in the queue. */
  delete(key: K): void
  /** Returns the key with the lowest order; of several, the one that was added or moved first. */
  first(): { readonly key: K; readonly order: number } | undefined
}

export function createKeyedQueue<K>(): KeyedQueue<K> {
  // the order of a key takes the place of a time
  const queue = createTimeQueue<K>()
  const queuedByKey = new Map<K, QueuedItem<K>>()

  function remove(key: K): void {
    const queued = queuedByKey.get(key)
    if (queued === undefined) return
    queue.remove(queued)
    queuedByKey.delete(key)
  }

  return {
    get size() {
      return queuedByKey.size
    },
    has: (key) => queuedByKey.has(key),
    set(key, order) {
      if (queuedByKey.get(key)?.atMs === order) return
      remove(key)
      queuedByKey.set(key, queue.add(order, key))
    },
    delete: remove,
    first() {
      const first = queue.first()
      return first && { key: first.item, order: first.atMs }
    },
  }
}
