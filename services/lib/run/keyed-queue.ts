// A priority queue of ids of markets. The order of an id can change. Every operation takes O(log n).
import { createMarketNumbers } from './market-numbers.ts'
import { createNumberQueues } from './number-queues.ts'

export interface KeyedQueue {
  readonly size: number
  has(key: string): boolean
  /** Adds the key, or moves it if it is in the queue. */
  set(key: string, order: number): void
  /** Does nothing if the key is not in the queue. */
  delete(key: string): void
  /** Returns the key with the lowest order; of several, the one that was added or moved first. */
  first(): { readonly key: string; readonly order: number } | undefined
}

export function createKeyedQueue(): KeyedQueue {
  const numbers = createMarketNumbers()
  const queues = createNumberQueues()
  // the order of a key takes the place of a time
  const queue = queues.create()

  return {
    get size() {
      return numbers.count()
    },
    has: (key) => numbers.get(key) !== undefined,
    set(key, order) {
      const known = numbers.get(key)
      if (known !== undefined && queues.atMsOf(known) === order) return
      queue.add(known ?? numbers.assign(key), order)
    },
    delete(key) {
      const known = numbers.get(key)
      if (known === undefined) return
      queues.remove(known)
      numbers.release(key)
    },
    first() {
      const first = queue.first()
      return first === undefined
        ? undefined
        : { key: numbers.idOf(first), order: queues.atMsOf(first) }
    },
  }
}
