// Which entries have a word that begins with a prefix? Sorted words for the prefixes, and for each
// word the slots of the entries that have, or once had, it: a hit must be checked against the entry.

export interface WordIndex {
  add(slot: number, words: readonly string[]): void
  /**
   * Slots that may have a word for every prefix, with no slot missing (but repeats): those of the
   * prefix that the fewest have. null if they are more than `most`: then a walk over all entries is
   * cheaper.
   */
  candidates(prefixes: readonly string[], most: number): readonly number[] | null
}

export function createWordIndex(): WordIndex {
  const postings = new Map<string, number[]>()
  let sorted: string[] = []
  let added: string[] = []

  const sortedWords = (): readonly string[] => {
    if (added.length > 0) {
      sorted = merge(sorted, added.sort())
      added = []
    }
    return sorted
  }

  /** Postings of all words that begin with the prefix. */
  const postingsOf = (prefix: string): readonly (readonly number[])[] => {
    const words = sortedWords()
    const found: (readonly number[])[] = []
    for (let i = firstNotBelow(words, prefix); words[i]?.startsWith(prefix); i++)
      found.push(postings.get(words[i] ?? '') ?? [])
    return found
  }

  return {
    add(slot, words) {
      for (const word of words) {
        const slots = postings.get(word)
        if (slots) slots.push(slot)
        else {
          postings.set(word, [slot])
          added.push(word)
        }
      }
    },
    candidates(prefixes, most) {
      let fewest: readonly (readonly number[])[] = []
      let count = Infinity
      for (const prefix of prefixes) {
        const found = postingsOf(prefix)
        const size = found.reduce((sum, slots) => sum + slots.length, 0)
        if (size < count) [fewest, count] = [found, size]
        if (count === 0) break
      }
      return count > most ? null : fewest.flat()
    },
  }
}

function firstNotBelow(words: readonly string[], prefix: string): number {
  let [low, high] = [0, words.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((words[middle] ?? '') < prefix) low = middle + 1
    else high = middle
  }
  return low
}

function merge(a: readonly string[], b: readonly string[]): string[] {
  const merged: string[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    const [x, y] = [a[i], b[j]]
    if (y === undefined || (x !== undefined && x < y)) {
      merged.push(x ?? '')
      i++
    } else {
      merged.push(y)
      j++
    }
  }
  return merged
}
