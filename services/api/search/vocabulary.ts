// The distinct words of an index, in alphabetical order, each with the slots that have it (a slot stands for
// the words of one entry). Finds words by prefix, and words that differ by a typing error.
import leven from 'leven'
import { createColumn } from '../catalog/column.ts'
import { append, type AscendingList } from './ascending-list.ts'

export interface SimilarWord {
  readonly word: string
  readonly slots: AscendingList
  readonly distance: number
}

export interface Vocabulary {
  /** `slot` must be greater than all slots of the word. */
  add(word: string, slot: number): void
  slotsOf(word: string): AscendingList
  /** The slots of each word that begins with the prefix; those of the prefix itself come first. */
  slotsFrom(prefix: string): readonly AscendingList[]
  /**
   * Words of letters whose edit distance is at most `maxDistance`. Exchanged neighbours count as one edit.
   * The time is that of comparing one number per word of the vocabulary.
   */
  similarTo(word: string, maxDistance: number): readonly SimilarWord[]
}

const noSlots: AscendingList = { length: 0, numbers: [] }

export function createVocabulary(): Vocabulary {
  const ids = new Map<string, number>()
  /** By word id. */
  const words: string[] = []
  const slots: AscendingList[] = []
  const signatures = createColumn(Uint32Array)
  /** Word ids. */
  let sorted = new Uint32Array()
  let added: number[] = []

  const wordOf = (id: number): string => words[id] ?? ''
  const slotsOf = (word: string): AscendingList => slots[ids.get(word) ?? -1] ?? noSlots

  const sortedIds = (): Uint32Array => {
    if (added.length > 0) {
      added.sort((a, b) => (wordOf(a) < wordOf(b) ? -1 : 1))
      sorted = merge(sorted, added, wordOf)
      added = []
    }
    return sorted
  }

  return {
    add(word, slot) {
      const id = ids.get(word)
      if (id !== undefined) {
        append(slots[id] ?? noSlots, slot)
        return
      }
      ids.set(word, words.length)
      added.push(words.length)
      signatures.set(words.length, signatureOf(word))
      words.push(word)
      slots.push({ length: 1, numbers: [slot] })
    },
    slotsOf,
    slotsFrom(prefix) {
      const order = sortedIds()
      const found: AscendingList[] = []
      for (let i = lowerBound(order, prefix, wordOf); i < order.length; i += 1) {
        const id = order[i] ?? 0
        if (!wordOf(id).startsWith(prefix)) break
        found.push(slots[id] ?? noSlots)
      }
      return found
    },
    similarTo(word, maxDistance) {
      const signature = signatureOf(word)
      const found: SimilarWord[] = []
      if (signature === 0) return found
      for (let id = 0; id < words.length; id += 1) {
        if (!maybeSimilar(signature, signatures.get(id), maxDistance)) continue
        const distance = editDistance(word, wordOf(id), maxDistance)
        if (distance > 0 && distance <= maxDistance)
          found.push({ word: wordOf(id), slots: slots[id] ?? noSlots, distance })
      }
      return found
    },
  }
}

const letterBits = 26
const letterMask = (1 << letterBits) - 1
const maxSignedLength = 63

/** The set of the word's letters in the low 26 bits, its length above; 0 unless it is short and of letters a to z. */
function signatureOf(word: string): number {
  if (word.length > maxSignedLength || !/^[a-z]+$/.test(word)) return 0
  let letters = 0
  for (let i = 0; i < word.length; i += 1) letters |= 1 << (word.charCodeAt(i) - 97)
  return ((word.length << letterBits) | letters) >>> 0
}

/** One edit changes the length by at most 1 and the set of letters by at most 2 letters. */
function maybeSimilar(one: number, other: number, maxDistance: number): boolean {
  if (other === 0) return false
  const difference = (one >>> letterBits) - (other >>> letterBits)
  if (difference > maxDistance || -difference > maxDistance) return false
  let letters = (one ^ other) & letterMask
  let count = 0
  for (; letters !== 0; count += 1) letters &= letters - 1
  return count <= 2 * maxDistance
}

/** More than `maxDistance` if the distance is greater. */
function editDistance(one: string, other: string, maxDistance: number): number {
  const distance = leven(one, other, { maxDistance: maxDistance + 1 })
  return distance === 2 && isExchange(one, other) ? 1 : distance
}

/** Whether the words differ only in two neighbouring letters that are exchanged. */
function isExchange(one: string, other: string): boolean {
  if (one.length !== other.length) return false
  let i = 0
  while (one[i] === other[i]) i += 1
  return (
    one[i] === other[i + 1] && one[i + 1] === other[i] && one.slice(i + 2) === other.slice(i + 2)
  )
}

function lowerBound(order: Uint32Array, prefix: string, wordOf: (id: number) => string): number {
  let [low, high] = [0, order.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (wordOf(order[middle] ?? 0) < prefix) low = middle + 1
    else high = middle
  }
  return low
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
