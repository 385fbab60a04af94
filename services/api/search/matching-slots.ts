// The slots that match the terms of a search so far, one bit each. Beginning with the rarest term, each further
// term keeps some of them: either by going through all slots of the term, or, if that is less work, by looking up
// each slot that is left in the lists of the term.
import { isInEach, type AscendingList } from './ascending-list.ts'
import { bitsPerElement, countBits, hasBit, listBits, lowestBit, setBit } from './bit-set.ts'
import type { ResolvedTerm } from './resolved-terms.ts'

export interface MatchingSlots {
  /** Replaces the slots to which a slot is linked. They must be linked to it, too. */
  setLinks(slot: number, others: readonly number[]): void
  /** Begins a search of the slots before `length`. */
  begin(length: number): void
  /** Leaves out a slot from now on. */
  remove(slot: number): void
  /** Keeps the slots that match this term, too, by themselves or by a linked slot. Returns their number. */
  keep(term: ResolvedTerm): number
  has(slot: number): boolean
  /** In ascending order. Valid until the next call of any function. */
  all(): Uint32Array
  /** Sum of the qualities of the terms that the slot itself matches. */
  qualityOf(slot: number): number
}

/** A lookup in one list takes as long as going through this many slots. */
const slotsPerLookup = 16

export function createMatchingSlots(): MatchingSlots {
  let capacity = 0
  let removed = new Int32Array()
  /** The slots with links. */
  let linked = new Int32Array()
  /** By slot: the first slot to which it is linked, or 0. */
  let firstLinks = new Uint32Array()
  /** By slot: all slots to which it is linked, if they are several. Few slots are linked to several. */
  const moreLinks = new Map<number, readonly number[]>()
  /** The slots that match all terms so far. */
  let found = new Int32Array()
  /** The slots that match the current term by themselves. It has only slots in `found` and slots with links. */
  let own = new Int32Array()
  /** While a term is scanned: the slots in `found` and those with links that have not matched it yet. */
  let missing = new Int32Array()
  /** The slots that match the current term by themselves or by a link. */
  let matching = new Int32Array()
  /** Length of the part of the bit sets that this search uses. */
  let elementCount = 0
  let qualities = new Uint16Array()
  let counts = new Uint8Array()
  /** For the results of `all`, and for copies. */
  let list = new Uint32Array()
  let level = 0
  let foundCount = 0
  let slotCount = 0

  function grow(minCapacity: number): void {
    capacity = Math.ceil((minCapacity * 1.25) / bitsPerElement) * bitsPerElement
    const [oldRemoved, oldLinked, oldLinks] = [removed, linked, firstLinks]
    removed = new Int32Array(capacity / bitsPerElement)
    removed.set(oldRemoved)
    linked = new Int32Array(capacity / bitsPerElement)
    linked.set(oldLinked)
    firstLinks = new Uint32Array(capacity)
    firstLinks.set(oldLinks)
    found = new Int32Array(capacity / bitsPerElement)
    own = new Int32Array(capacity / bitsPerElement)
    missing = new Int32Array(capacity / bitsPerElement)
    matching = new Int32Array(capacity / bitsPerElement)
    qualities = new Uint16Array(capacity)
    counts = new Uint8Array(capacity)
    list = new Uint32Array(capacity)
  }

  /** Counts for each slot how many of the lists have it, up to 255. A query has at most 32 terms. */
  function countLists(lists: Iterable<AscendingList>): void {
    counts.fill(0, 0, slotCount)
    for (const { length: size, numbers } of lists)
      for (let i = 0; i < size; i += 1) {
        const slot = numbers[i] ?? 0
        const count = counts[slot] ?? 0
        if (count < 255) counts[slot] = count + 1
      }
  }

  function scan({ alternatives, shared }: ResolvedTerm): void {
    if (shared) countLists(shared.lists)
    for (let i = 0; i < elementCount; i += 1) missing[i] = (found[i] ?? 0) | (linked[i] ?? 0)
    for (const { quality, words } of alternatives) {
      const [lists = [], ...others] = words
      const minCount = others.length === 0 && shared ? shared.count : 0
      for (const { length, numbers } of lists)
        scanNumbers(toTyped(numbers, length), length, quality, others, minCount)
    }
    for (let i = 0; i < elementCount; i += 1)
      own[i] = ((found[i] ?? 0) | (linked[i] ?? 0)) & ~(missing[i] ?? 0)
  }

  /** Copies a plain array to `list`: the loop of `scanNumbers` is faster if all arrays have one type. */
  function toTyped(numbers: AscendingList['numbers'], length: number): Uint32Array {
    if (numbers instanceof Uint32Array) return numbers
    for (let i = 0; i < length; i += 1) list[i] = numbers[i] ?? 0
    return list
  }

  function scanNumbers(
    numbers: Uint32Array,
    length: number,
    quality: number,
    listsOfOtherWords: readonly (readonly AscendingList[])[],
    minCount: number,
  ): void {
    const [rest, sums] = [missing, qualities]
    for (let i = 0; i < length; i += 1) {
      const slot = numbers[i] ?? 0
      const bits = rest[slot >>> 5] ?? 0
      if (((bits >>> slot) & 1) === 0) continue
      if (minCount > 0 && (counts[slot] ?? 0) < minCount) continue
      if (listsOfOtherWords.length > 0 && !isInEach(listsOfOtherWords, slot)) continue
      rest[slot >>> 5] = bits & ~(1 << slot)
      sums[slot] = (sums[slot] ?? 0) + quality
    }
  }

  function lookUp({ alternatives }: ResolvedTerm): void {
    const test = (slot: number): boolean => {
      if (hasBit(own, slot)) return true
      const best = alternatives.find(({ words }) => isInEach(words, slot))
      if (!best) return false
      setBit(own, slot)
      qualities[slot] = (qualities[slot] ?? 0) + best.quality
      return true
    }
    own.fill(0, 0, elementCount)
    for (const slot of all()) if (!test(slot) && hasBit(linked, slot)) linksOf(slot).some(test)
  }

  /**
   * Adds the slots in `found` that are linked to a slot in `own`. In the first term, few slots are in `own`; later,
   * few are only in `found`.
   */
  function addLinked(): void {
    for (let i = 0; i < elementCount; i += 1) {
      const bits = level === 0 ? (own[i] ?? 0) : (found[i] ?? 0) & ~(own[i] ?? 0)
      for (let rest = bits & (linked[i] ?? 0); rest !== 0; rest &= rest - 1) {
        const slot = i * bitsPerElement + lowestBit(rest)
        const link = firstLinks[slot] ?? 0
        if (level === 0) setBit(matching, link)
        else if (hasBit(own, link)) setBit(matching, slot)
      }
    }
    for (const [slot, links] of moreLinks)
      if (hasBit(own, slot)) for (const link of links) setBit(matching, link)
      else if (links.some((link) => hasBit(own, link))) setBit(matching, slot)
  }

  function linksOf(slot: number): readonly number[] {
    return moreLinks.get(slot) ?? [firstLinks[slot] ?? 0]
  }

  const all = (): Uint32Array => list.subarray(0, listBits(found, elementCount, list))

  const mustScan = (term: ResolvedTerm): boolean =>
    level === 0 || term.shared !== null || foundCount * term.listCount * slotsPerLookup > term.size

  return {
    begin(newLength) {
      slotCount = newLength
      if (slotCount > capacity) grow(slotCount)
      elementCount = Math.ceil(slotCount / bitsPerElement)
      for (let i = 0; i < elementCount; i += 1) found[i] = ~(removed[i] ?? 0)
      qualities.fill(0, 0, slotCount)
      level = 0
    },
    setLinks(slot, others) {
      const [first = 0] = others
      if (slot >= capacity) grow(slot + 1)
      linked[slot >>> 5] = ((linked[slot >>> 5] ?? 0) & ~(1 << slot)) | (Number(first > 0) << slot)
      firstLinks[slot] = first
      if (others.length > 1) moreLinks.set(slot, others)
      else moreLinks.delete(slot)
    },
    remove(slot) {
      if (slot >= capacity) grow(slot + 1)
      setBit(removed, slot)
    },
    keep(term) {
      if (mustScan(term)) scan(term)
      else lookUp(term)
      matching.set(own)
      addLinked()
      foundCount = 0
      for (let i = 0; i < elementCount; i += 1) {
        const kept = (found[i] ?? 0) & (matching[i] ?? 0)
        found[i] = kept
        foundCount += countBits(kept)
      }
      level += 1
      return foundCount
    },
    has: (slot) => level > 0 && hasBit(found, slot),
    all,
    qualityOf: (slot) => qualities[slot] ?? 0,
  }
}
