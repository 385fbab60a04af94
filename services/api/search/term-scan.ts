// Finds the slots of a set that match a term, by going through all slots in the lists of the term.
import { isInListsOfEachWord, type AscendingList } from './ascending-list.ts'
import { bitsPerElement } from './bit-set.ts'
import type { ResolvedTerm } from './resolved-terms.ts'

export interface TermScan {
  /** Must be called before slots below this capacity are scanned. */
  grow(capacity: number): void
  /**
   * Removes from the bit set `candidates` the slots that do not match the term. For each remaining slot, adds
   * the best quality with which it matches to `qualities`. All slots must be less than `slotCount`.
   */
  keepMatchingSlots(
    term: ResolvedTerm,
    candidates: Int32Array,
    qualities: Uint16Array,
    slotCount: number,
  ): void
}

export function createTermScan(): TermScan {
  /** The candidates that have not matched yet. */
  let missing = new Int32Array()
  /** By slot: see `countListsBySlot`. */
  let counts = new Uint8Array()
  let typed = new Uint32Array()

  /**
   * Counts for each slot how many of the lists have it, up to 255. That is enough, because a query has at most
   * 32 terms.
   */
  function countListsBySlot(lists: Iterable<AscendingList>, slotCount: number): void {
    counts.fill(0, 0, slotCount)
    for (const { length: size, numbers } of lists)
      for (let i = 0; i < size; i += 1) {
        const slot = numbers[i] ?? 0
        const count = counts[slot] ?? 0
        if (count < 255) counts[slot] = count + 1
      }
  }

  /**
   * Copies a plain array to `typed`, because the loop of `scanNumbers` is faster if all its arrays have the
   * same type.
   */
  function toUint32Array(numbers: AscendingList['numbers'], length: number): Uint32Array {
    if (numbers instanceof Uint32Array) return numbers
    if (length > typed.length) typed = new Uint32Array(length)
    for (let i = 0; i < length; i += 1) typed[i] = numbers[i] ?? 0
    return typed
  }

  function scanNumbers(
    numbers: Uint32Array,
    length: number,
    quality: number,
    listsOfOtherWords: readonly (readonly AscendingList[])[],
    minSharedCount: number,
    qualities: Uint16Array,
  ): void {
    const rest = missing
    for (let i = 0; i < length; i += 1) {
      const slot = numbers[i] ?? 0
      const bits = rest[slot >>> 5] ?? 0
      if (((bits >>> slot) & 1) === 0) continue
      if (minSharedCount > 0 && (counts[slot] ?? 0) < minSharedCount) continue
      if (listsOfOtherWords.length > 0 && !isInListsOfEachWord(listsOfOtherWords, slot)) continue
      rest[slot >>> 5] = bits & ~(1 << slot)
      qualities[slot] = (qualities[slot] ?? 0) + quality
    }
  }

  return {
    grow(capacity) {
      missing = new Int32Array(capacity / bitsPerElement)
      counts = new Uint8Array(capacity)
    },
    keepMatchingSlots({ alternatives, shared }, candidates, qualities, slotCount) {
      if (shared) countListsBySlot(shared.lists, slotCount)
      missing.set(candidates)
      for (const { quality, words } of alternatives) {
        const [lists = [], ...others] = words
        const minCount = others.length === 0 && shared ? shared.count : 0
        for (const { length, numbers } of lists)
          scanNumbers(toUint32Array(numbers, length), length, quality, others, minCount, qualities)
      }
      for (let i = 0; i < candidates.length; i += 1)
        candidates[i] = (candidates[i] ?? 0) & ~(missing[i] ?? 0)
    },
  }
}
