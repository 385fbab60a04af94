// Words for search, the same on both sides: the projector folds what is found, the api what is asked for.

const marks = /\p{M}+/gu
const wordCharacters = /[\p{L}\p{N}]+/gu

/** Without case and accents: `Pokémon` and `POKEMON` fold to the same. */
export function fold(text: string): string {
  // Lower case can bring a mark of its own (İ), hence marks go last.
  return text.normalize('NFKD').toLowerCase().replace(marks, '')
}

/** The folded words of the texts, each once, in the order in which they first appear. */
export function foldedWords(...texts: readonly string[]): string[] {
  const words = new Set<string>()
  for (const text of texts)
    for (const word of fold(text).match(wordCharacters) ?? []) words.add(word)
  return [...words]
}
