// Occasions that only one platform lists: post counts and chart positions on platform_a; on platform_b
// a comparison of two cities, whose ticker has parentheses.
import { createRandom, fraction, mix } from '../../random.ts'
import { dateTag, dayMs, easternHour, longDate, shortDate, slugOf } from '../dates.ts'
import { createChoice, createMeasure } from '../odds.ts'
import type { Family, MarketSpecA, Occasion, Slot } from '../occasion.ts'

const people = ['Elon Musk', 'Donald Trump', 'MrBeast'] as const
const artists = ['Taylor Swift', 'Drake', 'Bad Bunny', 'Beyoncé', 'The Weeknd'] as const
const pairs = [
  ['CHI', 'Chicago', 'DEN', 'Denver'],
  ['NY', 'New York City', 'PHIL', 'Philadelphia'],
  ['MIA', 'Miami', 'AUS', 'Austin'],
] as const

export const onePlatform: Family = (slot) => {
  const turn = Math.round(slot.startMs / dayMs)
  return [...(turn % 2 === 0 ? [posts(slot, turn)] : [chart(slot, turn)]), cities(slot, turn)]
}

function posts(slot: Slot, turn: number): Occasion {
  const person = people[turn % people.length] ?? people[0]
  const seed = mix(slot.seed, 0)
  const endMs = easternHour(slot.startMs + 3 * dayMs, 12)
  const low = 90 + 10 * Math.floor(8 * fraction(mix(seed, 1)))
  const odds = createMeasure({
    seed,
    start: low + 35,
    swing: 50,
    intervals: [
      { floor: null, cap: low },
      { floor: low, cap: low + 20 },
      { floor: low + 20, cap: low + 40 },
      { floor: low + 40, cap: low + 60 },
      { floor: low + 60, cap: null },
    ],
    decidedMs: endMs,
  })
  const words = `${longDate(slot.startMs + dayMs)} - ${longDate(endMs)}`
  const slug = `${slugOf(person)}-of-posts-${slugOf(words)}-${slugOf(shortDate(endMs))}`
  const labels = [
    `<${low}`,
    ...[0, 20, 40].map((step) => `${low + step}-${low + step + 19}`),
    `${low + 60}+`,
  ]
  const description = `This market will resolve according to the number of times ${person} posts between 12:00 PM ET on ${longDate(slot.startMs + dayMs)} and 12:00 PM ET on ${longDate(endMs)}. Main feed posts, quote posts and reposts count; replies do not.`
  return {
    key: `posts/${slug}`,
    number: slot.number(0),
    createdMs: easternHour(slot.startMs, 10),
    opensMs: easternHour(slot.startMs, 11),
    endsMs: endMs,
    decidedMs: endMs,
    popularity: 1,
    voided: false,
    a: {
      slug,
      title: `${person} # of posts ${words}?`,
      description,
      tags: ['Culture', 'Tweets Markets', person],
      series: { slug: `${slugOf(person)}-posts`, title: `${person} Posts`, recurrence: 'weekly' },
      negRisk: true,
      source: 'https://xtracker.io',
      markets: labels.map((label, leg): MarketSpecA => ({
        proposition: { odds, leg },
        question: `Will ${person} post ${label.replace('<', 'less than ').replace('+', ' or more')} times from ${words.replace(' - ', ' to ')}?`,
        slug: `${slug}-${slugOf(label.replace('<', 'under-').replace('+', '-plus'))}`,
        outcomes: ['Yes', 'No'],
        group: label,
        description,
        kind: 'listed',
      })),
    },
    b: [],
  }
}

function chart(slot: Slot, turn: number): Occasion {
  const artist = artists[turn % artists.length] ?? artists[0]
  const seed = mix(slot.seed, 1)
  const endMs = easternHour(slot.startMs + 2 * dayMs, 15)
  const odds = createChoice({
    seed,
    strengths: [fraction(mix(seed, 1)), fraction(mix(seed, 2))],
    decidedMs: endMs + 3 * 3_600_000,
  })
  const question = `Will ${artist} have the #1 song on ${longDate(endMs)}?`
  const slug = `${slugOf(question)}-${slugOf(shortDate(endMs))}`
  const description = `This market will resolve to "Yes" if a song by ${artist} is in first place of the global daily chart dated ${longDate(endMs)}. Features do not count.`
  return {
    key: `chart/${slug}`,
    number: slot.number(0),
    createdMs: easternHour(slot.startMs, 10),
    opensMs: easternHour(slot.startMs, 11),
    endsMs: endMs,
    decidedMs: endMs + 3 * 3_600_000,
    popularity: 0.8,
    voided: false,
    a: {
      slug,
      title: question,
      description,
      tags: ['Culture', 'Music'],
      series: null,
      negRisk: false,
      source: 'https://charts.spotify.com',
      markets: [
        {
          proposition: { odds, leg: 0 },
          question,
          slug,
          outcomes: ['Yes', 'No'],
          group: '',
          description,
          kind: 'listed',
        },
      ],
    },
    b: [],
  }
}

function cities(slot: Slot, turn: number): Occasion {
  const [codeA, nameA, codeB, nameB] = pairs[turn % pairs.length] ?? pairs[0]
  const random = createRandom(mix(slot.seed, 2))
  const dayEndMs = easternHour(slot.startMs + dayMs, 23)
  const odds = createChoice({
    seed: mix(slot.seed, 3),
    strengths: [random.next(), random.next()],
    decidedMs: dayEndMs,
  })
  const ticker = `KXCITIESWEATHER-${dateTag(dayEndMs)}(${codeA})(${codeB})`
  return {
    key: `cities/${ticker}`,
    number: slot.number(1),
    createdMs: easternHour(slot.startMs, 13),
    opensMs: easternHour(slot.startMs, 14),
    endsMs: dayEndMs,
    decidedMs: dayEndMs,
    popularity: 0.4,
    voided: false,
    a: null,
    b: [
      {
        series: {
          ticker: 'KXCITIESWEATHER',
          title: 'Hotter city',
          category: 'Climate and Weather',
          frequency: 'daily',
          tags: ['Daily temperature'],
          source: {
            name: 'National Weather Service',
            url: 'https://forecast.weather.gov/product.php',
          },
        },
        ticker,
        title: `Which city will be hotter on ${shortDate(dayEndMs)}?`,
        subTitle: `${nameA} or ${nameB}`,
        exclusive: false,
        rulesSecondary: '',
        parlay: false,
        markets: [
          {
            proposition: { odds, leg: 0 },
            ticker: `${ticker}-${codeA}`,
            title: `Will ${nameA} be hotter than ${nameB} on ${shortDate(dayEndMs)}?`,
            yes: nameA,
            no: nameB,
            rules: `If the highest temperature of ${nameA} is strictly above that of ${nameB} on ${shortDate(dayEndMs)}, then the market resolves to Yes.`,
            strike: { type: 'structured', custom: { cities: `${codeA},${codeB}` } },
          },
        ],
      },
    ],
  }
}
