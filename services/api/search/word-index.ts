// Index for searching a catalog by words. An entry is the number of a market or event in its catalog.
import { createColumn } from '../../lib/run/column.ts'
import { includes } from './ascending-list.ts'
import { createMatchingSlots } from './matching-slots.ts'
import { resolveTerms } from './resolved-terms.ts'
import type { SearchTerm } from './search-terms.ts'
import { createVocabulary } from './vocabulary.ts'

export interface WordIndex {
  /** Replaces the words of the entry. `words` must not contain a word twice. */
  set(entry: number, words: readonly string[]): void
  /** Removes the entry with its words and links. */
  delete(entry: number): void
  /**
   * From now on searches find the entry also by the words of the linked entries. Replaces earlier links of the entry.
   * Each linked entry must also be linked to this entry.
   */
  link(entry: number, linkedEntries: readonly number[]): void
  /** Returns the entries that match all terms; none if there are no terms. */
  search(terms: readonly SearchTerm[]): SearchHits
  /**
   * Frees the memory of removed and replaced words in short steps, if they are more than a third of all words.
   * The index may be searched and changed between two steps.
   */
  compactIndex(): Generator<void>
  /** Returns how many slots take memory, including those of replaced and removed entries. */
  slotCount(): number
}

/** The result of a search, valid until the next search or change of the same index. */
export interface SearchHits {
  has(entry: number): boolean
  /** Number of entries. */
  readonly count: number
  /** Returns a found entry. `index`: from 0 to `count - 1`, in no particular order. */
  entryAt(index: number): number
  /**
   * Returns how exactly the words of the found entry match the terms, on average: from 0 to 8. Words of linked
   * entries do not count.
   */
  matchQualityAt(index: number): number
  /** Returns how many terms there are in relation to the words of the found entry: from 0 to `maxCoverage`. */
  wordCoverageAt(index: number): number
}

export const maxCoverage = 2

interface WordIndexOptions {
  /** With fewer unused slots than this, compacting is not worth the time. */
  readonly minUnusedSlots: number
  /** How many slots one step of compacting handles, in one or two milliseconds. */
  readonly slotsPerStep: number
}

const defaultOptions: WordIndexOptions = { minUnusedSlots: 1000, slotsPerStep: 5_000 }

/**
 * A slot stands for one entry with the words that it has at one time. When the words change, the entry gets a
 * new slot, and the old slot is ignored. So the index need not remember the words of an entry to remove them.
 */
function createEntrySlots() {
  return {
    /** By entry; 0: none. */
    slotOf: createColumn(Uint32Array),
    /** By slot. */
    entryOf: createColumn(Uint32Array),
    wordCount: createColumn(Uint32Array),
    matching: createMatchingSlots(),
    last: 0,
    unused: 0,
  }
}

type EntrySlots = ReturnType<typeof createEntrySlots>

function addSlot(slots: EntrySlots, entry: number, wordCount: number): number {
  slots.last += 1
  slots.slotOf.set(entry, slots.last)
  slots.entryOf.set(slots.last, entry)
  slots.wordCount.set(slots.last, wordCount)
  return slots.last
}

function removeSlot(slots: EntrySlots, entry: number): void {
  const slot = slots.slotOf.get(entry)
  if (slot === 0) return
  slots.matching.remove(slot)
  slots.matching.setLinks(slot, [])
  slots.slotOf.set(entry, 0)
  slots.unused += 1
}

export function createWordIndex({ minUnusedSlots, slotsPerStep } = defaultOptions): WordIndex {
  const vocabulary = createVocabulary()
  let slots = createEntrySlots()
  /**
   * While the index is compacted: the slots that will replace `slots`, and whether all used slots have been
   * copied.
   */
  let next: { readonly slots: EntrySlots; isFilled: boolean } | null = null
  const links = new Map<number, readonly number[]>()

  const hasExactlyTheWords = (slot: number, words: readonly string[]): boolean =>
    slot > 0 &&
    slots.wordCount.get(slot) === words.length &&
    words.every((word) => includes(vocabulary.slotsWithWord(word), slot))

  /** Must be called after the links of the entry, or the slot of a linked entry, have changed. */
  const updateLinks = (entry: number): void => {
    const slot = slots.slotOf.get(entry)
    if (slot === 0) return
    const others = (links.get(entry) ?? []).map((other) => slots.slotOf.get(other))
    slots.matching.setLinks(
      slot,
      others.filter((other) => other > 0),
    )
  }

  const remove = (entry: number): void => {
    removeSlot(slots, entry)
    if (next) removeSlot(next.slots, entry)
  }

  /**
   * Gives each used slot a new number in `target`. Returns the new slots by old slot; 0: the slot is no longer
   * used.
   */
  function* copyUsedSlots(target: EntrySlots) {
    const newSlots = createColumn(Uint32Array)
    for (let slot = 1; slot <= slots.last; slot += 1) {
      const entry = slots.entryOf.get(slot)
      if (slots.slotOf.get(entry) === slot)
        newSlots.set(slot, addSlot(target, entry, slots.wordCount.get(slot)))
      if (slot % slotsPerStep === 0) yield
    }
    return newSlots
  }

  return {
    set(entry, words) {
      if (hasExactlyTheWords(slots.slotOf.get(entry), words)) return
      remove(entry)
      const slot = addSlot(slots, entry, words.length)
      if (next?.isFilled) addSlot(next.slots, entry, words.length)
      for (const word of words) vocabulary.add(word, slot)
      const others = links.get(entry)
      if (others) for (const one of [entry, ...others]) updateLinks(one)
    },
    delete(entry) {
      remove(entry)
      for (const other of links.get(entry) ?? []) {
        const rest = (links.get(other) ?? []).filter((one) => one !== entry)
        if (rest.length > 0) links.set(other, rest)
        else links.delete(other)
        updateLinks(other)
      }
      links.delete(entry)
    },
    link(entry, linkedEntries) {
      if (linkedEntries.length > 0) links.set(entry, linkedEntries)
      else links.delete(entry)
      updateLinks(entry)
    },
    search(terms) {
      const { matching } = slots
      const slotOf = slots.slotOf.values()
      const entryOf = slots.entryOf.values()
      const wordCounts = slots.wordCount.values()
      matching.begin(slots.last + 1)
      const isPossible =
        terms.length > 0 &&
        resolveTerms(terms, vocabulary).every((term) => matching.keepMatchingSlots(term) > 0)
      const found = isPossible ? matching.all() : new Uint32Array()
      return {
        has(entry) {
          const slot = slotOf[entry] ?? 0
          return isPossible && slot > 0 && matching.has(slot)
        },
        count: found.length,
        entryAt: (i) => entryOf[found[i] ?? 0] ?? 0,
        matchQualityAt: (i) => Math.floor(matching.qualityOf(found[i] ?? 0) / terms.length),
        wordCoverageAt: (i) => toWordCoverage(terms.length, wordCounts[found[i] ?? 0] ?? 0),
      }
    },
    *compactIndex() {
      if (slots.unused < minUnusedSlots || 3 * slots.unused <= slots.last) return
      next = { slots: createEntrySlots(), isFilled: false }
      const newSlots = yield* copyUsedSlots(next.slots)
      next.isFilled = true
      const [lastOld, lastNew] = [slots.last, next.slots.last]
      yield* vocabulary.renumber(
        (slot) => (slot <= lastOld ? newSlots.get(slot) : slot - lastOld + lastNew),
        slotsPerStep,
      )
      slots = next.slots
      next = null
      for (const entry of links.keys()) updateLinks(entry)
    },
    slotCount: () => slots.last,
  }
}

/** Returns 2 if the terms are at least a third of the words, 1 if at least a sixth, else 0. */
function toWordCoverage(termCount: number, wordCount: number): number {
  return 3 * termCount >= wordCount ? maxCoverage : 6 * termCount >= wordCount ? 1 : 0
}
