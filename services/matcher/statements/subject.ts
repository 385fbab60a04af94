// Of whom a sentence is: the name that it begins with, or that its subtitle gives.
import { toName, type Name } from '../names.ts'

const mostWords = 6
const mostCharacters = 60

/** "PGA Championship: Will Aaron Rai make the cut?" */
const topic = /^[^:]{1,60}: (?=Will )/
const questionWord = /^(?:who|what|which|when|where|how|is|are|does|did)$/i
const particle = /^(?:of|de|del|da|do|dos|di|du|la|le|el|al|bin|van|von|der|den|and|the|y|e|&)$/

export function subjectOf(title: string, subtitle: string | null): Name | null {
  const named = title.startsWith('Will ') || subtitle === null ? nameAtHead(title) : null
  const found = named ?? subtitle
  if (found === null || found.length > mostCharacters) return null
  const words = found.split(' ')
  return words.length <= mostWords && words.every(isWordOfName) ? toName(found) : null
}

/** "Trump" of "Will Trump jail Hillary Clinton?", "Insurrection Act" of "Insurrection Act invoked?" */
function nameAtHead(title: string): string | null {
  const [first = '', ...others] = title.slice(0, 200).replace(topic, '').split(' ')
  if (questionWord.test(first)) return null
  const words = first === 'Will' ? others : [first, ...others]
  if (/^the$/i.test(words[0] ?? '') && first === 'Will') words.shift()
  const end = words.findIndex((word) => !isWordOfName(word))
  const name = words.slice(0, Math.max(0, end))
  while (particle.test(name.at(-1) ?? '')) name.pop()
  return name.length === 0 ? null : name.join(' ')
}

/** It has a capital, a number, or a letter of a script that has no capitals. */
function isWordOfName(word: string): boolean {
  return /[\p{Lu}\d\p{Lo}]/u.test(word) || particle.test(word)
}

/** It asks who, or says no more than its event: which market it is must be told otherwise. */
export function isOpenTitle(
  title: string,
  words: readonly string[],
  isKnown: (word: string) => boolean,
): boolean {
  return /^(?:who|which|what|when|how)\b/i.test(title) || words.every(isKnown)
}
