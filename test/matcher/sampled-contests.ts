// Contests made at random, in the words of both platforms, and what makes each of them another one.
import fc from 'fast-check'
import type { MatcherInput } from '../../services/matcher/matcher-input.ts'

const nobody = { subtitle: null, outcomes: null, day: null, deadline: null }

function shiftDay(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
function tickerDay(day: string): string {
  return `${day.slice(2, 4)}${months[Number(day.slice(5, 7)) - 1]}${day.slice(8)}`
}

export interface Contest {
  readonly kind: 'winner' | 'total' | 'spread' | 'player'
  /** Names on platform_a and platform_b, and the code. */
  readonly sides: readonly (readonly [string, string, string])[]
  readonly side: 0 | 1
  readonly number: number
  readonly isFirstHalf: boolean
  readonly day: string
  readonly statistic: string
  readonly player: string
}

const clubs = [
  ['Crystal Palace FC', 'Crystal Palace', 'CRY'],
  ['Everton FC', 'Everton', 'EVE'],
  ['FC Bayern München', 'Bayern Munich', 'BMU'],
  ['Borussia Dortmund', 'Dortmund', 'BVB'],
  ['Paris Saint-Germain FC', 'PSG', 'PSG'],
  ['RC Celta de Vigo', 'Celta Vigo', 'RCC'],
  ['Hertha BSC', 'Hertha', 'BSC'],
  ['CA Osasuna', 'Osasuna', 'OSA'],
] as const
export const people = [
  'Erling Haaland',
  'Tobias Harris',
  'Jean-Philippe Mateta',
  'Julián Álvarez',
  'Son Heung-min',
]
const statistics = [
  'Goals',
  'Shots',
  'Assists',
  'Points',
  'Rebounds',
  'Passing Yards',
  'Total Bases',
]

export const contests: fc.Arbitrary<Contest> = fc.record({
  kind: fc.constantFrom('winner', 'total', 'spread', 'player'),
  sides: fc.shuffledSubarray([...clubs], { minLength: 2, maxLength: 2 }),
  side: fc.constantFrom(0, 1),
  number: fc.integer({ min: 1, max: 60 }),
  isFirstHalf: fc.boolean(),
  day: fc.integer({ min: 0, max: 300 }).map((days) => shiftDay('2026-02-01', days)),
  statistic: fc.constantFrom(...statistics),
  player: fc.constantFrom(...people),
})

function nameOn(platform: 0 | 1, { sides }: Contest, side: 0 | 1): string {
  return sides[side]?.[platform] ?? ''
}

export function onA(contest: Contest): MatcherInput {
  const [first, second] = [nameOn(0, contest, 0), nameOn(0, contest, 1)]
  const { kind, isFirstHalf, number, day } = contest
  const one = nameOn(0, contest, contest.side)
  const titles = {
    winner: isFirstHalf ? `${one} leading at halftime?` : `Will ${one} win on ${day}?`,
    total: `${first} vs. ${second}: ${isFirstHalf ? '1st Half ' : ''}O/U ${number - 0.5}`,
    spread: `${isFirstHalf ? '1H ' : ''}Spread: ${one} (-${number - 0.5})`,
    player: `${contest.player}: ${contest.statistic} O/U ${number - 0.5}`,
  }
  const group = kind === 'winner' ? (isFirstHalf ? ' - Halftime Result' : '') : ' - More Markets'
  return {
    ...nobody,
    id: 'pa_0x1',
    platform: 'platform_a',
    nativeId: '0x1',
    eventNativeId: '1',
    title: titles[kind],
    eventTitle: `${first} vs. ${second}${group}`,
    day,
  }
}

export function onB(contest: Contest): MatcherInput {
  const [first, second] = [nameOn(1, contest, 0), nameOn(1, contest, 1)]
  const { kind, isFirstHalf, number, day, sides } = contest
  const one = nameOn(1, contest, contest.side)
  const code = sides[contest.side]?.[2] ?? ''
  const half = isFirstHalf ? ' 1st Half' : ''
  const titles = {
    winner: isFirstHalf ? `Will ${one} win the 1st Half?` : `${first} vs ${second} Winner?`,
    total: `Will over ${number - 0.5} goals be scored${isFirstHalf ? ' in the 1st half' : ''}?`,
    spread: `${one} wins${isFirstHalf ? ' the 1st half' : ''} by over ${number - 0.5} goals?`,
    player: `${contest.player}: ${number}+ ${contest.statistic.toLowerCase()}`,
  }
  const groups = {
    winner: isFirstHalf ? ':' : '',
    total: ': Total',
    spread: ': Spread',
    player: ': Player Props',
  }
  const event = `KXTEST-${tickerDay(day)}${sides[0]?.[2]}${sides[1]?.[2]}`
  return {
    ...nobody,
    id: `pb_${event}-${code}`,
    platform: 'platform_b',
    nativeId: `${event}-${code}${kind === 'winner' ? '' : number}`,
    eventNativeId: event,
    title: titles[kind],
    eventTitle: `${first} vs ${second}${groups[kind]}${kind === 'player' ? '' : half}`,
  }
}

/** Each says something else than the contest; null where it would not. */
export const changes: Readonly<Record<string, (contest: Contest) => Contest | null>> = {
  number: (c) => (c.kind === 'winner' ? null : { ...c, number: c.number + 1 }),
  day: (c) => ({ ...c, day: shiftDay(c.day, 1) }),
  year: (c) => ({ ...c, day: shiftDay(c.day, 365) }),
  period: (c) => (c.kind === 'player' ? null : { ...c, isFirstHalf: !c.isFirstHalf }),
  side: (c) =>
    c.kind === 'winner' || c.kind === 'spread' ? { ...c, side: c.side === 0 ? 1 : 0 } : null,
  opponent: (c) => {
    const other = clubs.find((club) => !c.sides.some(([name]) => name === club[0])) ?? clubs[0]
    return { ...c, sides: c.sides.map((club, i) => (i === c.side ? club : other)) }
  },
  measure: (c) => ({ ...c, kind: c.kind === 'total' ? 'spread' : 'total' }),
  player: (c) =>
    c.kind === 'player'
      ? { ...c, player: people[(people.indexOf(c.player) + 1) % people.length] ?? '' }
      : null,
  statistic: (c) =>
    c.kind === 'player'
      ? {
          ...c,
          statistic: statistics[(statistics.indexOf(c.statistic) + 1) % statistics.length] ?? '',
        }
      : null,
}
