// Keeps the entries of a catalog in sorted order while they change. An entry is the number of a market or event in its
// catalog. Sorts only the changed entries and merges them with the other ones: sorting all 250,000 entries every second
// would block the event loop.
import { findFirstIndex, findFirstIndexBefore } from '../../lib/run/binary-search.ts'

/**
 * Changes are merged at the latest when there are this many. That takes 3 ms with 360,000 entries, so while all markets
 * are loaded, no list waits until all of them are sorted.
 */
const maxChanges = 2_000

export interface Ranking {
  /** Must be called when the entry is new or has changed, before any other one changes. */
  markChanged(entry: number): void
  /** Must be called when the entry no longer exists. */
  remove(entry: number): void
  /** Returns all entries in order. The array is valid until the next change. */
  order(): Int32Array
  /**
   * Returns the entries for which `isAfter` is true, in order. If it is true for an entry, it must be true for all
   * later entries of the order. The array is valid as long as that of order().
   */
  entriesAfter(isAfter: (entry: number) => boolean): Int32Array
}

/** Bits of the flags of an entry: whether it is in `entries`, and whether it is in `changes`. */
const [isRanked, isChanged] = [1, 2]

export function createRanking(compare: (entryA: number, entryB: number) => number): Ranking {
  /** The entries in order, in the first `length` elements. */
  let entries = new Int32Array(1024)
  let length = 0
  /** By entry, for entries that are new, changed or removed: whether the entry exists now. */
  const changes = new Map<number, boolean>()
  /** By entry. An array, because a merge of the changes reads the flags of all entries. */
  let flags = new Uint8Array(1024)
  /** Whether an entry in `changes` is in `entries`, too. */
  let hasRankedChange = false

  const flagsOf = (entry: number): number => flags[entry] ?? 0

  const change = (entry: number, exists: boolean): void => {
    changes.set(entry, exists)
    if (entry >= flags.length) {
      const longer = new Uint8Array(2 * entry)
      longer.set(flags)
      flags = longer
    }
    if (flagsOf(entry) & isRanked) hasRankedChange = true
    flags[entry] = flagsOf(entry) | isChanged
    if (changes.size >= maxChanges) mergeChanges()
  }

  const order = (): Int32Array => {
    if (changes.size > 0) mergeChanges()
    return entries.subarray(0, length)
  }

  const removeChanged = (): void => {
    let kept = 0
    for (let i = 0; i < length; i += 1) {
      const entry = entries[i] ?? 0
      if (flagsOf(entry) & isChanged) flags[entry] = isChanged
      else entries[kept++] = entry
    }
    length = kept
  }

  /** Adds sorted entries, from the last to the first, so that each entry moves at most once. */
  const addSorted = (added: readonly number[]): void => {
    let end = length
    length += added.length
    if (length > entries.length) {
      const longer = new Int32Array(2 * length)
      longer.set(entries)
      entries = longer
    }
    for (let missing = added.length; missing > 0; missing -= 1) {
      const entry = added[missing - 1] ?? 0
      const at = findFirstIndexBefore(end, (i) => compare(entries[i] ?? 0, entry) >= 0)
      entries.copyWithin(at + missing, at, end)
      entries[at + missing - 1] = entry
      flags[entry] = flagsOf(entry) | isRanked
      end = at
    }
  }

  const mergeChanges = (): void => {
    const changed = [...changes].flatMap(([entry, exists]) => (exists ? entry : []))
    if (hasRankedChange) removeChanged()
    addSorted(changed.sort(compare))
    for (const entry of changes.keys()) flags[entry] = flagsOf(entry) & ~isChanged
    changes.clear()
    hasRankedChange = false
  }

  return {
    markChanged(entry) {
      change(entry, true)
    },
    remove(entry) {
      change(entry, false)
    },
    order,
    entriesAfter(isAfter) {
      const all = order()
      return all.subarray(findFirstIndex(0, all.length, (i) => isAfter(all[i] ?? 0)))
    },
  }
}
