// Keeps the slots of a catalog in sorted order while its entries change (a slot is the array index
// of an entry). It sorts only the changed slots and merges them with the rest: sorting all 250,000
// entries every second would block the event loop.

export interface Ranking {
  /** Must be called when the entry of the slot is new or has changed. */
  markChanged(slot: number): void
  /** Must be called when the slot has no entry any more. */
  remove(slot: number): void
  order(): Int32Array
  /**
   * Returns the slots for which `isAfter` is true, in order. If it is true for a slot, it must be true for all
   * later slots of the order.
   */
  slotsAfter(isAfter: (slot: number) => boolean): Int32Array
}

export function createRanking(compare: (slotA: number, slotB: number) => number): Ranking {
  let order = new Int32Array()
  /** By slot, for slots that are new, changed or removed: whether the slot has an entry now. */
  const changes = new Map<number, boolean>()
  /**
   * 1 for the slots in `changes`. An array, because it is read once for each entry when the changes are merged.
   */
  let isChanged = new Uint8Array(1024)

  const change = (slot: number, hasEntry: boolean): void => {
    changes.set(slot, hasEntry)
    if (slot >= isChanged.length) {
      const longer = new Uint8Array(2 * slot)
      longer.set(isChanged)
      isChanged = longer
    }
    isChanged[slot] = 1
  }

  const currentOrder = (): Int32Array => {
    if (changes.size > 0) mergeChanges()
    return order
  }

  const mergeChanges = (): void => {
    const kept = order.filter((slot) => isChanged[slot] !== 1)
    const changed = [...changes].flatMap(([slot, hasEntry]) => (hasEntry ? slot : []))
    order = new Int32Array(kept.length + changed.length)
    let [from, length] = [0, 0]
    for (const slot of changed.sort(compare)) {
      const at = firstIndex(kept, from, (other) => compare(other, slot) >= 0)
      order.set(kept.subarray(from, at), length)
      length += at - from
      order[length++] = slot
      from = at
    }
    order.set(kept.subarray(from), length)
    for (const slot of changes.keys()) isChanged[slot] = 0
    changes.clear()
  }

  return {
    markChanged(slot) {
      change(slot, true)
    },
    remove(slot) {
      change(slot, false)
    },
    order: currentOrder,
    slotsAfter: (isAfter) => currentOrder().subarray(firstIndex(currentOrder(), 0, isAfter)),
  }
}

/**
 * Returns the index of the first slot at or after `from` for which `hasProperty` is true. It must also be
 * true for all later slots.
 */
function firstIndex(
  slots: Int32Array,
  from: number,
  hasProperty: (slot: number) => boolean,
): number {
  let [low, high] = [from, slots.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (hasProperty(slots[middle] ?? 0)) high = middle
    else low = middle + 1
  }
  return low
}
