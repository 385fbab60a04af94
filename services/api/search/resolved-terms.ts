// Finds the terms of a search in a vocabulary: for each term, the lists of slots that match it.
import { isInListsOfEachWord, type AscendingList } from './ascending-list.ts'
import { synonymsOf, type SearchTerm, type WordPattern } from './search-terms.ts'
import type { Vocabulary } from './vocabulary.ts'

/** One way to match a term: a slot matches if, for each of the words, one of the word's lists has the slot. */
export interface TermAlternative {
  readonly quality: number
  readonly words: readonly (readonly AscendingList[])[]
}

export interface ResolvedTerm {
  /** The alternatives with the best quality come first. Within an alternative, the rarest word comes first. */
  readonly alternatives: readonly TermAlternative[]
  /** null unless words of this term also match other terms of the query. */
  readonly shared: SharedWords | null
  /** Total length of the lists of the first word of each alternative. */
  readonly size: number
  /** Number of these lists. */
  readonly listCount: number
}

/** A slot must be in at least `count` of these lists, so that one word of an entry does not match two terms. */
interface SharedWords {
  readonly count: number
  readonly lists: ReadonlySet<AscendingList>
}

/** From 0 to 8. */
const quality = { exact: 8, synonym: 7, prefix: 5, corrected: 2 }

const minCorrectedLength = 4
const minLengthForTwoEdits = 8
/** A word in at most this many entries may be a misspelling of a common word. */
const maxRareEntries = 2
const minCommonEntries = 20
const maxCorrections = 3
/**
 * Maximum number of corrected terms per search, because a correction compares its word with the whole
 * vocabulary.
 */
const maxCorrectedTerms = 8

/** Returns the terms with their lists and corrections, the rarest term first. */
export function resolveTerms(
  terms: readonly SearchTerm[],
  vocabulary: Vocabulary,
): readonly ResolvedTerm[] {
  let corrected = 0
  return terms
    .map((term) => {
      const { written, variants } = term
      const [first] = written
      const lists = written.map((pattern) => postingListsOf(pattern, vocabulary))
      const synonyms = toAlternatives(variants, quality.synonym, vocabulary)
      const shared = findSharedWords(term, terms, vocabulary)
      if (!first || written.length > 1)
        return toResolvedTerm(
          [{ quality: quality.exact, words: sortRarestFirst(lists) }, ...synonyms],
          shared,
        )
      const exact = vocabulary.slotsWithWord(first.word)
      const [found = []] = lists
      const longer = found[0] === exact ? found.slice(1) : found
      const alternatives = [
        { quality: quality.exact, words: [[exact]] },
        ...synonyms,
        { quality: quality.prefix, words: [longer] },
      ]
      if (shared || first.word.length < minCorrectedLength || corrected === maxCorrectedTerms)
        return toResolvedTerm(alternatives, shared)
      const count = countSlotsUpTo(maxRareEntries + 1, alternatives)
      if (count > maxRareEntries) return toResolvedTerm(alternatives, shared)
      corrected += 1
      const corrections = correctionsOf(first.word, count === 0, vocabulary)
      return toResolvedTerm([...alternatives, ...corrections], shared)
    })
    .toSorted((a, b) => a.size - b.size)
}

function toResolvedTerm(
  alternatives: readonly TermAlternative[],
  sharedWords: SharedWords | null,
): ResolvedTerm {
  let [size, listCount] = [0, 0]
  for (const {
    words: [lists = []],
  } of alternatives) {
    size += sizeOf(lists)
    listCount += lists.length
  }
  return { alternatives, shared: sharedWords, size, listCount }
}

const sizeOf = (lists: readonly AscendingList[]): number =>
  lists.reduce((sum, { length }) => sum + length, 0)

function sortRarestFirst(
  words: readonly (readonly AscendingList[])[],
): readonly (readonly AscendingList[])[] {
  return words.toSorted((a, b) => sizeOf(a) - sizeOf(b))
}

/** Returns how many slots match one of the alternatives; stops counting at `maxCount`. */
function countSlotsUpTo(maxCount: number, alternatives: readonly TermAlternative[]): number {
  const found = new Set<number>()
  for (const { words } of alternatives) {
    const [lists = [], ...others] = words
    for (const { length, numbers } of lists)
      for (let i = 0; i < length; i += 1) {
        const slot = numbers[i] ?? 0
        if (isInListsOfEachWord(others, slot)) found.add(slot)
        if (found.size === maxCount) return maxCount
      }
  }
  return found.size
}

function toAlternatives(
  texts: readonly (readonly WordPattern[])[],
  value: number,
  vocabulary: Vocabulary,
): readonly TermAlternative[] {
  return texts.map((words) => ({
    quality: value,
    words: sortRarestFirst(words.map((pattern) => postingListsOf(pattern, vocabulary))),
  }))
}

function postingListsOf(
  { word, isPrefix }: WordPattern,
  vocabulary: Vocabulary,
): readonly AscendingList[] {
  return isPrefix ? vocabulary.slotsWithPrefix(word) : [vocabulary.slotsWithWord(word)]
}

/**
 * Returns the condition for a term that is a prefix of other terms of the query, as `tr` is of `trump`; null for all
 * other terms. An entry must have at least as many matching words as there are such terms, so that each term matches a
 * word of its own. This condition is sufficient, because the shorter of any two prefixes of one word is also a prefix
 * of the longer one.
 */
function findSharedWords(
  term: SearchTerm,
  terms: readonly SearchTerm[],
  vocabulary: Vocabulary,
): SharedWords | null {
  const [pattern, ...more] = term.written
  if (!pattern?.isPrefix || more.length > 0) return null
  const sharing = terms.filter(
    ({ written: [first, ...rest] }) =>
      first !== undefined && rest.length === 0 && first.word.startsWith(pattern.word),
  )
  if (sharing.length < 2) return null
  const patterns = sharing.flatMap(({ written, variants }) =>
    [written, ...variants].flatMap((words) => (words.length === 1 ? words : [])),
  )
  const lists = new Set(patterns.flatMap((one) => postingListsOf(one, vocabulary)))
  return { count: sharing.length, lists }
}

/**
 * Returns alternatives for a misspelled word. If no slot has the word, these are the most frequent of the
 * nearest words; if a few slots have it, common words at a distance of one edit. The synonyms of these words
 * match, too.
 */
function correctionsOf(
  word: string,
  isWordUnknown: boolean,
  vocabulary: Vocabulary,
): readonly TermAlternative[] {
  const maxDistance = isWordUnknown && word.length >= minLengthForTwoEdits ? 2 : 1
  const similar = vocabulary
    .wordsSimilarTo(word, maxDistance)
    .filter(({ slots }) => isWordUnknown || slots.length >= minCommonEntries)
  const nearest = Math.min(...similar.map(({ distance }) => distance))
  const corrections = similar
    .filter(({ distance }) => distance === nearest)
    .sort((a, b) => b.slots.length - a.slots.length)
    .slice(0, maxCorrections)
  const texts = corrections.flatMap((correction) => [
    [{ word: correction.word, isPrefix: false }],
    ...synonymsOf(correction.word),
  ])
  return toAlternatives(texts, quality.corrected, vocabulary)
}
