// Words of one meaning, made one. What is said is in folded words; the longest that fits is taken.
import { competitions } from './competitions.ts'
import { countries } from './countries.ts'
import { people } from './people.ts'
import { publicLife } from './public-life.ts'
import { world } from './world.ts'

const states =
  'alabama al,alaska ak,arizona az,arkansas ar,california ca,colorado co,connecticut ct,delaware de,florida fl,georgia ga,hawaii hi,idaho id,illinois il,indiana in,iowa ia,kansas ks,kentucky ky,louisiana la,maine me,maryland md,massachusetts ma,michigan mi,minnesota mn,mississippi ms,missouri mo,montana mt,nebraska ne,nevada nv,new hampshire nh,new jersey nj,new mexico nm,new york ny,north carolina nc,north dakota nd,ohio oh,oklahoma ok,oregon or,pennsylvania pa,rhode island ri,south carolina sc,south dakota sd,tennessee tn,texas tx,utah ut,vermont vt,virginia va,washington wa,west virginia wv,wisconsin wi,wyoming wy'

/** Name of a state of the US -> its code. */
export const stateCodes: ReadonlyMap<string, string> = new Map(
  states.split(',').map((entry) => [entry.slice(0, -3), entry.slice(-2)]),
)

/** By the first word: the words of the phrase, and what it becomes; the longest first. */
export type Phrase = readonly [words: readonly string[], becomes: readonly string[]]

export const phrases: ReadonlyMap<string, readonly Phrase[]> = byFirstWord([
  ...[competitions, publicLife, countries, world, people].flatMap(readLines),
  ...[...stateCodes].map(([name, code]) => [name, `st_${code}`] as const),
])

/** Words by which a country is known from others. */
export const countryWords: ReadonlySet<string> = new Set([
  ...readLines(countries).flatMap(([, becomes]) => becomes.split(' ')),
  'korea',
])

/** `becomes: said, said`; a line that begins with # is a heading. */
function readLines(lines: string): readonly (readonly [said: string, becomes: string])[] {
  return lines
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .flatMap((line) => {
      const [becomes = '', said = ''] = line.split(': ')
      return said.split(', ').map((phrase) => [phrase, becomes] as const)
    })
}

function byFirstWord(
  entries: readonly (readonly [said: string, becomes: string])[],
): ReadonlyMap<string, readonly Phrase[]> {
  const found = new Map<string, Phrase[]>()
  for (const [said, becomes] of entries) {
    const words = said.split(' ')
    const first = words[0] ?? ''
    found.set(first, [...(found.get(first) ?? []), [words, becomes.split(' ')]])
  }
  for (const list of found.values()) list.sort(([a], [b]) => b.length - a.length)
  return found
}
