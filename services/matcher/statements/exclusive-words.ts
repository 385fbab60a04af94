// Mutually exclusive words, such as "men" and "women". Two questions differ if they contain different words
// of one line of the table below. Most of these words are stop words, which the comparison of words ignores.
import { toStem } from '../words.ts'

/**
 * Each line lists alternatives that exclude each other, separated by `|`. Synonyms are separated by spaces.
 */
const exclusiveWordTable = `
cup | league
f fahrenheit | c celsius
et est edt eastern | utc gmt
today tonight | tomorrow
monday | tuesday | wednesday | thursday | friday | saturday | sunday
men mens | women womens
day daily | week weekly | month monthly
executive | legislative
price | volume
`

type ExclusiveAlternatives = readonly (readonly string[])[]

const exclusiveWordLines: readonly ExclusiveAlternatives[] = exclusiveWordTable
  .trim()
  .split('\n')
  .map((line) => line.split(' | ').map((side) => side.split(' ').map(toStem)))

const lineTexts = exclusiveWordLines.map((sides) => sides.map((side) => side[0]).join(' or '))
const noExclusiveWords: readonly number[] = exclusiveWordLines.map(() => 0)
const allExclusiveStems: ReadonlySet<string> = new Set(exclusiveWordLines.flat(2))

/**
 * Returns which alternatives a market contains: for each line of `exclusiveWordTable` a number, in which bit i is set
 * if the market's title contains alternative i of the line. If it contains none of them, the title of the event counts.
 */
export function toExclusiveWordBits(
  titleWords: readonly string[],
  eventTitleWords: readonly string[],
): readonly number[] {
  const [own, ofEvent] = [titleWords, eventTitleWords].map(toAlternativeBits)
  if (own === noExclusiveWords && ofEvent === noExclusiveWords) return noExclusiveWords
  return exclusiveWordLines.map((_, i) => own?.[i] || ofEvent?.[i] || 0)
}

function toAlternativeBits(words: readonly string[]): readonly number[] {
  const stems = words.map(toStem).filter((stem) => allExclusiveStems.has(stem))
  if (stems.length === 0) return noExclusiveWords
  return exclusiveWordLines.map((sides) =>
    sides.reduce((bits, side, n) => bits | (stems.some((s) => side.includes(s)) ? 1 << n : 0), 0),
  )
}

/**
 * Compares two results of `toExclusiveWordBits`. Returns the first line of the table of which the two questions
 * contain different alternatives, as text ("men or women"), or null if there is no such line.
 */
export function findConflictingWords(a: readonly number[], b: readonly number[]): string | null {
  if (a === noExclusiveWords || b === noExclusiveWords) return null
  return (
    lineTexts.find((_, i) => a[i] !== 0 && b[i] !== 0 && ((a[i] ?? 0) & (b[i] ?? 0)) === 0) ?? null
  )
}
