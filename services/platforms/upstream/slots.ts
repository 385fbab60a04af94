// The concurrent requests to one host. The platforms' CDNs return error pages to clients with many of them.
import { slotsLeftFree, type RequestClass } from '../request-class.ts'

export interface Slots {
  /** Whether a request of the class may be sent now. */
  isFree(requestClass: RequestClass): boolean
  /**
   * Occupies a slot. The listener moves to the end of the order, so that the rate limits of a host
   * get free slots in turn.
   */
  occupy(requestClass: RequestClass, listener: () => void): void
  release(requestClass: RequestClass): void
  /** From now on, `listener` is called after each release. Listeners are called in their order. */
  listen(listener: () => void): void
}

/**
 * `maximum` returns the maximum number of concurrent requests. Classes that leave slots free
 * (slotsLeftFree) share the other slots, but have at least one.
 */
export function createSlots(maximum: () => number): Slots {
  const underWay = new Map<RequestClass, number>()
  const listeners = new Set<() => void>()

  /** The requests under way of all classes that leave at least this many slots free. */
  function requestsLeaving(leftFree: number): number {
    let count = 0
    for (const [one, requests] of underWay) if (slotsLeftFree[one] >= leftFree) count += requests
    return count
  }

  function add(requestClass: RequestClass, requests: number): void {
    underWay.set(requestClass, (underWay.get(requestClass) ?? 0) + requests)
  }

  return {
    isFree(requestClass) {
      for (let leftFree = slotsLeftFree[requestClass]; leftFree >= 0; leftFree -= 1)
        if (requestsLeaving(leftFree) >= Math.max(1, maximum() - leftFree)) return false
      return true
    },
    occupy(requestClass, listener) {
      add(requestClass, 1)
      listeners.delete(listener)
      listeners.add(listener)
    },
    release(requestClass) {
      add(requestClass, -1)
      for (const listener of listeners) listener()
    },
    listen: (listener) => void listeners.add(listener),
  }
}
