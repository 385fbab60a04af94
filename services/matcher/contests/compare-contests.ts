// Two claims about contests: the same two sides on the same day, the same count over the same part.
import { toComparison, type Comparison, type Dimension, type Reason } from '../comparison.ts'
import { areAlike, nameScore, sideScore } from '../names.ts'
import type { ContestClaim } from '../proposition.ts'
import { daysBetween } from '../windows.ts'

/** Below it a name is another's; from it on, it may be one if the other side's is sure. */
const leastOther = 0.45
const sure = 0.85
/** The name itself: all its words, or all but some. */
const exact = 0.93
const leastPlayer = 0.9
/** A series takes up to two weeks; its sides do not meet in another one so soon. */
const seriesDays = 30

/** One of the two can end in a draw and the other lists none: clubs have teams in several sports. */
const drawCost = 14
/** What is told by less than its own words scores at most so much. */
const byElimination = 72
const byDeadline = 78

/** `a` of platform_a, `b` of platform_b. `canDraw`: platform_b lists a draw beside the sides. */
export function compareContests(a: ContestClaim, b: ContestClaim, canDraw: boolean): Comparison {
  const pairing = pairUp(a, b)
  const window = compareDays(a, b)
  const bSide = b.side !== null && pairing.isCrossed ? otherThan(b.side) : b.side
  const measure = isUnknown(a) || isUnknown(b) ? null : a.measure === b.measure
  const reasons = [
    tell('subject', pairing.score > 0, `${sidesOf(a)} and ${sidesOf(b)}`),
    tell('measure', measure, `${a.measure} and ${b.measure}`),
    ...thresholdReasons(a, b),
    tell('window', window.isSame, `${a.day ?? 'no day'} and ${b.day ?? 'no day'}`),
    tell('scope', a.period === b.period, `${a.period} and ${b.period}`),
    ...gameReasons(a, b),
    ...playerReasons(a, b),
  ]

  let outcome = a.pays
  if (bSide !== null && a.sidesOfOutcomes !== null) {
    outcome = a.sidesOfOutcomes.indexOf(bSide)
    if (a.side === null && canDraw)
      reasons.push(tell('scope', false, 'one pays nobody in a draw, the other has no draw'))
  }
  const paysEither = a.side === null && a.sidesOfOutcomes !== null && bSide !== null
  if (!paysEither && a.side !== bSide)
    reasons.push(tell('subject', false, `${sideOf(a)} and ${sideOf(b)}`))

  const score = Math.min(pairing.score, window.most) - (a.isOneOfThree && !canDraw ? drawCost : 0)
  return toComparison(score, outcome, reasons)
}

function tell(dimension: Dimension, isSame: boolean | null, evidence: string): Reason {
  return {
    dimension,
    verdict: isSame === null ? 'unknown' : isSame ? 'same' : 'different',
    evidence,
  }
}

interface Pairing {
  /** 0: they are not the same two. */
  readonly score: number
  /** The first of one is the second of the other. */
  readonly isCrossed: boolean
}

function pairUp(a: ContestClaim, b: ContestClaim): Pairing {
  const [a0, a1] = a.sides
  const [b0, b1] = b.sides
  const straight = [sideScore(a0, b0), sideScore(a1, b1)] as const
  const crossed = [sideScore(a0, b1), sideScore(a1, b0)] as const
  const isCrossed = crossed[0] + crossed[1] > straight[0] + straight[1]
  const pair = isCrossed ? crossed : straight
  const [weak, strong] = [Math.min(...pair), Math.max(...pair)]
  if (strong >= sure && weak >= leastOther) return { score: scoreOf(weak, strong), isCrossed }

  // nobody plays two matches of a kind a day: the other side has no choice, if it looks like it at all
  const isFirstWeak = pair[0] === weak
  const isAlone =
    strong >= exact && areAlike(isFirstWeak ? a0 : a1, isFirstWeak === isCrossed ? b1 : b0)
  return { score: isAlone ? byElimination : 0, isCrossed }
}

function scoreOf(weak: number, strong: number): number {
  if (weak >= sure) return 90 + ((weak + strong) / 2 - sure) * (10 / (1 - sure))
  return 85 + weak * 4
}

function compareDays(
  a: ContestClaim,
  b: ContestClaim,
): { readonly isSame: boolean | null; readonly most: number } {
  if (a.period === 'series') {
    if (a.deadline === null || b.deadline === null) return { isSame: null, most: 0 }
    return { isSame: daysBetween(a.deadline, b.deadline) <= seriesDays, most: 100 }
  }
  if (a.day !== null && b.day !== null) return { isSame: a.day === b.day, most: 100 }
  // platform_a closes on the day of the contest, platform_b weeks after it
  if (a.day === null && b.day !== null && a.deadline !== null)
    return { isSame: a.deadline === b.day ? true : null, most: byDeadline }
  return { isSame: null, most: 0 }
}

function thresholdReasons(a: ContestClaim, b: ContestClaim): readonly Reason[] {
  if (a.atLeast === null && b.atLeast === null && !needsNumber(a)) return []
  const isSame = a.atLeast === null && b.atLeast === null ? null : a.atLeast === b.atLeast
  return [tell('threshold', isSame, `${a.atLeast} and ${b.atLeast} or more`)]
}

function gameReasons(a: ContestClaim, b: ContestClaim): readonly Reason[] {
  if (a.game === null || b.game === null) return []
  return [tell('scope', a.game === b.game, `${a.game} and ${b.game}`)]
}

function playerReasons(a: ContestClaim, b: ContestClaim): readonly Reason[] {
  if (a.player === null && b.player === null) return []
  const isSame =
    a.player !== null && b.player !== null && nameScore(a.player, b.player) >= leastPlayer
  return [
    tell(
      'subject',
      isSame,
      `${a.player?.text ?? 'no player'} and ${b.player?.text ?? 'no player'}`,
    ),
  ]
}

function otherThan(side: 0 | 1): 0 | 1 {
  return side === 0 ? 1 : 0
}

function needsNumber({ measure }: ContestClaim): boolean {
  return /^(?:total|spread|player:)/.test(measure)
}

function isUnknown({ measure, period }: ContestClaim): boolean {
  return measure.startsWith('unknown') || period === 'unknown'
}

function sidesOf({ sides }: ContestClaim): string {
  return `${sides[0].text} / ${sides[1].text}`
}

function sideOf({ sides, side }: ContestClaim): string {
  return side === null ? 'neither side' : sides[side].text
}
