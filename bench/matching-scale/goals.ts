// Club matches that can end in a draw, as both platforms listed them in 2026.
import type { Random } from '../../simulator/random.ts'
import { dateTag, dayMs, isoDay } from '../../simulator/world/dates.ts'
import { codeOf, yesNo, type DraftA, type DraftB, type Drafts } from './drafts.ts'
import type { Vocabulary } from './vocabulary.ts'

export function gamesOfGoals(
  wanted: number,
  firstMs: number,
  days: number,
  vocabulary: Vocabulary,
  random: Random,
): Drafts {
  const a: DraftA[] = []
  const b: DraftB[] = []
  const clubs = vocabulary.places.slice(-800)
  const kinds = ['FC', 'United', 'City', 'SC', 'Sporting Club', 'Athletic']
  for (let n = 0; n < wanted; n += 1) {
    const round = Math.floor((n * 2) / clubs.length)
    const [one, two] = [(n * 2) % clubs.length, (n * 2 + 1 + 2 * round) % clubs.length]
    const [home, away] = [one, two].map((club): Club => {
      const short = clubs[club] ?? ''
      return { code: codeOf(club), short, long: `${short} ${kinds[club % kinds.length]}` }
    }) as [Club, Club]
    const startMs = firstMs + (round % days) * dayMs + random.below(6) * 3_600_000
    const players = Array.from({ length: 12 }, () => vocabulary.person())
    a.push(...matchOnA(home, away, startMs, players))
    b.push(...matchOnB(home, away, startMs, players))
  }
  return { a, b }
}

const goals = [0.5, 1.5, 2.5, 3.5, 4.5] as const

interface Club {
  readonly code: string
  readonly short: string
  readonly long: string
}

function matchOnA(
  { short: homeCity, long: home }: Club,
  { short: awayCity, long: away }: Club,
  startMs: number,
  players: readonly string[],
): DraftA[] {
  const day = isoDay(startMs)
  const key = `${day}/${homeCity}/${awayCity}`
  const title = `${home} vs. ${away}`
  const is = (what: string): [string, string] => [`${key} ${what}`, `${key} not ${what}`]
  const market = (text: string, what: string, outcomes: readonly [string, string] = yesNo) => ({
    title: text,
    outcomes,
    says: is(what),
  })
  const event = (kind: string, markets: DraftA['markets']): DraftA => ({
    title: title + kind,
    day,
    deadline: isoDay(startMs + 7 * dayMs),
    markets,
  })
  return [
    event('', [
      market(`Will ${home} win on ${day}?`, 'wins 0'),
      market(`Will ${away} win on ${day}?`, 'wins 1'),
      market(`Will ${home} vs. ${away} end in a draw?`, 'draw'),
    ]),
    event(' - More Markets', [
      ...goals.map((line) => market(`${title}: O/U ${line}`, `total ${line}`, ['Over', 'Under'])),
      market(`${title}: Both Teams to Score`, 'both'),
      ...[home, away].flatMap((club, side) =>
        [1.5, 2.5].map((line) =>
          market(
            `Spread: ${club} (-${line})`,
            `spread ${side} ${line}`,
            side === 0 ? [home, away] : [away, home],
          ),
        ),
      ),
    ]),
    event(' - Halftime Result', [
      market(`${home} leading at halftime?`, 'leads 0'),
      market(`${away} leading at halftime?`, 'leads 1'),
      market(`${title}: Draw at halftime?`, 'level'),
    ]),
    event(
      ' - Player Props',
      players.slice(0, 8).map((player) => market(`${player}: Anytime Goalscorer`, `${player} 1`)),
    ),
  ]
}

function matchOnB(home: Club, away: Club, startMs: number, players: readonly string[]): DraftB[] {
  const key = `${isoDay(startMs)}/${home.short}/${away.short}`
  const title = `${home.short} vs ${away.short}`
  const event = (kind: string, behind: string, markets: DraftB['markets']): DraftB => ({
    ticker: `KXSOC${kind}-${dateTag(startMs)}${home.code}${away.code}`,
    title: title + behind,
    day: isoDay(startMs),
    deadline: isoDay(startMs + 14 * dayMs),
    markets,
  })
  const sides = [home, away]
  return [
    event('GAME', '', [
      ...sides.map((club, side) => ({
        suffix: club.code,
        title: `${title} Winner?`,
        subtitle: club.short,
        says: `${key} wins ${side}`,
      })),
      { suffix: 'TIE', title: `${title} Winner?`, subtitle: 'Tie', says: `${key} draw` },
    ]),
    event(
      'TOTAL',
      ': Totals',
      goals.map((line) => ({
        suffix: String(Math.floor(line)),
        title: `${title}: Totals`,
        subtitle: `Over ${line} goals scored`,
        says: `${key} total ${line}`,
      })),
    ),
    event('BTTS', ': BTTS', [
      { suffix: 'BTTS', title: 'Will both teams score?', subtitle: null, says: `${key} both` },
    ]),
    event(
      'SPREAD',
      ': Spreads',
      sides.flatMap((club, side) =>
        [1.5, 2.5, 3.5].map((line) => ({
          suffix: `${club.code}${Math.floor(line)}`,
          title: `${club.short} wins by over ${line} goals?`,
          subtitle: null,
          says: `${key} spread ${side} ${line}`,
        })),
      ),
    ),
    event('1H', ': First Half Winner', [
      ...sides.map((club, side) => ({
        suffix: club.code,
        title: `Will ${club.short} win the 1st Half?`,
        subtitle: null,
        says: `${key} leads ${side}`,
      })),
      { suffix: 'TIE', title: 'Will Tie win the 1st Half?', subtitle: null, says: `${key} level` },
    ]),
    event(
      'GOAL',
      ': Goals',
      players.flatMap((player, n) =>
        [1, 2].map((least) => ({
          suffix: `${home.code}${n}-${least}`,
          title: `${player}: ${least}+ goals`,
          subtitle: null,
          says: `${key} ${player} ${least}`,
        })),
      ),
    ),
  ]
}
