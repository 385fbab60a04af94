// One word in two spellings, and words that are cut short.

/** Also "Greuther F" for "Greuther Fürth". */
export function findWord(word: string, among: readonly string[]): number {
  const exact = among.indexOf(word)
  if (exact >= 0) return exact
  if (word.length === 1) return among.findIndex((other) => other.startsWith(word))
  return among.findIndex((other) => isSpelling(word, other))
}

/** One word in two spellings: one letter apart, or the beginning of the other. */
export function isSpelling(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (short[0] !== long[0]) return false
  if (short.length >= 5 && long.startsWith(short)) return true
  if (short.length === 4 && long.length <= 6 && long.startsWith(short)) return true
  return short.length >= 6 && long.length - short.length <= 1 && isOneLetterApart(short, long)
}

function isOneLetterApart(short: string, long: string): boolean {
  let start = 0
  while (start < short.length && short[start] === long[start]) start += 1
  let end = 0
  while (end < short.length - start && short.at(-1 - end) === long.at(-1 - end)) end += 1
  return Math.max(short.length, long.length) - start - end <= 1
}
