// Games of points and runs as both platforms listed them in 2026: winner, spreads, totals, periods, and a
// line for every player. Most markets are of these kinds.
import { createRandom, mix, type Random } from '../../simulator/random.ts'
import { dateTag, dayMs, isoDay, timeTag } from '../../simulator/world/dates.ts'
import { codeOf, type DraftA, type DraftB, type Drafts } from './drafts.ts'
import type { Vocabulary } from './vocabulary.ts'

interface Team {
  readonly code: string
  readonly city: string
  readonly nickname: string
  readonly players: readonly string[]
}

interface League {
  readonly code: string
  readonly unit: string
  /** A typical total. */
  readonly total: number
  readonly statistics: readonly (readonly [name: string, a: string, usual: number])[]
}

const leagues: readonly League[] = [
  {
    code: 'NBA',
    unit: 'points',
    total: 220,
    statistics: [
      ['points', 'Points', 22],
      ['rebounds', 'Rebounds', 8],
      ['assists', 'Assists', 6],
      ['threes', 'Threes', 3],
    ],
  },
  {
    code: 'MLB',
    unit: 'runs',
    total: 8,
    statistics: [
      ['hits', 'Hits', 2],
      ['home runs', 'Home Runs', 1],
      ['total bases', 'Total Bases', 3],
      ['strikeouts', 'Strikeouts', 6],
    ],
  },
  {
    code: 'NHL',
    unit: 'goals',
    total: 6,
    statistics: [
      ['points', 'Points', 1],
      ['goals', 'Goals', 1],
      ['assists', 'Assists', 1],
      ['shots on goal', 'Shots on Goal', 3],
    ],
  },
]

/** Games of clubs that are named by city or by nickname, in leagues of thirty. */
export function gamesOfPoints(
  wanted: number,
  firstMs: number,
  days: number,
  vocabulary: Vocabulary,
  random: Random,
): Drafts {
  const a: DraftA[] = []
  const b: DraftB[] = []
  const teams = vocabulary.places
    .slice(0, 30 * Math.ceil(wanted / 150) * leagues.length)
    .map((city, n) => toTeam(city, n, vocabulary, random))
  for (let n = 0; n < wanted; n += 1) {
    const round = Math.floor((n * 2) / teams.length)
    const home = teams[(n * 2) % teams.length] as Team
    const away = teams[(n * 2 + 1 + 2 * round) % teams.length] as Team
    const league = leagues[Math.floor(((n * 2) % teams.length) / 30) % leagues.length] as League
    const startMs = firstMs + (round % days) * dayMs + random.below(6) * 3_600_000
    const seed = mix(random.below(2 ** 31), n)
    a.push(...gameOnA(league, away, home, startMs, createRandom(seed)))
    b.push(...gameOnB(league, away, home, startMs, createRandom(seed)))
  }
  return { a, b }
}

function toTeam(city: string, n: number, vocabulary: Vocabulary, random: Random): Team {
  const { nicknames } = vocabulary
  return {
    code: codeOf(n),
    city,
    nickname: nicknames[(n * 7 + random.below(3)) % nicknames.length] ?? '',
    players: Array.from({ length: 9 }, () => vocabulary.person()),
  }
}

interface Lines {
  readonly totals: readonly number[]
  readonly halves: readonly number[]
  readonly spreads: readonly number[]
  readonly ofTeam: readonly number[]
}

function linesOf({ total }: League, random: Random): Lines {
  const step = Math.max(1, Math.round(total / 60))
  const middle = Math.round(total * (0.95 + random.next() * 0.1)) - 0.5
  const around = (at: number, count: number): number[] =>
    Array.from({ length: count }, (_, i) => at + (i - (count >> 1)) * step).filter((l) => l > 0)
  return {
    totals: around(middle, 13),
    halves: around(Math.floor(middle / 2) + 0.5, 7),
    spreads: Array.from({ length: 6 }, (_, i) => 1.5 + i * step),
    ofTeam: around(Math.floor(middle / 2) + 0.5, 5),
  }
}

const keyOf = (away: Team, home: Team, ms: number): string =>
  `${isoDay(ms)}/${away.city}/${home.city}`

function gameOnA(
  league: League,
  away: Team,
  home: Team,
  startMs: number,
  random: Random,
): DraftA[] {
  const key = keyOf(away, home, startMs)
  const [first, second] = [
    `${away.city} ${away.nickname}`,
    `${home.city} ${home.nickname}`,
  ] as const
  const title = `${first} vs. ${second}`
  const { totals, halves, spreads } = linesOf(league, random)
  const between = <T>(lines: readonly T[], count: number): readonly T[] =>
    lines.slice((lines.length - count) >> 1, ((lines.length - count) >> 1) + count)
  const winner = (what: string): [string, string] => [`${key} ${what} 0`, `${key} ${what} 1`]
  const over = (what: string): [string, string] => [`${key} ${what}`, `${key} not ${what}`]
  const overUnder = ['Over', 'Under'] as const
  const named: readonly [string, string] = [first, second]
  return [
    {
      title,
      day: isoDay(startMs),
      deadline: isoDay(startMs + 7 * dayMs),
      markets: [
        { title, outcomes: named, says: winner('wins') },
        { title: `${title}: 1H Moneyline`, outcomes: named, says: winner('leads') },
        ...between(totals, 5).map((line) => ({
          title: `${title}: O/U ${line}`,
          outcomes: overUnder,
          says: over(`total ${line}`),
        })),
        ...between(halves, 3).map((line) => ({
          title: `${title}: 1H O/U ${line}`,
          outcomes: overUnder,
          says: over(`half ${line}`),
        })),
        ...[away, home].flatMap((team, side) =>
          spreads.slice(0, 2).map((line) => ({
            title: `Spread: ${side === 0 ? first : second} (-${line})`,
            outcomes: side === 0 ? named : ([second, first] as const),
            says: over(`spread ${side} ${line}`),
          })),
        ),
        ...[away, home].flatMap((team) =>
          team.players.slice(0, 7).flatMap((player) =>
            league.statistics.slice(0, 3).map(([name, onA, usual]) => ({
              title: `${player}: ${onA} O/U ${usual - 0.5}`,
              outcomes: overUnder,
              says: over(`${player} ${name} ${usual}`),
            })),
          ),
        ),
      ],
    },
  ]
}

function gameOnB(
  league: League,
  away: Team,
  home: Team,
  startMs: number,
  random: Random,
): DraftB[] {
  const key = keyOf(away, home, startMs)
  const { totals, halves, spreads, ofTeam } = linesOf(league, random)
  const title = `${away.city} at ${home.city}`
  const { unit } = league
  const event = (kind: string, behind: string, markets: DraftB['markets']): DraftB => ({
    ticker: `KX${league.code}${kind}-${dateTag(startMs)}${timeTag(startMs)}${away.code}${home.code}`,
    title: title + behind,
    day: isoDay(startMs),
    deadline: isoDay(startMs + 14 * dayMs),
    markets,
  })
  const sides = [away, home]
  return [
    event(
      'GAME',
      '',
      sides.map((team, side) => ({
        suffix: `${team.code}${side}`,
        title: `${title} Winner?`,
        subtitle: team.city,
        says: `${key} wins ${side}`,
      })),
    ),
    event(
      'TOTAL',
      `: Total ${unit}`,
      totals.map((line) => ({
        suffix: String(Math.ceil(line)),
        title: `${title}: Total ${unit}`,
        subtitle: `Over ${line} ${unit} scored`,
        says: `${key} total ${line}`,
      })),
    ),
    event(
      '1HTOTAL',
      `: 1st Half Total`,
      halves.map((line) => ({
        suffix: String(Math.ceil(line)),
        title: `${title}: 1st Half Total`,
        subtitle: `Over ${line} ${unit} scored`,
        says: `${key} half ${line}`,
      })),
    ),
    event(
      'SPREAD',
      ': Spread',
      sides.flatMap((team, side) =>
        spreads.map((line) => ({
          suffix: `${team.code}${Math.ceil(line)}`,
          title: `${team.city} wins by over ${line} ${unit}?`,
          subtitle: `${team.city} wins by over ${line} ${unit}`,
          says: `${key} spread ${side} ${line}`,
        })),
      ),
    ),
    event(
      'TEAMTOTAL',
      ': Team Total',
      sides.flatMap((team, side) =>
        ofTeam.map((line) => ({
          suffix: `${team.code}${Math.ceil(line)}`,
          title: `${team.city} scores over ${line} ${unit}?`,
          subtitle: null,
          says: `${key} of ${side} ${line}`,
        })),
      ),
    ),
    ...league.statistics.map(([name, , usual]) =>
      event(
        name.replaceAll(/[^a-z]/g, '').toUpperCase(),
        `: ${name[0]?.toUpperCase()}${name.slice(1)}`,
        sides.flatMap((team) =>
          team.players.flatMap((player, n) =>
            [usual, usual + 1, usual + 2].map((least) => ({
              suffix: `${team.code}${player.replaceAll(/[^A-Z]/g, '')}${n}-${least}`,
              title: `${player}: ${least}+ ${name}`,
              subtitle: `${player}: ${least}+`,
              says: `${key} ${player} ${name} ${least}`,
            })),
          ),
        ),
      ),
    ),
  ]
}
