// The texts of the simulated platforms' markets. Both platforms ask some of the same questions.

const months =
  'January February March April May June July August September October November December'
const monthNames = months.split(' ')
const clubs =
  'Anchors Badgers Comets Dragons Embers Falcons Giants Herons Jaguars Kestrels Lancers Mariners Otters Pioneers Ravens Stags Titans Vipers Wolves'.split(
    ' ',
  )
const syllables = 'bar cor dal fen gor hal kel lin mor nor pel ras sal tor val wes'.split(' ')

/** One of 4,096 invented places. */
function placeOf(n: number): string {
  const name = [n % 16, Math.floor(n / 16) % 16, Math.floor(n / 256) % 16]
    .map((part) => syllables[part])
    .join('')
  return name.charAt(0).toUpperCase() + name.slice(1)
}

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
  const [home, away] = [event * 7, event * 11 + 5].map(
    (n) => `${placeOf(n)} ${clubs[n % clubs.length]}`,
  ) as [string, string]
  switch (event % 3) {
    case 0:
      return {
        event: `${home} vs. ${away}`,
        category: 'Sports',
        question: (child) =>
          child === 0
            ? `Will the ${home} win against the ${away} on ${date}?`
            : `${home} vs. ${away}: O/U ${child + 1}.5`,
        label: (child) => (child === 0 ? home : `Over ${child + 1}.5 points`),
      }
    case 1: {
      const coin = `${placeOf(event).slice(0, 3).toUpperCase()}coin`
      const level = (child: number): string => `$${(100 + child * 25).toLocaleString('en')}`
      return {
        event: `${coin} price on ${date}`,
        category: 'Crypto',
        question: (child) => `Will the price of ${coin} be above ${level(child)} on ${date}?`,
        label: (child) => `Above ${level(child)}`,
      }
    }
    default: {
      const place = placeOf(event)
      const person = (child: number): string =>
        `${placeOf(event * 13 + child)} ${placeOf(event * 17 + child * 3)}`
      return {
        event: `Who will win the ${place} mayoral election?`,
        category: 'Politics',
        question: (child) => `Will ${person(child)} win the ${place} mayoral election by ${date}?`,
        label: person,
      }
    }
  }
}
