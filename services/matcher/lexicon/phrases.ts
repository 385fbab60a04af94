// All synonym tables of this folder as one index of phrases. In a text the longest phrase of the index is
// replaced first.
import { competitions } from './competitions.ts'
import { countries } from './countries.ts'
import { people } from './people.ts'
import { publicLife } from './public-life.ts'
import { generalTerms } from './general-terms.ts'

const states =
  'alabama al,alaska ak,arizona az,arkansas ar,california ca,colorado co,connecticut ct,delaware de,florida fl,georgia ga,hawaii hi,idaho id,illinois il,indiana in,iowa ia,kansas ks,kentucky ky,louisiana la,maine me,maryland md,massachusetts ma,michigan mi,minnesota mn,mississippi ms,missouri mo,montana mt,nebraska ne,nevada nv,new hampshire nh,new jersey nj,new mexico nm,new york ny,north carolina nc,north dakota nd,ohio oh,oklahoma ok,oregon or,pennsylvania pa,rhode island ri,south carolina sc,south dakota sd,tennessee tn,texas tx,utah ut,vermont vt,virginia va,washington wa,west virginia wv,wisconsin wi,wyoming wy'

/** Name of a US state -> its code of two letters. */
export const stateCodeByName: ReadonlyMap<string, string> = new Map(
  states.split(',').map((entry) => [entry.slice(0, -3), entry.slice(-2)]),
)

/** The words of a phrase, and the canonical words that replace them. */
export type Phrase = readonly [words: readonly string[], replacement: readonly string[]]

/** All phrases by their first word. Each list begins with the longest phrase. */
export const phrasesByFirstWord: ReadonlyMap<string, readonly Phrase[]> = indexByFirstWord([
  ...[competitions, publicLife, countries, generalTerms, people].flatMap(parseSynonymLines),
  ...[...stateCodeByName].map(([name, code]) => [name, `st_${code}`] as const),
])

/** Words in the canonical names of countries. */
export const countryWords: ReadonlySet<string> = new Set([
  ...parseSynonymLines(countries).flatMap(([, replacement]) => replacement.split(' ')),
  'korea',
])

/** Parses lines of the form `replacement: synonym, synonym`. Lines that begin with # are headings. */
function parseSynonymLines(
  lines: string,
): readonly (readonly [phrase: string, replacement: string])[] {
  return lines
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .flatMap((line) => {
      const [replacement = '', synonyms = ''] = line.split(': ')
      return synonyms.split(', ').map((phrase) => [phrase, replacement] as const)
    })
}

function indexByFirstWord(
  entries: readonly (readonly [phrase: string, replacement: string])[],
): ReadonlyMap<string, readonly Phrase[]> {
  const index = new Map<string, Phrase[]>()
  for (const [phrase, replacement] of entries) {
    const words = phrase.split(' ')
    const first = words[0] ?? ''
    index.set(first, [...(index.get(first) ?? []), [words, replacement.split(' ')]])
  }
  for (const list of index.values()) list.sort(([a], [b]) => b.length - a.length)
  return index
}
