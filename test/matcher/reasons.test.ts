// Reasons of a match: all five dimensions, in words that need no knowledge of the platforms.
import { describe, expect, it } from '@jest/globals'
import { dimensions } from '../../services/matcher/comparison.ts'
import { comparePropositions, parseProposition } from '../../services/matcher/parse-and-compare.ts'
import { toReasons, type Reason } from '../../services/matcher/reasons.ts'
import { readPairs, type Pair } from './pairs/read-pairs.ts'
import { tables } from './pairs/tables.ts'

function reasonsOf({ a: inputA, b: inputB, canDraw }: Pair): readonly Reason[] {
  const a = { input: inputA, proposition: parseProposition(inputA) }
  const b = { input: inputB, proposition: parseProposition(inputB) }
  return toReasons(a, b, comparePropositions(a.proposition, b.proposition, canDraw))
}

/** Two lines of a table of pairs, and the evidence of the five dimensions in their order. */
const matches: readonly (readonly [kind: string, pair: string, evidence: readonly string[]])[] = [
  [
    'total of goals',
    `b KXMLSTOTAL-26MAY16NEMIN -2 | New England vs Minnesota: Total Goals | Will 3 or more goals be scored?
    same 2026-05-16 | New England Revolution vs. Minnesota United FC - More Markets | New England Revolution vs. Minnesota United FC: O/U 2.5 | of: Over; Under`,
    [
      'New England Revolution vs. Minnesota United FC = New England vs. Minnesota',
      'total: points, goals or runs on both sides',
      'over 2.5 = 3 or more',
      'on 2026-05-16 on both sides',
      'the whole contest on both sides',
    ],
  ],
  [
    'winner of a game with two outcomes',
    `b KXNBAGAME-26MAY13CLEDET -DET | Cleveland at Detroit | Cleveland at Detroit Winner?
    second 2026-05-13 | Cavaliers vs. Pistons | Cavaliers vs. Pistons | of: Cavaliers; Pistons`,
    [
      'Pistons (Cavaliers vs. Pistons) = Detroit (Cleveland vs. Detroit)',
      'the winner on both sides',
      'no threshold on either side',
      'on 2026-05-13 on both sides',
      'the whole contest on both sides',
    ],
  ],
  [
    'statistic of a player',
    `b KXEPLGOAL-26MAY24MCIAVL -MCIEHAALAND9-1 | Manchester City vs Aston Villa: Goalscorers | Erling Haaland: 1+ goals
    same 2026-05-24 | Manchester City FC vs. Aston Villa FC - Player Props | Erling Haaland: Anytime Goalscorer`,
    [
      'Erling Haaland (Manchester City FC vs. Aston Villa FC) = Erling Haaland (Manchester City vs. Aston Villa)',
      'what the player achieves: goal on both sides',
      '1 or more on both sides',
      'on 2026-05-24 on both sides',
      'the whole contest on both sides',
    ],
  ],
  [
    'champion of a league',
    `b KXNBA-27 -ATL | 2027 Pro Basketball Champion | Will Atlanta win the 2027 Pro Basketball Finals? | by: 2029-07-30
    same - | 2027 NBA Champion | Will the Atlanta Hawks win the 2027 NBA Finals? | by: 2027-07-01`,
    [
      'Atlanta Hawks = Atlanta',
      '“win the 2027 NBA Finals” = “win the 2027 Pro Basketball Finals”',
      'no threshold on either side',
      '2027 on both sides',
      'NBA on both sides',
    ],
  ],
  [
    'election',
    `b SENATEGA-26 -D | Georgia Senate winner? | Will Democrats win the Senate race in Georgia? | by: 2027-11-03
    same - | Georgia Senate Election Winner | Will the Democrats win the Georgia Senate race in 2026? | by: 2026-11-03`,
    [
      'Democrats on both sides',
      '“win the Georgia Senate race in 2026” = “win the Senate race in Georgia”',
      'no threshold on either side',
      'in 2026 = no date stated, probably 2026, planned to close on 2027-11-03',
      'no league on either side',
    ],
  ],
  [
    'rate',
    `b KXU3-26APR -T4.2 | Unemployment rate in April | Will the unemployment rate (U-3) be above 4.2% in April 2026?
    same - | April unemployment rate | Will the April 2026 unemployment rate be 4.3% or higher?`,
    [
      'unemployment on both sides',
      '“unemployment rate be 4.3% or higher” = “unemployment rate (U-3) be above 4.2% in April 2026”',
      '4.3 or more = over 4.2',
      '2026-04 (whole month) = in 2026-04 (whole month)',
      'no league on either side',
    ],
  ],
  [
    'price of a coin',
    `b KXDOGEMAXY-26 -1 | Dogecoin this year | Will Dogecoin hit $1 before Jan 1, 2027?
    same - | Dogecoin in 2026 | Will Dogecoin reach $1 in 2026?`,
    [
      'Dogecoin on both sides',
      '“reach $1 in 2026” = “hit $1 before Jan 1, 2027”',
      '1 or more on both sides',
      'in 2026 = by 2026-12-31',
      'no league on either side',
    ],
  ],
  [
    'date',
    `b KXTIKTOK-26 . | TikTok | Will TikTok be banned in the US before 2027?
    same - | TikTok | TikTok banned in the US by December 31, 2026?`,
    [
      'TikTok on both sides',
      '“banned in the US by December 31, 2026” = “be banned in the US before 2027”',
      'no threshold on either side',
      'by 2026-12-31 = by the end of 2026',
      'no league on either side',
    ],
  ],
]

describe('the reasons of a match', () => {
  it.each(matches)('show both sides in all dimensions: %s', (_kind, text, evidence) => {
    const [pair] = readPairs(text)
    const reasons = pair ? reasonsOf(pair) : []
    expect(reasons.map((reason) => reason.evidence)).toEqual(evidence)
    expect(reasons.map(({ verdict }) => verdict)).toEqual(dimensions.map(() => 'same'))
  })

  it('list the five dimensions and no empty side, for every pair of the tables', () => {
    const all = Object.values(tables).flatMap(readPairs).map(reasonsOf)
    const listed = all.map((reasons) => reasons.map(({ dimension }) => dimension).join())
    expect([...new Set(listed)]).toEqual([dimensions.join()])
    const evidences = all.flat().map(({ evidence }) => evidence)
    expect(evidences.filter((evidence) => !/^\S.*\S$/u.test(evidence))).toEqual([])
    const emptySide = /^(?:=|≠|and\b)|(?:=|≠|\band)$|“”|undefined|NaN/
    expect(evidences.filter((evidence) => emptySide.test(evidence))).toEqual([])
  })
})

describe('the reasons against a match', () => {
  const game =
    'b KXNBAGAME-26MAY13CLEDET -DET | Cleveland at Detroit | Cleveland at Detroit Winner?\n'

  it.each([
    [
      'no 2026-05-14 | Cavaliers vs. Pistons | Cavaliers vs. Pistons | of: Cavaliers; Pistons',
      'window',
      'different',
      'on 2026-05-14 ≠ on 2026-05-13',
    ],
    [
      'no - | Cavaliers | Will the Cavaliers be sold in 2026?',
      'scope',
      'different',
      'only one of the two markets is about a contest between two sides',
    ],
    ['no - | Team AB | Will Team AB win?', 'subject', 'unknown', 'the title is a placeholder'],
  ])('say what differs: %s', (line, dimension, verdict, evidence) => {
    const [pair] = readPairs(game + line)
    const reasons = pair ? reasonsOf(pair) : []
    expect(reasons).toContainEqual({ dimension, verdict, evidence })
    expect(reasons.map((reason) => reason.dimension)).toEqual(dimensions)
  })
})
