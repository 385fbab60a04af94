// Index for searching a catalog by words. An entry is the number of what is searched for.
import { createColumn } from '../catalog/column.ts'
import { includes } from './ascending-list.ts'
import { createMatchingSlots } from './matching-slots.ts'
import { resolveTerms } from './resolved-terms.ts'
import type { SearchTerm } from './search-terms.ts'
import { createVocabulary } from './vocabulary.ts'

export interface WordIndex {
  /** Replaces the words of the entry. Each word is given once. */
  set(entry: number, words: readonly string[]): void
  /**
   * Searches find the entry also by the words of these others. Replaces earlier links of the entry. Each of the
   * others must be linked to the entry, too.
   */
  link(entry: number, others: readonly number[]): void
  /** Returns the entries that match all terms; none if there are no terms. */
  search(terms: readonly SearchTerm[]): Hits
}

/** The result of a search, valid until the next search of the same index. */
export interface Hits {
  has(entry: number): boolean
  /**
   * Calls back once for each entry, in no particular order. `agreement`, 0 to 8: how exactly the entry's own words
   * agree with the terms, on average. `coverage`, 0 to `maxCoverage`: how large a part of its words the terms are.
   */
  forEach(callback: (entry: number, agreement: number, coverage: number) => void): void
}

export const maxCoverage = 2

export function createWordIndex(): WordIndex {
  /**
   * A slot stands for one entry with its words, which never change: an entry whose words change gets a new
   * slot, and its old slot is ignored. So the entries need no list of their words.
   */
  const vocabulary = createVocabulary()
  /** By entry; 0: none. */
  const slotOf = createColumn(Uint32Array)
  /** By slot. */
  const entryOf = createColumn(Uint32Array)
  const wordCount = createColumn(Uint32Array)
  const links = new Map<number, readonly number[]>()
  const matching = createMatchingSlots()
  let lastSlot = 0

  const hasExactly = (slot: number, words: readonly string[]): boolean =>
    slot > 0 &&
    wordCount.get(slot) === words.length &&
    words.every((word) => includes(vocabulary.slotsOf(word), slot))

  /** After the links of the entry or a slot of theirs have changed. */
  const updateLinks = (entry: number): void => {
    const others = (links.get(entry) ?? []).map((other) => slotOf.get(other))
    const slot = slotOf.get(entry)
    if (slot > 0)
      matching.setLinks(
        slot,
        others.filter((other) => other > 0),
      )
  }

  return {
    set(entry, words) {
      const before = slotOf.get(entry)
      if (hasExactly(before, words)) return
      if (before > 0) {
        matching.remove(before)
        matching.setLinks(before, [])
      }
      lastSlot += 1
      slotOf.set(entry, lastSlot)
      entryOf.set(lastSlot, entry)
      wordCount.set(lastSlot, words.length)
      for (const word of words) vocabulary.add(word, lastSlot)
      const others = links.get(entry)
      if (others) for (const one of [entry, ...others]) updateLinks(one)
    },
    link(entry, others) {
      if (others.length > 0) links.set(entry, others)
      else links.delete(entry)
      updateLinks(entry)
    },
    search(terms) {
      matching.begin(lastSlot + 1)
      const isPossible =
        terms.length > 0 && resolveTerms(terms, vocabulary).every((term) => matching.keep(term) > 0)
      return {
        has(entry) {
          const slot = slotOf.get(entry)
          return isPossible && slot > 0 && matching.has(slot)
        },
        forEach(callback) {
          if (!isPossible) return
          const slots = matching.all()
          for (let i = 0; i < slots.length; i += 1) {
            const slot = slots[i] ?? 0
            const agreement = Math.floor(matching.qualityOf(slot) / terms.length)
            callback(entryOf.get(slot), agreement, coverageOf(terms.length, wordCount.get(slot)))
          }
        },
      }
    },
  }
}

/** 2 from a third of the words on, 1 from a sixth. */
function coverageOf(terms: number, words: number): number {
  return 3 * terms >= words ? maxCoverage : 6 * terms >= words ? 1 : 0
}
