// The slots that match the terms of a search so far. Beginning with the rarest term, each further term keeps
// some of them: either by going through all slots of the term, or, if that is less work, by looking up each slot
// that is left in the lists of the term.
import { isInAny, type AscendingList } from './ascending-list.ts'
import type { Alternative, ResolvedTerm } from './resolved-terms.ts'

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
  /** In no particular order. */
  all(): Uint32Array
  /** Sum of the qualities of the terms that the slot itself matches. */
  qualityOf(slot: number): number
}

/** More than the number of terms. */
const removed = 255
/** A lookup in one list takes as long as going through this many slots. */
const slotsPerLookup = 16

export function createMatchingSlots(): MatchingSlots {
  let capacity = 0
  /** By slot: 0, or `removed`. */
  let firstLevels = new Uint8Array()
  /** By slot: the first slot to which it is linked, or 0. Most have no more than one. */
  let firstLinks = new Uint32Array()
  const moreLinks = new Map<number, readonly number[]>()
  let linkedCount = 0
  /** By slot: the number of terms that it has matched, or `removed`. */
  let levels = new Uint8Array()
  /** By slot: 1 more than the level of the last scanned term that the slot matches by itself. */
  let ownLevels = new Uint8Array()
  let qualities = new Uint16Array()
  let counts = new Uint8Array()
  let current = new Uint32Array()
  let next = new Uint32Array()
  let length = 0
  let level = 0
  let slotCount = 0

  function grow(minCapacity: number): void {
    capacity = Math.ceil(minCapacity * 1.25)
    const [oldLevels, oldLinks] = [firstLevels, firstLinks]
    firstLevels = new Uint8Array(capacity)
    firstLevels.set(oldLevels)
    firstLinks = new Uint32Array(capacity)
    firstLinks.set(oldLinks)
    levels = new Uint8Array(capacity)
    ownLevels = new Uint8Array(capacity)
    qualities = new Uint16Array(capacity)
    counts = new Uint8Array(capacity)
    current = new Uint32Array(capacity)
    next = new Uint32Array(capacity)
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

  function keepByScan({ alternatives, shared }: ResolvedTerm): number {
    if (shared) countLists(shared.lists)
    const minCount = shared?.count ?? 0
    let keptLength = 0
    for (const { quality, words } of alternatives) {
      const [lists = [], ...others] = words
      for (const { length: size, numbers } of lists)
        for (let i = 0; i < size; i += 1) {
          const slot = numbers[i] ?? 0
          const isLeft = levels[slot] === level
          if (!isLeft && firstLinks[slot] === 0) continue
          if (minCount > 0 && others.length === 0 && (counts[slot] ?? 0) < minCount) continue
          if (others.length > 0 && !others.every((word) => isInAny(word, slot))) continue
          ownLevels[slot] = level + 1
          if (!isLeft) continue
          levels[slot] = level + 1
          qualities[slot] = (qualities[slot] ?? 0) + quality
          next[keptLength++] = slot
        }
    }
    return linkedCount > 0 ? keepLinked(keptLength) : keptLength
  }

  /**
   * Keeps the slots that match the scanned term only by a linked slot. `next` begins with `ownLength` slots that
   * match it by themselves.
   */
  function keepLinked(ownLength: number): number {
    let keptLength = ownLength
    const keep = (slot: number): void => {
      if (levels[slot] !== level) return
      levels[slot] = level + 1
      next[keptLength++] = slot
    }
    const isOwn = (slot: number): boolean => ownLevels[slot] === level + 1
    if (level === 0)
      for (let i = 0; i < ownLength; i += 1) {
        const slot = next[i] ?? 0
        const link = firstLinks[slot] ?? 0
        if (link === 0) continue
        keep(link)
        moreLinks.get(slot)?.forEach(keep)
      }
    else
      for (let i = 0; i < length; i += 1) {
        const slot = current[i] ?? 0
        const link = firstLinks[slot] ?? 0
        if (link !== 0 && (isOwn(link) || moreLinks.get(slot)?.some(isOwn))) keep(slot)
      }
    return keptLength
  }

  function linksOf(slot: number): readonly number[] {
    const link = firstLinks[slot] ?? 0
    return link === 0 ? [] : [link, ...(moreLinks.get(slot) ?? [])]
  }

  function keepByLookup({ alternatives }: ResolvedTerm): number {
    const bestOf = (slot: number): Alternative | undefined =>
      alternatives.find((one) => matches(one, slot))
    let kept = 0
    for (let i = 0; i < length; i += 1) {
      const slot = current[i] ?? 0
      const own = bestOf(slot)
      if (!own && !linksOf(slot).some(bestOf)) continue
      levels[slot] = level + 1
      qualities[slot] = (qualities[slot] ?? 0) + (own?.quality ?? 0)
      next[kept++] = slot
    }
    return kept
  }

  const mustScan = (term: ResolvedTerm): boolean =>
    level === 0 || term.shared !== null || length * term.listCount * slotsPerLookup > term.size

  return {
    begin(newLength) {
      slotCount = newLength
      if (slotCount > capacity) grow(slotCount)
      levels.set(firstLevels)
      ownLevels.fill(0, 0, slotCount)
      qualities.fill(0, 0, slotCount)
      level = 0
      length = 0
    },
    setLinks(slot, [first = 0, ...more]) {
      if (slot >= capacity) grow(slot + 1)
      linkedCount += Number(first > 0) - Number((firstLinks[slot] ?? 0) > 0)
      firstLinks[slot] = first
      if (more.length > 0) moreLinks.set(slot, more)
      else moreLinks.delete(slot)
    },
    remove(slot) {
      if (slot >= capacity) grow(slot + 1)
      firstLevels[slot] = removed
    },
    keep(term) {
      length = mustScan(term) ? keepByScan(term) : keepByLookup(term)
      ;[current, next] = [next, current]
      level += 1
      return length
    },
    has: (slot) => level > 0 && levels[slot] === level,
    all: () => current.subarray(0, length),
    qualityOf: (slot) => qualities[slot] ?? 0,
  }
}

function matches({ words }: Alternative, slot: number): boolean {
  return words.every((lists) => isInAny(lists, slot))
}
