// Finds parts of a title that an equal question may omit: the author of a work, the name of a court
// case, the ticker symbol of a company.
import { canonicalWords, toStem } from '../words.ts'

const nameWord = String.raw`(?:(?:\p{Lu}|\d)[^\s?"“”]*|and|&|the|of|x|feat\.?|ft\.?)`
/**
 * Only this many first characters of a title are searched, which limits the time for matching the patterns.
 */
const maxCharacters = 300

const optionalPartPatterns: readonly RegExp[] = [
  // "Iceman" by Drake
  new RegExp(String.raw`["”] by (${nameWord}(?: ${nameWord}){0,8})`, 'u'),
  // Drake's "Iceman"
  /((?:\p{Lu}\S* ){0,4}\p{Lu}\S*)['’]s ["“]/u,
  // in Trump v. Barbara
  / in (\p{Lu}[^?,]{1,40}? v\.? \p{Lu}[^?,]{1,40}?)(?=[?,]| before | by |$)/u,
  // Tesla (TSLA)
  /\(([A-Z]{3,5})\)/u,
]

const noStems: readonly string[] = []

/** Returns the stems of the parts of a title that an equal question may omit. */
export function optionalStemsIn(title: string): readonly string[] {
  if (!/["”(]| v\.? /.test(title)) return noStems
  const titleStart = title.slice(0, maxCharacters)
  const found = optionalPartPatterns.flatMap((pattern) => pattern.exec(titleStart)?.[1] ?? [])
  if (found.length === 0) return noStems
  return found.flatMap((words) => canonicalWords(words.replace(/^Will /, ''))).map(toStem)
}
