// The texts of the simulated platforms' markets. Both platforms ask some of the same questions. The names are those of
// the matching benchmark: the matcher finds candidates by the first letters of words, so names of a few syllables would
// make it compare far more markets than on the real platforms.
import { createRandom } from '../../simulator/random.ts'
import { createVocabulary } from '../matching-scale/vocabulary.ts'

const months =
  'January February March April May June July August September October November December'
const monthNames = months.split(' ')
const vocabulary = createVocabulary(createRandom(1))
const { places, nicknames } = vocabulary
const candidatesPerPlace = 14
const people = Array.from({ length: places.length * candidatesPerPlace }, () => vocabulary.person())

const at = (texts: readonly string[], n: number): string => texts[n % texts.length] ?? ''

export interface Subject {
  readonly event: string
  readonly category: 'Sports' | 'Crypto' | 'Politics'
  /** The question of the market with this index within the event. */
  question(child: number): string
  /** What tells the market from the others of the event. */
  label(child: number): string
}

/** `decidedMs`: the day that the texts name. */
export function subjectOf(event: number, decidedMs: number): Subject {
  const day = new Date(decidedMs)
  const date = `${monthNames[day.getUTCMonth()]} ${day.getUTCDate()}`
  // events of one kind have consecutive numbers
  const number = Math.floor(event / 3)
  switch (event % 3) {
    case 0: {
      const [home, away] = [number * 7, number * 11 + 5].map(
        (n) => `${at(places, n)} ${at(nicknames, n)}`,
      ) as [string, string]
      return {
        event: `${home} vs. ${away}`,
        category: 'Sports',
        question: (child) =>
          child === 0
            ? `Will the ${home} win against the ${away} on ${date}?`
            : `${home} vs. ${away}: O/U ${child + 1}.5`,
        label: (child) => (child === 0 ? home : `Over ${child + 1}.5 points`),
      }
    }
    case 1: {
      const coin = `${at(places, number)}coin`
      const level = (child: number): string => `$${(100 + child * 25).toLocaleString('en')}`
      return {
        event: `${coin} price on ${date}`,
        category: 'Crypto',
        question: (child) => `Will the price of ${coin} be above ${level(child)} on ${date}?`,
        label: (child) => `Above ${level(child)}`,
      }
    }
    default: {
      const place = at(places, number)
      const candidate = (child: number): string =>
        at(people, (number % places.length) * candidatesPerPlace + child)
      return {
        event: `Who will win the ${place} mayoral election?`,
        category: 'Politics',
        question: (child) =>
          `Will ${candidate(child)} win the ${place} mayoral election by ${date}?`,
        label: candidate,
      }
    }
  }
}
