// A priority queue: items ordered by time, of which any can be removed. Every operation takes O(log n).
import sortedBtree from 'sorted-btree'

/** An item in a queue, needed to remove it. */
export interface QueuedItem<T> {
  readonly atMs: number
  /** Distinguishes items with the same time. */
  readonly sequence: number
  readonly item: T
}

export interface TimeQueue<T> {
  add(atMs: number, item: T): QueuedItem<T>
  /** Does nothing if the item is no longer in the queue. */
  remove(queuedItem: QueuedItem<T>): void
  /** Returns the item with the earliest time; of several, the one that was added first. */
  first(): QueuedItem<T> | undefined
}

const { default: BTree } = sortedBtree

export function createTimeQueue<T>(): TimeQueue<T> {
  const items = new BTree<QueuedItem<T>>(
    undefined,
    (a, b) => a.atMs - b.atMs || a.sequence - b.sequence,
  )
  let sequence = 0
  return {
    add(atMs, item) {
      sequence += 1
      const queued = { atMs, sequence, item }
      items.set(queued, undefined)
      return queued
    },
    remove: (queuedItem) => void items.delete(queuedItem),
    first: () => items.minKey(),
  }
}
