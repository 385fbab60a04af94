// Elections with named candidates: neg-risk events with placeholders on platform_a, exclusive events on
// platform_b. Announced every third day, open for more than a week.
import { createRandom, fraction, mix } from '../../random.ts'
import { dateTag, dayMs, easternHour, shortDate, slugOf, year } from '../dates.ts'
import { createChoice, type Odds } from '../odds.ts'
import type {
  EventSpecA,
  EventSpecB,
  Family,
  MarketSpecA,
  MarketSpecB,
  Occasion,
  Slot,
} from '../occasion.ts'

const states = [
  'Texas',
  'Ohio',
  'Georgia',
  'Arizona',
  'Maine',
  'Nevada',
  'Iowa',
  'Michigan',
  'Virginia',
  'Oregon',
  'Florida',
  'Wisconsin',
] as const
const races = [
  { title: 'Republican Senate primary', code: 'SENR' },
  { title: 'Democratic Senate primary', code: 'SEND' },
  { title: 'gubernatorial election', code: 'GOV' },
  { title: 'special House election', code: 'HOUSE' },
] as const
const first = [
  'Maria',
  'James',
  'Aisha',
  'Peter',
  'Lena',
  'Robert',
  'Grace',
  'Victor',
  'Dolores',
  'Samuel',
] as const
const last = [
  'Castellano',
  'Whitfield',
  'Okafor',
  'Lindqvist',
  'Brandt',
  'Marlowe',
  'Nakagawa',
  'Peña',
  'Rourke',
  'Vasquez',
  "O'Hara",
  'Delacroix',
] as const

interface Race {
  readonly title: string
  readonly ticker: string
  readonly people: readonly string[]
  readonly odds: Odds
  readonly endMs: number
  readonly namedMs: number
}

export const elections: Family = (slot) => {
  const turn = Math.round(slot.startMs / dayMs)
  const wanted = slot.size >= 1 ? Math.round(slot.size) : 1
  return turn % 3 === 0 ? Array.from({ length: wanted }, (_, n) => occasion(slot, n, turn)) : []
}

function occasion(slot: Slot, n: number, turn: number): Occasion {
  const seed = mix(slot.seed, n)
  const state = states[(turn / 3 + n) % states.length] ?? states[0]
  const race = races[(Math.floor((turn / 3 + n) / states.length) + n) % races.length] ?? races[0]
  const endMs = easternHour(slot.startMs + 9 * dayMs, 20)
  const decidedMs = endMs + Math.round(fraction(mix(seed, 1)) * 5 * 3_600_000)
  const people = names(seed, 6)
  const odds = createChoice({
    seed,
    strengths: [1.6, 1.1, 0.6, 0.1, -0.8, -1.5, -2.2].map(
      (base, leg) => base + 0.8 * fraction(mix(seed, 20 + leg)),
    ),
    decidedMs,
  })
  const place = state.slice(0, 2).toUpperCase()
  const described: Race = {
    title: `${state} ${race.title}`,
    ticker: `KX${race.code}${place}-${dateTag(endMs)}`,
    people,
    odds,
    endMs,
    namedMs: slot.startMs + 5 * dayMs + (seed % dayMs),
  }
  return {
    key: `elections/${described.ticker}`,
    number: slot.number(n),
    createdMs: easternHour(slot.startMs, 12),
    opensMs: easternHour(slot.startMs, 14),
    endsMs: endMs,
    decidedMs,
    popularity: 0.7,
    voided: false,
    a: specA(described),
    b: [specB(described, race.code)],
  }
}

function names(seed: number, wanted: number): readonly string[] {
  const random = createRandom(mix(seed, 99))
  const found = new Set<string>()
  while (found.size < wanted) found.add(`${random.pick(first)} ${random.pick(last)}`)
  return [...found]
}

function specA({ title, people, odds, endMs, namedMs }: Race): EventSpecA {
  const slug = `${slugOf(title)}-winner-${slugOf(shortDate(endMs))}`
  const description = `This market will resolve to "Yes" if the named individual wins the ${title} scheduled for ${shortDate(endMs)}. Otherwise, this market will resolve to "No".\n\nThe resolution source for this market will be a consensus of credible reporting and official results.`
  const question = (person: string): string => `Will ${person} win the ${year(endMs)} ${title}?`
  const market = (leg: number, person: string, kind: MarketSpecA['kind']): MarketSpecA => ({
    proposition: { odds, leg },
    question: question(person),
    slug: `will-${slugOf(person)}-win-the-${slugOf(title)}-${slugOf(shortDate(endMs))}`,
    outcomes: ['Yes', 'No'],
    group: person,
    description,
    kind,
  })
  const latecomer = people[4] ?? ''
  return {
    slug,
    title: `${title[0]?.toUpperCase() ?? ''}${title.slice(1)} Winner`,
    description,
    tags: ['Politics', 'Elections', 'U.S. Elections'],
    series: null,
    negRisk: true,
    source: '',
    markets: [
      ...people.slice(0, 4).map((person, leg) => market(leg, person, 'listed')),
      {
        ...market(4, 'Person A', 'placeholder'),
        named: { fromMs: namedMs, question: question(latecomer), group: latecomer },
      },
      market(5, 'Person B', 'placeholder'),
      market(6, 'another person', 'other'),
    ],
  }
}

function specB({ title, ticker, people, odds, endMs }: Race, code: string): EventSpecB {
  return {
    series: {
      ticker: ticker.slice(0, ticker.indexOf('-')),
      title,
      category: code === 'GOV' ? 'Elections' : 'Politics',
      frequency: 'one_off',
      tags: ['US Elections', 'Primaries'],
      source: { name: 'The Associated Press', url: 'https://apnews.com' },
    },
    ticker,
    // Often generic: only the market's yes_sub_title names the candidate.
    title: `${title} winner?`,
    subTitle: `In ${year(endMs)}`,
    exclusive: true,
    rulesSecondary: 'The candidate must be declared the winner by the named source.',
    parlay: false,
    markets: people.slice(0, 5).map((person, leg): MarketSpecB => {
      const initials = slugOf(person).split('-')
      return {
        proposition: { odds, leg },
        ticker: `${ticker}-${(initials[0] ?? '').slice(0, 1).toUpperCase()}${initials.slice(1).join('').slice(0, 5).toUpperCase()}`,
        title: `Who will win the ${title}?`,
        yes: person,
        no: person,
        rules: `If ${person} wins the ${title} scheduled for ${shortDate(endMs)}, then the market resolves to Yes.`,
        strike: { type: 'custom', custom: { Person: person } },
      }
    }),
  }
}
