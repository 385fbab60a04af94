// Priority queues of numbers, such as those of market-numbers.ts, ordered by time. As time-queue.ts, but the times are in
// arrays by number: an object for each queued item would take several times the memory.
import sortedBtree from 'sorted-btree'
import { createColumn } from './column.ts'

export interface NumberQueue {
  /** Removes the number from the queue in which it is, and adds it to this one. */
  add(item: number, atMs: number): void
  /** Returns the number with the earliest time; of several, the one that was added first. */
  first(): number | undefined
}

/** Queues of which each number can be in one at a time. Every operation takes O(log n). */
export interface NumberQueues {
  create(): NumberQueue
  /** Returns the queue that contains the number; null if none does. */
  queueOf(item: number): NumberQueue | null
  /** Returns the time with which a number was added to its queue. */
  readonly atMsOf: (item: number) => number
  /** Removes the number from its queue, if it is in one. */
  readonly remove: (item: number) => void
}

const { default: BTree } = sortedBtree
type Items = InstanceType<typeof BTree<number>>

export function createNumberQueues(): NumberQueues {
  const queues: { readonly queue: NumberQueue; readonly items: Items }[] = []
  /** By number: its queue, as an index of `queues` plus 1; 0 if it is in none. */
  const queueIndexes = createColumn(Uint32Array)
  const times = createColumn(Float64Array)
  /** Distinguishes numbers with the same time. */
  const sequences = createColumn(Float64Array)
  let sequence = 0

  function remove(item: number): void {
    queues[queueIndexes.get(item) - 1]?.items.delete(item)
    queueIndexes.set(item, 0)
  }

  return {
    create() {
      const items = new BTree<number>(
        undefined,
        (a, b) => times.get(a) - times.get(b) || sequences.get(a) - sequences.get(b),
      )
      const queue: NumberQueue = {
        add(item, atMs) {
          remove(item)
          sequence += 1
          times.set(item, atMs)
          sequences.set(item, sequence)
          queueIndexes.set(item, index)
          items.set(item, undefined)
        },
        first: () => items.minKey(),
      }
      const index = queues.push({ queue, items })
      return queue
    },
    queueOf: (item) => queues[queueIndexes.get(item) - 1]?.queue ?? null,
    atMsOf: times.get,
    remove,
  }
}
