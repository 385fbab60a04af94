// Equal strings, and equal lists of strings, become one: a word or a set of tags is shared by
// thousands of markets.

export interface Interner {
  readonly text: (text: string) => string
  readonly list: (texts: readonly string[]) => readonly string[]
}

export function createInterner(): Interner {
  const texts = new Map<string, string>()
  const lists = new Map<string, readonly string[]>()
  const text = (given: string): string => {
    const known = texts.get(given)
    if (known !== undefined) return known
    texts.set(given, given)
    return given
  }
  return {
    text,
    list: (given) => {
      const key = JSON.stringify(given)
      const known = lists.get(key)
      if (known) return known
      const list = given.map(text)
      lists.set(key, list)
      return list
    },
  }
}
