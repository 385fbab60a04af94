// Finds the subject of a statement: the name at the beginning of the title, or the subtitle.
import { toName, type Name } from '../names.ts'

/** Maximum number of words of a subject. A longer phrase is not a name. */
const maxWords = 6
const maxCharacters = 60

/** The text before the question, as in "PGA Championship: Will Aaron Rai make the cut?" */
const topicPrefix = /^[^:]{1,60}: (?=Will )/
const questionWord = /^(?:who|what|which|when|where|how|is|are|does|did)$/i
const nameParticle = /^(?:of|de|del|da|do|dos|di|du|la|le|el|al|bin|van|von|der|den|and|the|y|e|&)$/

/** Returns the subject as a name, or null if neither title nor subtitle contains one. */
export function parseSubject(title: string, subtitle: string | null): Name | null {
  const named = title.startsWith('Will ') || subtitle === null ? leadingName(title) : null
  const found = named ?? subtitle
  if (found === null || found.length > maxCharacters) return null
  const words = found.split(' ')
  return words.length <= maxWords && words.every(isNameWord) ? toName(found) : null
}

/**
 * Returns the name at the beginning of a title: "Trump" in "Will Trump jail Hillary Clinton?", "Insurrection
 * Act" in "Insurrection Act invoked?" Returns null if the title does not begin with a name.
 */
function leadingName(title: string): string | null {
  const [first = '', ...others] = title.slice(0, 200).replace(topicPrefix, '').split(' ')
  if (questionWord.test(first)) return null
  const words = first === 'Will' ? others : [first, ...others]
  if (/^the$/i.test(words[0] ?? '') && first === 'Will') words.shift()
  const end = words.findIndex((word) => !isNameWord(word))
  const name = words.slice(0, Math.max(0, end))
  while (nameParticle.test(name.at(-1) ?? '')) name.pop()
  return name.length === 0 ? null : name.join(' ')
}

/**
 * Whether a word may be part of a name: it has a capital, a digit or a letter without case, or is a particle.
 */
function isNameWord(word: string): boolean {
  return /[\p{Lu}\d\p{Lo}]/u.test(word) || nameParticle.test(word)
}

/**
 * Whether the title asks "who" or has only known words, which are stop words or words of the event title. In
 * both cases only the ticker identifies the subject.
 */
export function omitsSubject(
  title: string,
  words: readonly string[],
  isKnownWord: (word: string) => boolean,
): boolean {
  return /^(?:who|which|what|when|how)\b/i.test(title) || words.every(isKnownWord)
}
