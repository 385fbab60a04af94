// Keeps the entries of a catalog in sorted order while they change. An entry is the number of a market or event in its
// catalog. Sorts only the changed entries and merges them with the other ones: sorting all 250,000 entries every second
// would block the event loop.
import { findFirstIndex } from '../../lib/run/binary-search.ts'

export interface Ranking {
  /** Must be called when the entry is new or has changed. */
  markChanged(entry: number): void
  /** Must be called when the entry no longer exists. */
  remove(entry: number): void
  order(): Int32Array
  /**
   * Returns the entries for which `isAfter` is true, in order. If it is true for an entry, it must be true for all
   * later entries of the order.
   */
  entriesAfter(isAfter: (entry: number) => boolean): Int32Array
}

export function createRanking(compare: (entryA: number, entryB: number) => number): Ranking {
  let order = new Int32Array()
  /** By entry, for entries that are new, changed or removed: whether the entry exists now. */
  const changes = new Map<number, boolean>()
  /**
   * 1 for the entries in `changes`. An array, because a merge of the changes reads it once for each entry.
   */
  let isChanged = new Uint8Array(1024)

  const change = (entry: number, exists: boolean): void => {
    changes.set(entry, exists)
    if (entry >= isChanged.length) {
      const longer = new Uint8Array(2 * entry)
      longer.set(isChanged)
      isChanged = longer
    }
    isChanged[entry] = 1
  }

  const currentOrder = (): Int32Array => {
    if (changes.size > 0) mergeChanges()
    return order
  }

  const mergeChanges = (): void => {
    const kept = order.filter((entry) => isChanged[entry] !== 1)
    const changed = [...changes].flatMap(([entry, exists]) => (exists ? entry : []))
    order = new Int32Array(kept.length + changed.length)
    let [from, length] = [0, 0]
    for (const entry of changed.sort(compare)) {
      const at = findFirstIndex(from, kept.length, (i) => compare(kept[i] ?? 0, entry) >= 0)
      order.set(kept.subarray(from, at), length)
      length += at - from
      order[length++] = entry
      from = at
    }
    order.set(kept.subarray(from), length)
    for (const entry of changes.keys()) isChanged[entry] = 0
    changes.clear()
  }

  return {
    markChanged(entry) {
      change(entry, true)
    },
    remove(entry) {
      change(entry, false)
    },
    order: currentOrder,
    entriesAfter(isAfter) {
      const entries = currentOrder()
      return entries.subarray(findFirstIndex(0, entries.length, (i) => isAfter(entries[i] ?? 0)))
    },
  }
}
