// Markets that are not about games, as both platforms listed them in 2026: price and temperature ladders,
// champions, elections, words that somebody will say, deadlines.
import type { Random } from '../../simulator/random.ts'
import {
  clockHour,
  dateTag,
  dayMs,
  hourMs,
  hourTag,
  isoDay,
  longDate,
  shortDate,
  thousands,
} from '../../simulator/world/dates.ts'
import { yesNo, type DraftA, type DraftB, type Drafts } from './drafts.ts'
import type { Vocabulary } from './vocabulary.ts'

type MarketA = DraftA['markets'][number]
type MarketB = DraftB['markets'][number]

const onA = (title: string, says: string): MarketA => ({
  title,
  outcomes: yesNo,
  says: [says, `not ${says}`],
})
const eventA = (title: string, endMs: number, markets: readonly MarketA[]): DraftA => ({
  title,
  day: null,
  deadline: isoDay(endMs),
  markets,
})
const eventB = (
  ticker: string,
  title: string,
  endMs: number,
  markets: readonly MarketB[],
): DraftB => ({ ticker, title, day: null, deadline: isoDay(endMs), markets })
const codeOf = (name: string): string =>
  name
    .replaceAll(/[^A-Za-z]/g, '')
    .slice(0, 6)
    .toUpperCase()

/** platform_a: one ladder a day; platform_b: one every few hours, with more steps. */
export function priceLadders(
  coins: number,
  days: number,
  firstMs: number,
  words: Vocabulary,
): Drafts {
  const a: DraftA[] = []
  const b: DraftB[] = []
  const known = ['Bitcoin', 'Ethereum', 'Solana', 'XRP', 'Dogecoin']
  for (let n = 0; n < coins; n += 1) {
    const coin = known[n] ?? `${words.places[n]}coin`
    const step = [2000, 100, 10, 1, 5][n % 5] ?? 1
    const strikes = (count: number, by: number): number[] =>
      Array.from({ length: count }, (_, i) => step * 40 + i * by)
    for (let day = 0; day < days; day += 1)
      for (const hour of [10, 12, 14, 17, 20]) {
        const endMs = firstMs + day * dayMs + (hour + 5) * hourMs
        const time = clockHour(endMs)
        const says = (strike: number): string => `${coin} ${isoDay(endMs)} ${time} ${strike}`
        b.push(
          eventB(
            `KX${codeOf(coin)}${n}D-${dateTag(endMs)}${hourTag(endMs)}`,
            `${coin} price on ${shortDate(endMs)}?`,
            endMs,
            strikes(30, step / 2).map((strike) => ({
              suffix: `T${strike - 0.01}`,
              title: `${coin} price on ${shortDate(endMs)} at ${time} EST?`,
              subtitle: `$${thousands(strike)} or above`,
              says: says(strike),
            })),
          ),
        )
        if (hour === 12 || hour === 17)
          a.push(
            eventA(
              `${coin} above ___ on ${longDate(endMs)}, ${time} ET?`,
              endMs,
              strikes(11, step).map((strike) =>
                onA(
                  `Will the price of ${coin} be at or above $${thousands(strike)} on ${longDate(endMs)} at ${time} ET?`,
                  says(strike),
                ),
              ),
            ),
          )
      }
  }
  return { a, b }
}

export function temperatures(
  cities: number,
  days: number,
  firstMs: number,
  words: Vocabulary,
): Drafts {
  const a: DraftA[] = []
  const b: DraftB[] = []
  for (let n = 0; n < cities; n += 1)
    for (let day = 0; day < days; day += 1) {
      const city = words.places[n * 3] ?? ''
      const endMs = firstMs + day * dayMs + 12 * hourMs
      const low = 40 + (n % 40)
      const legs = Array.from({ length: 6 }, (_, leg) => leg)
      const says = (leg: number): string => `heat ${city} ${isoDay(endMs)} ${leg}`
      const bounds = (leg: number, degree: string): string =>
        leg === 0
          ? `${low - 1}${degree} or below`
          : leg === 5
            ? `${low + 8}${degree} or above`
            : `${low + 2 * leg - 2}-${low + 2 * leg - 1}${degree}`
      a.push(
        eventA(
          `Highest temperature in ${city} on ${longDate(endMs)}?`,
          endMs,
          legs.map((leg) =>
            onA(
              `Will the highest temperature in ${city} be ${leg % 5 === 0 ? '' : 'between '}${bounds(leg, '°F')} on ${longDate(endMs)}?`,
              says(leg),
            ),
          ),
        ),
      )
      b.push(
        eventB(
          `KXHIGH${codeOf(city)}${n}-${dateTag(endMs)}`,
          `Highest temperature in ${city} on ${shortDate(endMs)}?`,
          endMs,
          legs.map((leg) => ({
            suffix: `B${low + 2 * leg - 1.5}`,
            title: `Will the high temp in ${city} be ${leg === 0 ? `<${low}` : leg === 5 ? `>${low + 7}` : `${low + 2 * leg - 2}-${low + 2 * leg - 1}`}° on ${shortDate(endMs)}?`,
            subtitle: bounds(leg, '°').replace('-', '° to '),
            says: says(leg),
          })),
        ),
      )
    }
  return { a, b }
}

const offices = ['Senate', 'gubernatorial', 'mayoral', 'House', 'attorney general'] as const
const contests = ['election', 'Republican primary', 'Democratic primary'] as const

export function elections(races: number, endMs: number, words: Vocabulary): Drafts {
  const a: DraftA[] = []
  const b: DraftB[] = []
  for (let n = 0; n < races; n += 1) {
    const place = words.places[Math.floor(n / 15)] ?? ''
    const office = offices[n % 5] ?? ''
    const race = `${place} ${office} ${contests[Math.floor(n / 5) % 3]}`
    const people = Array.from({ length: 9 }, () => words.person())
    a.push(
      eventA(
        `${race} Winner`,
        endMs,
        people
          .slice(0, 7)
          .map((person) => onA(`Will ${person} win the 2026 ${race}?`, `${race} ${person}`)),
      ),
    )
    b.push(
      eventB(
        `KX${codeOf(office)}${n}-26`,
        `${race} winner?`,
        endMs,
        people.slice(1).map((person, leg) => ({
          suffix: `${codeOf(person.split(' ')[1] ?? '')}${leg}`,
          title: `Who will win the ${race}?`,
          subtitle: person,
          says: `${race} ${person}`,
        })),
      ),
    )
  }
  return { a, b }
}

export function champions(leagues: number, endMs: number, words: Vocabulary): Drafts {
  const a: DraftA[] = []
  const b: DraftB[] = []
  for (let n = 0; n < leagues; n += 1) {
    const league = `${words.places[1000 + n]} League`
    const teams = words.places.slice((n * 20) % 2000, ((n * 20) % 2000) + 20)
    a.push(
      eventA(
        `${league} Winner`,
        endMs,
        teams.map((team) => onA(`Will ${team} FC win the 2025–26 ${league}?`, `${league} ${team}`)),
      ),
      eventA(
        `${league}: Top 4 Finish`,
        endMs,
        teams.map((team) =>
          onA(
            `Will ${team} FC finish in the top 4 of the 2025–26 ${league}?`,
            `${league} 4 ${team}`,
          ),
        ),
      ),
    )
    b.push(
      eventB(
        `KX${codeOf(league)}${n}-26`,
        `${league} Champion`,
        endMs,
        teams.map((team, leg) => ({
          suffix: `${codeOf(team)}${leg}`,
          title: `Will ${team} win the ${league}?`,
          subtitle: team,
          says: `${league} ${team}`,
        })),
      ),
      eventB(
        `KX${codeOf(league)}${n}REL-26`,
        `${league} relegation`,
        endMs,
        teams.map((team, leg) => ({
          suffix: `${codeOf(team)}${leg}`,
          title: `Will ${team} be relegated from the ${league}?`,
          subtitle: team,
          says: `${league} down ${team}`,
        })),
      ),
    )
  }
  return { a, b }
}

const speakers = [
  'Trump',
  'Vance',
  'Powell',
  'Starmer',
  'Macron',
  'Mamdani',
  'Newsom',
  'Leavitt',
] as const

/** Words that somebody will say at an event: thousands of markets that differ in one word. */
export function mentions(
  occasions: number,
  firstMs: number,
  words: Vocabulary,
  random: Random,
): Drafts {
  const a: DraftA[] = []
  const b: DraftB[] = []
  for (let n = 0; n < occasions; n += 1) {
    const speaker = speakers[n % speakers.length] ?? ''
    const endMs = firstMs + (n % 20) * dayMs
    const phrase = Array.from({ length: 25 }, () => words.places[random.below(2500)] ?? '')
    const where = `${words.places[n]} rally`
    const says = (word: string): string => `says ${speaker} ${where} ${word}`
    a.push(
      eventA(
        `What will ${speaker} say during the ${where} on ${longDate(endMs)}?`,
        endMs,
        phrase
          .slice(0, 12)
          .map((word) =>
            onA(
              `Will ${speaker} say "${word}" during the ${where} on ${longDate(endMs)}?`,
              says(word),
            ),
          ),
      ),
    )
    b.push(
      eventB(
        `KX${codeOf(speaker)}MENTION${n}-${dateTag(endMs)}`,
        `What will ${speaker} say during the ${where} on ${shortDate(endMs)}?`,
        endMs,
        phrase.map((word, leg) => ({
          suffix: `${codeOf(word)}${leg}`,
          title: `What will ${speaker} say during the ${where} on ${shortDate(endMs)}?`,
          subtitle: word,
          says: says(word),
        })),
      ),
    )
  }
  return { a, b }
}

const actions = [
  'resign',
  'be arrested',
  'visit China',
  'leave office',
  'announce a run for president',
] as const

/** One question with several deadlines. */
export function deadlines(people: number, firstMs: number, words: Vocabulary): Drafts {
  const a: DraftA[] = []
  const b: DraftB[] = []
  for (let n = 0; n < people; n += 1) {
    const person = words.person()
    const action = actions[n % actions.length] ?? ''
    const ends = [30, 61, 92, 153].map((days) => firstMs + days * dayMs)
    const says = (endMs: number): string => `${person} ${action} ${isoDay(endMs)}`
    const last = ends.at(-1) ?? firstMs
    a.push(
      eventA(
        `${person} ${action} by...?`,
        last,
        ends.map((endMs) =>
          onA(`Will ${person} ${action} by ${longDate(endMs)}, 2026?`, says(endMs)),
        ),
      ),
    )
    b.push(
      eventB(
        `KX${codeOf(person)}${n}-26`,
        `When will ${person} ${action}?`,
        last,
        ends.slice(0, 2).map((endMs) => ({
          suffix: dateTag(endMs),
          title: `Will ${person} ${action} before ${shortDate(endMs + dayMs)}?`,
          subtitle: `Before ${shortDate(endMs + dayMs)}`,
          says: says(endMs),
        })),
      ),
    )
  }
  return { a, b }
}
