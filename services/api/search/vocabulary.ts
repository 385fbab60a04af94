// The distinct words of an index, in alphabetical order, each with the slots that have it (a slot stands for
// the words of one entry). Finds words by prefix, and words that differ by a typing error.
import leven from 'leven'
import { findFirstIndex } from '../../lib/run/binary-search.ts'
import { createColumn, type Column } from '../../lib/run/column.ts'
import { append, listOfCapacity, trim, type AscendingList } from './ascending-list.ts'

export interface SimilarWord {
  readonly word: string
  readonly slots: AscendingList
  readonly distance: number
}

export interface Vocabulary {
  /** Adds a slot to a word. `slot` must be greater than all slots that the word has. */
  add(word: string, slot: number): void
  /** Returns the slots that have the word. */
  slotsWithWord(word: string): AscendingList
  /**
   * Returns the lists of slots of all words that begin with the prefix; the list of the prefix itself comes
   * first.
   */
  slotsWithPrefix(prefix: string): readonly AscendingList[]
  /**
   * Returns the words that consist only of the letters a to z and whose edit distance from `word` is at most
   * `maxDistance`. An exchange of two adjacent letters counts as one edit. Costs one comparison of numbers for each
   * word of the vocabulary.
   */
  wordsSimilarTo(word: string, maxDistance: number): readonly SimilarWord[]
  /**
   * Replaces each slot by toNewSlot(slot), in steps; 0: the slot is left out. `toNewSlot` must keep the order of the
   * slots. The new slots are in effect from the last step of the generator on. Until then, slots may be added,
   * and `toNewSlot` must know them.
   */
  renumber(toNewSlot: (slot: number) => number, slotsPerStep: number): Generator<void>
}

interface VocabularyContent {
  readonly ids: Map<string, number>
  /** By word id. */
  readonly words: string[]
  readonly slots: AscendingList[]
  readonly signatures: Column
  /**
   * The ids of the words in alphabetical order, except the words in `added`, which were added since the
   * last sorting.
   */
  sorted: Uint32Array
  added: number[]
}

function emptyVocabularyContent(): VocabularyContent {
  return {
    ids: new Map(),
    words: [],
    slots: [],
    signatures: createColumn(Uint32Array),
    sorted: new Uint32Array(),
    added: [],
  }
}

/** Adds a word with its slots. Returns the id of the word. */
function insert(
  { ids, words, slots, signatures }: VocabularyContent,
  word: string,
  list: AscendingList,
) {
  const id = words.length
  ids.set(word, id)
  signatures.set(id, letterSignatureOf(word))
  words.push(word)
  slots.push(list)
  return id
}

function addSlotTo(content: VocabularyContent, word: string, slot: number): void {
  const id = content.ids.get(word)
  if (id === undefined) content.added.push(insert(content, word, { length: 1, numbers: [slot] }))
  else append(content.slots[id] ?? noSlots, slot)
}

const noSlots: AscendingList = { length: 0, numbers: [] }

export function createVocabulary(): Vocabulary {
  let content = emptyVocabularyContent()
  /** While renumber() runs: the copy of `content` with the new slots, which replaces `content` at the end. */
  let copy: {
    readonly content: VocabularyContent
    readonly toNewSlot: (slot: number) => number
    /** By word id: 1 if renumber() has copied the word already. Only for words that were known when it began. */
    readonly isCopied: Uint8Array
  } | null = null

  const wordOf = (id: number): string => content.words[id] ?? ''
  const slotsWithWordId = (id: number): AscendingList => content.slots[id] ?? noSlots
  const slotsWithWord = (word: string): AscendingList =>
    slotsWithWordId(content.ids.get(word) ?? -1)

  const sortedIds = (): Uint32Array => {
    const { added } = content
    if (added.length > 0) {
      added.sort((a, b) => (wordOf(a) < wordOf(b) ? -1 : 1))
      content.sorted = merge(content.sorted, added, wordOf)
      content.added = []
    }
    return content.sorted
  }

  return {
    add(word, slot) {
      addSlotTo(content, word, slot)
      if (!copy) return
      const isWaiting = copy.isCopied[content.ids.get(word) ?? 0] === 0
      if (!isWaiting) addSlotTo(copy.content, word, copy.toNewSlot(slot))
    },
    slotsWithWord,
    slotsWithPrefix(prefix) {
      const order = sortedIds()
      const wordAt = (i: number): string => wordOf(order[i] ?? 0)
      const start = findFirstIndex(0, order.length, (i) => wordAt(i) >= prefix)
      const end = findFirstIndex(start, order.length, (i) => !wordAt(i).startsWith(prefix))
      const found: AscendingList[] = []
      for (let i = start; i < end; i += 1) found.push(slotsWithWordId(order[i] ?? 0))
      return found
    },
    wordsSimilarTo(word, maxDistance) {
      const signature = letterSignatureOf(word)
      const found: SimilarWord[] = []
      if (signature === 0) return found
      const { words, signatures } = content
      for (let id = 0; id < words.length; id += 1) {
        if (!canBeSimilar(signature, signatures.get(id), maxDistance)) continue
        const distance = editDistance(word, wordOf(id), maxDistance)
        if (distance > 0 && distance <= maxDistance)
          found.push({ word: wordOf(id), slots: slotsWithWordId(id), distance })
      }
      return found
    },
    *renumber(toNewSlot, slotsPerStep) {
      const order = sortedIds()
      const isCopied = new Uint8Array(content.words.length)
      const next = emptyVocabularyContent()
      copy = { content: next, toNewSlot, isCopied }
      const sorted = new Uint32Array(order.length)
      let [count, work] = [0, 0]
      for (const id of order) {
        const list = slotsWithWordId(id)
        const renumbered = listOfCapacity(list.length)
        // the length is read again each time, because the list may grow between two steps
        for (let i = 0; i < list.length; i += 1) {
          const slot = toNewSlot(list.numbers[i] ?? 0)
          if (slot > 0) append(renumbered, slot)
          work += 1
          if (work % slotsPerStep === 0) yield
        }
        isCopied[id] = 1
        if (renumbered.length > 0) sorted[count++] = insert(next, wordOf(id), trim(renumbered))
      }
      next.sorted = sorted.slice(0, count)
      content = next
      copy = null
    },
  }
}

const letterBits = 26
const letterMask = (1 << letterBits) - 1
const maxSignatureLength = 63

/**
 * Returns the set of the word's letters in the low 26 bits and its length above them; 0 unless the word is
 * short and has only letters a to z.
 */
function letterSignatureOf(word: string): number {
  if (word.length > maxSignatureLength || !/^[a-z]+$/.test(word)) return 0
  let letters = 0
  for (let i = 0; i < word.length; i += 1) letters |= 1 << (word.charCodeAt(i) - 97)
  return ((word.length << letterBits) | letters) >>> 0
}

/**
 * Whether two words with these signatures can be similar: one edit changes the length by at most 1 and the set
 * of letters by at most 2 letters.
 */
function canBeSimilar(one: number, other: number, maxDistance: number): boolean {
  if (other === 0) return false
  const difference = (one >>> letterBits) - (other >>> letterBits)
  if (difference > maxDistance || -difference > maxDistance) return false
  let letters = (one ^ other) & letterMask
  let count = 0
  for (; letters !== 0; count += 1) letters &= letters - 1
  return count <= 2 * maxDistance
}

/** Returns the edit distance, or any number above `maxDistance` if it is greater. */
function editDistance(one: string, other: string, maxDistance: number): number {
  const distance = leven(one, other, { maxDistance: maxDistance + 1 })
  return distance === 2 && isTransposition(one, other) ? 1 : distance
}

/** Whether the words differ only by two neighbouring letters that are exchanged. */
function isTransposition(one: string, other: string): boolean {
  if (one.length !== other.length) return false
  let i = 0
  while (one[i] === other[i]) i += 1
  return (
    one[i] === other[i + 1] && one[i + 1] === other[i] && one.slice(i + 2) === other.slice(i + 2)
  )
}

function merge(
  a: Uint32Array,
  b: readonly number[],
  wordOf: (id: number) => string,
): Uint32Array<ArrayBuffer> {
  const merged = new Uint32Array(a.length + b.length)
  let [i, j] = [0, 0]
  for (let k = 0; k < merged.length; k += 1) {
    const isFromA = j >= b.length || (i < a.length && wordOf(a[i] ?? 0) < wordOf(b[j] ?? 0))
    merged[k] = (isFromA ? a[i++] : b[j++]) ?? 0
  }
  return merged
}
