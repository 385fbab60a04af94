// Games of two teams: winner, spread and total in one event on platform_a; winner and totals in two
// events on platform_b.
import { fraction, mix } from '../../random.ts'
import {
  dateTag,
  dayMs,
  easternHour,
  hourMs,
  isoDay,
  longDate,
  shortDate,
  timeTag,
} from '../dates.ts'
import { createChoice, createMeasure, type Odds } from '../odds.ts'
import type {
  EventSpecA,
  EventSpecB,
  Family,
  MarketSpecB,
  Occasion,
  SeriesB,
  Slot,
} from '../occasion.ts'

interface League {
  readonly code: string
  readonly name: string
  readonly sport: string
  readonly b: string
  readonly points: number
  readonly unit: string
  /** Code, city, nickname; an even number of teams. */
  readonly teams: readonly (readonly [string, string, string])[]
}

const leagues: readonly League[] = [
  {
    code: 'nba',
    name: 'NBA',
    sport: 'Basketball',
    b: 'Pro Basketball (M)',
    points: 226,
    unit: 'points',
    teams: [
      ['LAL', 'Los Angeles L', 'Lakers'],
      ['BOS', 'Boston', 'Celtics'],
      ['DEN', 'Denver', 'Nuggets'],
      ['OKC', 'Oklahoma City', 'Thunder'],
      ['NYK', 'New York', 'Knicks'],
      ['MIA', 'Miami', 'Heat'],
      ['PHX', 'Phoenix', 'Suns'],
      ['DAL', 'Dallas', 'Mavericks'],
      ['MIL', 'Milwaukee', 'Bucks'],
      ['CLE', 'Cleveland', 'Cavaliers'],
      ['SAS', 'San Antonio', 'Spurs'],
      ['HOU', 'Houston', 'Rockets'],
    ],
  },
  {
    code: 'nhl',
    name: 'NHL',
    sport: 'Hockey',
    b: 'Pro Hockey',
    points: 6,
    unit: 'goals',
    teams: [
      ['EDM', 'Edmonton', 'Oilers'],
      ['FLA', 'Florida', 'Panthers'],
      ['TOR', 'Toronto', 'Maple Leafs'],
      ['COL', 'Colorado', 'Avalanche'],
      ['VGK', 'Vegas', 'Golden Knights'],
      ['DAL', 'Dallas', 'Stars'],
      ['CAR', 'Carolina', 'Hurricanes'],
      ['WPG', 'Winnipeg', 'Jets'],
    ],
  },
  {
    code: 'nfl',
    name: 'NFL',
    sport: 'Football',
    b: 'Pro Football',
    points: 45,
    unit: 'points',
    teams: [
      ['KC', 'Kansas City', 'Chiefs'],
      ['PHI', 'Philadelphia', 'Eagles'],
      ['BUF', 'Buffalo', 'Bills'],
      ['DET', 'Detroit', 'Lions'],
      ['BAL', 'Baltimore', 'Ravens'],
      ['SF', 'San Francisco', '49ers'],
      ['GB', 'Green Bay', 'Packers'],
      ['LAR', 'Los Angeles R', 'Rams'],
    ],
  },
]

interface Game {
  readonly league: League
  readonly home: readonly [string, string, string]
  readonly away: readonly [string, string, string]
  readonly startMs: number
  readonly winner: Odds
  readonly total: Odds
  readonly lines: readonly number[]
  readonly spread: Odds
  readonly spreadLine: number
}

export const games: Family = (slot) => {
  const wanted = Math.max(1, Math.round(4 * slot.size))
  return Array.from({ length: wanted }, (_, n) => occasion(slot, n))
}

function occasion(slot: Slot, n: number): Occasion {
  const seed = mix(slot.seed, n)
  const league = leagues[n % leagues.length] as League
  const [home, away] = pairing(
    league,
    Math.floor(n / leagues.length) + Math.round(slot.startMs / dayMs),
  )
  const startMs =
    easternHour(slot.startMs + dayMs, 13 + Math.floor(9 * fraction(mix(seed, 3)))) +
    (seed % 2) * (hourMs / 2)
  const decidedMs = startMs + Math.round((2.2 + fraction(mix(seed, 4))) * hourMs)
  const middle = Math.round(league.points * (0.94 + 0.12 * fraction(mix(seed, 5)))) - 0.5
  const gap = Math.max(1, Math.round(league.points * 0.03))
  const lines = [middle - gap, middle, middle + gap]
  const spreadLine = Math.max(1, Math.round(league.points * 0.02)) + 0.5
  const game: Game = {
    league,
    home,
    away,
    startMs,
    lines,
    spreadLine,
    winner: createChoice({
      seed: mix(seed, 6),
      strengths: [1.2 * fraction(mix(seed, 7)), 1.2 * fraction(mix(seed, 8))],
      decidedMs,
    }),
    total: createMeasure({
      seed: mix(seed, 9),
      start: middle + gap * (fraction(mix(seed, 10)) - 0.5),
      swing: 3 * gap,
      decidedMs,
      intervals: lines.map((floor) => ({ floor, cap: null })),
    }),
    spread: createMeasure({
      seed: mix(seed, 11),
      start: 0,
      swing: 2 * spreadLine,
      intervals: [{ floor: spreadLine, cap: null }],
      decidedMs,
    }),
  }
  return {
    key: `games/${league.code}/${dateTag(startMs)}/${away[0]}/${home[0]}`,
    number: slot.number(n),
    createdMs: easternHour(slot.startMs, 7),
    opensMs: easternHour(slot.startMs, 8),
    endsMs: startMs + 14 * dayMs,
    decidedMs,
    popularity: 2,
    voided: fraction(mix(seed, 12)) < 0.04,
    a: specA(game),
    b: [winnerB(game), totalB(game)],
  }
}

/** The n-th pairing of a round robin: no pair repeats before all teams have met. */
function pairing(
  league: League,
  n: number,
): readonly [League['teams'][number], League['teams'][number]] {
  const { teams } = league
  const half = teams.length / 2
  const [round, table] = [Math.floor(n / half) % (teams.length - 1), n % half]
  const seat = (place: number): number =>
    place === 0 ? 0 : ((place - 1 + round) % (teams.length - 1)) + 1
  return [
    teams[seat(table)] as League['teams'][number],
    teams[seat(teams.length - 1 - table)] as League['teams'][number],
  ]
}

function specA(game: Game): EventSpecA {
  const { league, home, away, startMs, winner, total, spread, spreadLine, lines } = game
  const slug = `${league.code}-${away[0]}-${home[0]}-${isoDay(startMs)}`.toLowerCase()
  const title = `${away[2]} vs. ${home[2]}`
  const line = lines[1] ?? 0
  const description = `In the upcoming ${league.name} game, scheduled for ${longDate(startMs)}: if the ${away[2]} win, the market will resolve to "${away[2]}". If the ${home[2]} win, the market will resolve to "${home[2]}". If the game is postponed, this market will remain open until the game has been completed. If the game is canceled entirely, with no make-up game, this market will resolve 50-50.`
  return {
    slug,
    title,
    description,
    tags: ['Sports', league.name, 'Games', league.sport],
    series: { slug: league.code, title: league.name, recurrence: 'daily' },
    negRisk: false,
    source: `https://www.${league.code}.com/`,
    markets: [
      {
        proposition: { odds: winner, leg: 1 },
        question: title,
        slug,
        outcomes: [away[2], home[2]],
        group: '',
        description,
        kind: 'listed',
        sport: { type: 'moneyline' },
      },
      {
        proposition: { odds: spread, leg: 0 },
        question: `Spread: ${home[2]} (-${spreadLine})`,
        slug: `${slug}-spread-home-${String(spreadLine).replace('.', 'pt')}`,
        outcomes: [home[2], away[2]],
        group: `Spread -${spreadLine}`,
        description,
        kind: 'listed',
        sport: { type: 'spreads', line: -spreadLine },
      },
      {
        proposition: { odds: total, leg: 1 },
        question: `${title}: O/U ${line}`,
        slug: `${slug}-total-${String(line).replace('.', 'pt')}`,
        outcomes: ['Over', 'Under'],
        group: `O/U ${line}`,
        description,
        kind: 'listed',
        sport: { type: 'totals', line },
      },
    ],
  }
}

function seriesB(league: League, kind: 'GAME' | 'TOTAL'): SeriesB {
  return {
    ticker: `KX${league.code.toUpperCase()}${kind}`,
    title: `${league.b} ${kind === 'GAME' ? 'Game' : 'Total'}`,
    category: 'Sports',
    frequency: 'custom',
    tags: [league.sport],
    source: { name: 'the Governing League', url: `https://www.${league.code}.com` },
  }
}

const disclaimer =
  'If this game is postponed or delayed, the market will remain open and close after the rescheduled game has finished (within two weeks). If it is cancelled, the market will resolve to a fair price in accordance with the rules.'

function winnerB(game: Game): EventSpecB {
  const { league, home, away, startMs, winner } = game
  const ticker = `KX${league.code.toUpperCase()}GAME-${dateTag(startMs)}${timeTag(startMs)}${away[0]}${home[0]}`
  const markets = (
    [
      [home, 0],
      [away, 1],
    ] as const
  ).map(([team, leg]): MarketSpecB => ({
    proposition: { odds: winner, leg },
    ticker: `${ticker}-${team[0]}`,
    title: `${away[1]} at ${home[1]} Winner?`,
    yes: team[1],
    no: team[1],
    rules: `If ${team[1]} wins the ${away[1]} at ${home[1]} professional ${league.sport.toLowerCase()} game originally scheduled for ${shortDate(startMs)}, then the market resolves to Yes.`,
    strike: { type: 'structured', custom: { team: team[0] } },
  }))
  return {
    series: seriesB(league, 'GAME'),
    ticker,
    title: `${away[1]} at ${home[1]}`,
    subTitle: `${away[0]} at ${home[0]} (${shortDate(startMs)})`,
    exclusive: true,
    rulesSecondary: disclaimer,
    parlay: false,
    competition: league.b,
    markets,
  }
}

function totalB(game: Game): EventSpecB {
  const { league, home, away, startMs, total, lines } = game
  const ticker = `KX${league.code.toUpperCase()}TOTAL-${dateTag(startMs)}${timeTag(startMs)}${away[0]}${home[0]}`
  return {
    series: seriesB(league, 'TOTAL'),
    ticker,
    title: `${away[1]} at ${home[1]}: Total ${league.unit}`,
    subTitle: `${away[0]} at ${home[0]} (${shortDate(startMs)})`,
    exclusive: false,
    rulesSecondary: disclaimer,
    parlay: false,
    competition: league.b,
    markets: lines.map((line, leg): MarketSpecB => ({
      proposition: { odds: total, leg },
      ticker: `${ticker}-${Math.ceil(line)}`,
      title: `${away[1]} at ${home[1]}: Total ${league.unit}`,
      yes: `Over ${line} ${league.unit} scored`,
      no: `Over ${line} ${league.unit} scored`,
      rules: `If ${away[1]} and ${home[1]} collectively score more than ${line} ${league.unit} in their game originally scheduled for ${shortDate(startMs)}, then the market resolves to Yes.`,
      strike: { type: 'greater', floor: line },
    })),
  }
}
