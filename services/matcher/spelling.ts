// Recognizes two spellings of one word, and abbreviated words.

/**
 * Returns the index of the candidate that is the same word in any spelling, or -1. A single letter stands for
 * any word that begins with it: the "F" of "Greuther F" for "Fürth".
 */
export function findSameWord(word: string, candidates: readonly string[]): number {
  const exact = candidates.indexOf(word)
  if (exact >= 0) return exact
  if (word.length === 1) return candidates.findIndex((other) => other.startsWith(word))
  return candidates.findIndex((other) => isSpellingVariant(word, other))
}

/**
 * Whether two words of sufficient length are spellings of one word: they differ in one letter, or one is the
 * beginning of the other.
 */
export function isSpellingVariant(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (short[0] !== long[0]) return false
  if (short.length >= 5 && long.startsWith(short)) return true
  if (short.length === 4 && long.length <= 6 && long.startsWith(short)) return true
  return short.length >= 6 && long.length - short.length <= 1 && isOneLetterApart(short, long)
}

function isOneLetterApart(shorterWord: string, longerWord: string): boolean {
  let start = 0
  while (start < shorterWord.length && shorterWord[start] === longerWord[start]) start += 1
  let end = 0
  while (end < shorterWord.length - start && shorterWord.at(-1 - end) === longerWord.at(-1 - end))
    end += 1
  return Math.max(shorterWord.length, longerWord.length) - start - end <= 1
}
