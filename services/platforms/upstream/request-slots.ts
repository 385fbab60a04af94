// Limits the number of concurrent requests to one host. With more, the platforms' CDNs return error pages.
// Each request occupies one slot.
import { slotsLeftFree, type RequestClass } from '../request-class.ts'

export interface RequestSlots {
  /** Whether a request of the class may be sent now. */
  isSlotFree(requestClass: RequestClass): boolean
  /**
   * Occupies a slot. `listener` becomes the last of the listeners, so that the rate limits of a host take
   * turns in getting free slots.
   */
  occupySlot(requestClass: RequestClass, listener: () => void): void
  release(requestClass: RequestClass): void
  /** From now on, `listener` is called whenever a slot is released. Listeners are called in order. */
  listen(listener: () => void): void
}

/**
 * `maxConcurrent` returns the maximum number of concurrent requests. Classes that leave slots free
 * (slotsLeftFree) share the other slots, but have at least one.
 */
export function createRequestSlots(maxConcurrent: () => number): RequestSlots {
  const underWay = new Map<RequestClass, number>()
  const listeners = new Set<() => void>()

  /** Returns the number of sent requests of all classes that leave at least `slotCount` slots free. */
  function countRequestsLeavingFree(slotCount: number): number {
    let count = 0
    for (const [one, requests] of underWay) if (slotsLeftFree[one] >= slotCount) count += requests
    return count
  }

  function add(requestClass: RequestClass, requests: number): void {
    underWay.set(requestClass, (underWay.get(requestClass) ?? 0) + requests)
  }

  return {
    isSlotFree(requestClass) {
      for (let leftFree = slotsLeftFree[requestClass]; leftFree >= 0; leftFree -= 1)
        if (countRequestsLeavingFree(leftFree) >= Math.max(1, maxConcurrent() - leftFree))
          return false
      return true
    },
    occupySlot(requestClass, listener) {
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
