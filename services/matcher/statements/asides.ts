// What a sentence says besides, and another of the same meaning may leave out: who made a work, the
// name of a case, the letters by which a company is traded.
import { canonicalWords, toStem } from '../words.ts'

const nameWord = String.raw`(?:(?:\p{Lu}|\d)[^\s?"“”]*|and|&|the|of|x|feat\.?|ft\.?)`
const longestRead = 300

const forms: readonly RegExp[] = [
  // "Iceman" by Drake
  new RegExp(String.raw`["”] by (${nameWord}(?: ${nameWord}){0,8})`, 'u'),
  // Drake's "Iceman"
  /((?:\p{Lu}\S* ){0,4}\p{Lu}\S*)['’]s ["“]/u,
  // in Trump v. Barbara
  / in (\p{Lu}[^?,]{1,40}? v\.? \p{Lu}[^?,]{1,40}?)(?=[?,]| before | by |$)/u,
  // Tesla (TSLA)
  /\(([A-Z]{3,5})\)/u,
]

const none: ReadonlySet<string> = new Set()

/** Stems. */
export function asideIn(title: string): ReadonlySet<string> {
  if (!/["”(]| v\.? /.test(title)) return none
  const read = title.slice(0, longestRead)
  const found = forms.flatMap((form) => form.exec(read)?.[1] ?? [])
  if (found.length === 0) return none
  return new Set(found.flatMap((words) => canonicalWords(words.replace(/^Will /, ''))).map(toStem))
}
