// The links between slots: a slot matches a term also if a slot to which it is linked matches it.
import { bitsPerElement, longerCopy, hasBit, lowestBit, setBit } from './bit-set.ts'

/** The bit sets passed to these functions must have at least the capacity that was last passed to `grow`. */
export interface SlotLinks {
  /** Must be called before a slot below this capacity is set. */
  grow(capacity: number): void
  /** Replaces the slots to which a slot is linked. Each of them must also be linked to this slot. */
  set(slot: number, linkedSlots: readonly number[]): void
  /** Returns the slots to which the slot is linked. */
  linksOf(slot: number): readonly number[]
  /** Sets `target` to the union of `slots` and all slots that have links. */
  uniteWithLinkedSlots(slots: Int32Array, target: Int32Array, elementCount: number): void
  /** Adds to `target` each slot that is linked to one in `matchingSlots`. Fast if few are in `matchingSlots`. */
  addSlotsLinkedTo(matchingSlots: Int32Array, target: Int32Array, elementCount: number): void
  /**
   * Adds to `target` each slot in `candidates` that is linked to a slot in `matchingSlots`, unless it is in
   * `matchingSlots` itself. May also add linked slots outside `candidates`. Fast if few slots are in `candidates` and
   * not in `matchingSlots`.
   */
  addCandidatesLinkedTo(
    candidates: Int32Array,
    matchingSlots: Int32Array,
    target: Int32Array,
    elementCount: number,
  ): void
}

export function createSlotLinks(): SlotLinks {
  /** The slots with links. */
  let linked = new Int32Array()
  /** By slot: the first slot to which the slot is linked, or 0. */
  let firstLinks = new Int32Array()
  /** By slot: all slots to which the slot is linked, only if there are several. That is rare. */
  const moreLinks = new Map<number, readonly number[]>()

  return {
    grow(capacity) {
      linked = longerCopy(linked, capacity / bitsPerElement)
      firstLinks = longerCopy(firstLinks, capacity)
    },
    set(slot, linkedSlots) {
      const [first = 0] = linkedSlots
      linked[slot >>> 5] = ((linked[slot >>> 5] ?? 0) & ~(1 << slot)) | (Number(first > 0) << slot)
      firstLinks[slot] = first
      if (linkedSlots.length > 1) moreLinks.set(slot, linkedSlots)
      else moreLinks.delete(slot)
    },
    linksOf: (slot) =>
      hasBit(linked, slot) ? (moreLinks.get(slot) ?? [firstLinks[slot] ?? 0]) : [],
    uniteWithLinkedSlots(slots, target, elementCount) {
      for (let i = 0; i < elementCount; i += 1) target[i] = (slots[i] ?? 0) | (linked[i] ?? 0)
    },
    addSlotsLinkedTo(matchingSlots, target, elementCount) {
      for (let i = 0; i < elementCount; i += 1)
        for (let rest = (matchingSlots[i] ?? 0) & (linked[i] ?? 0); rest !== 0; rest &= rest - 1)
          setBit(target, firstLinks[i * bitsPerElement + lowestBit(rest)] ?? 0)
      for (const [slot, links] of moreLinks)
        if (hasBit(matchingSlots, slot)) for (const link of links) setBit(target, link)
    },
    addCandidatesLinkedTo(candidates, matchingSlots, target, elementCount) {
      for (let i = 0; i < elementCount; i += 1) {
        const bits = (candidates[i] ?? 0) & ~(matchingSlots[i] ?? 0) & (linked[i] ?? 0)
        for (let rest = bits; rest !== 0; rest &= rest - 1) {
          const slot = i * bitsPerElement + lowestBit(rest)
          if (hasBit(matchingSlots, firstLinks[slot] ?? 0)) setBit(target, slot)
        }
      }
      for (const [slot, links] of moreLinks)
        if (links.some((link) => hasBit(matchingSlots, link))) setBit(target, slot)
    },
  }
}
