// The slots (word-index.ts) that match the terms of a search so far, one bit each. The search begins with the
// rarest term. Each further term keeps some of the slots: either by going through all slots of the term, or, if
// that is less work, by looking up each remaining slot in the lists of the term.
import { isInListsOfEachWord } from './ascending-list.ts'
import { bitsPerElement, countBits, longerCopy, hasBit, listBits, setBit } from './bit-set.ts'
import type { ResolvedTerm } from './resolved-terms.ts'
import { createSlotLinks } from './slot-links.ts'
import { createTermScan } from './term-scan.ts'

export interface MatchingSlots {
  /** Replaces the slots to which a slot is linked. Each of them must also be linked to this slot. */
  setLinks(slot: number, linkedSlots: readonly number[]): void
  /** Begins a search of the slots before `length`. */
  begin(length: number): void
  /** Leaves out a slot in this and all later searches. */
  remove(slot: number): void
  /**
   * Keeps only the slots that match this term too, either themselves or through a linked slot. Returns their
   * number.
   */
  keepMatchingSlots(term: ResolvedTerm): number
  has(slot: number): boolean
  /**
   * Returns the slots that match all terms so far, in ascending order. Valid until the next call of any
   * function.
   */
  all(): Uint32Array
  /** Returns the sum of the qualities with which the slot itself matches the terms. */
  qualityOf(slot: number): number
}

/** A lookup in one list takes as long as going through this many slots. */
const slotsPerLookup = 16

export function createMatchingSlots(): MatchingSlots {
  let capacity = 0
  let removed = new Int32Array()
  const links = createSlotLinks()
  const scan = createTermScan()
  /** The slots that match all terms so far. */
  let found = new Int32Array()
  /**
   * The slots that match the current term themselves. Only slots in `found` and slots with links are tested.
   */
  let own = new Int32Array()
  /** The slots that match the current term themselves or are linked to a slot that does. */
  let matching = new Int32Array()
  /** How many elements of the bit sets this search uses. */
  let elementCount = 0
  let qualities = new Uint16Array()
  /** For the results of `all`. */
  let list = new Uint32Array()
  let termCount = 0
  let foundCount = 0
  let slotCount = 0

  function grow(minCapacity: number): void {
    capacity = Math.ceil((minCapacity * 1.25) / bitsPerElement) * bitsPerElement
    removed = longerCopy(removed, capacity / bitsPerElement)
    links.grow(capacity)
    scan.grow(capacity)
    found = new Int32Array(capacity / bitsPerElement)
    own = new Int32Array(capacity / bitsPerElement)
    matching = new Int32Array(capacity / bitsPerElement)
    qualities = new Uint16Array(capacity)
    list = new Uint32Array(capacity)
  }

  function lookUpEachFoundSlot({ alternatives }: ResolvedTerm): void {
    const test = (slot: number): boolean => {
      if (hasBit(own, slot)) return true
      const best = alternatives.find(({ words }) => isInListsOfEachWord(words, slot))
      if (!best) return false
      setBit(own, slot)
      qualities[slot] = (qualities[slot] ?? 0) + best.quality
      return true
    }
    own.fill(0, 0, elementCount)
    for (const slot of all()) if (!test(slot)) links.linksOf(slot).some(test)
  }

  const all = (): Uint32Array => list.subarray(0, listBits(found, elementCount, list))

  const shouldScan = (term: ResolvedTerm): boolean =>
    termCount === 0 ||
    term.shared !== null ||
    foundCount * term.listCount * slotsPerLookup > term.size

  return {
    begin(newLength) {
      slotCount = newLength
      if (slotCount > capacity) grow(slotCount)
      elementCount = Math.ceil(slotCount / bitsPerElement)
      for (let i = 0; i < elementCount; i += 1) found[i] = ~(removed[i] ?? 0)
      qualities.fill(0, 0, slotCount)
      termCount = 0
    },
    setLinks(slot, linkedSlots) {
      if (slot >= capacity) grow(slot + 1)
      links.set(slot, linkedSlots)
    },
    remove(slot) {
      if (slot >= capacity) grow(slot + 1)
      setBit(removed, slot)
    },
    keepMatchingSlots(term) {
      if (shouldScan(term)) {
        links.uniteWithLinkedSlots(found, own, elementCount)
        scan.keepMatchingSlots(term, own, qualities, slotCount)
      } else lookUpEachFoundSlot(term)
      matching.set(own)
      if (termCount === 0) links.addSlotsLinkedTo(own, matching, elementCount)
      else links.addCandidatesLinkedTo(found, own, matching, elementCount)
      foundCount = 0
      for (let i = 0; i < elementCount; i += 1) {
        const kept = (found[i] ?? 0) & (matching[i] ?? 0)
        found[i] = kept
        foundCount += countBits(kept)
      }
      termCount += 1
      return foundCount
    },
    has: (slot) => termCount > 0 && hasBit(found, slot),
    all,
    qualityOf: (slot) => qualities[slot] ?? 0,
  }
}
