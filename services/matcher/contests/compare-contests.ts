// Compares two propositions about contests: sides, day, what is counted, and over which period.
import { toComparison, type Comparison, type Dimension, type Veto } from '../comparison.ts'
import { couldBeSameSide, nameScore, sideScore } from '../names.ts'
import type { ContestProposition } from '../proposition.ts'
import { daysBetween } from '../windows.ts'

/** Minimum name score of the less similar pair of sides, if the other pair clearly matches. */
const minWeakerSideScore = 0.45
/** Minimum name score of two sides that clearly match. */
const minClearSideScore = 0.85
/** Minimum name score of two sides if every word of the shorter name is also in the longer name. */
const minExactSideScore = 0.93
/** Minimum name score of two names of the same player. */
const minPlayerScore = 0.9
/**
 * Maximum difference of the deadlines of two markets on the same series, in days. A series takes up to two
 * weeks, and the same sides do not play another series within 30 days.
 */
const maxSeriesDeadlineDifferenceDays = 30

/**
 * Subtracted from the score if one question allows a draw but neither event has a market for it. The two
 * questions may then be about different sports.
 */
const missingDrawCost = 14
/** Maximum score if only one side clearly matches and the other names are merely similar. */
const maxScoreByElimination = 72
/** Maximum score if one of the days is known only from a deadline. */
const maxScoreByDeadline = 78

/**
 * Compares two propositions about contests. `eventListsDraw`: the event of at least one of the two markets
 * has a separate market for a draw, so the contest can end in a draw.
 */
export function compareContests(
  a: ContestProposition,
  b: ContestProposition,
  eventListsDraw: boolean,
): Comparison {
  const sidePairing = pairSides(a, b)
  const window = compareDays(a, b)
  const firstSideOfB = b.side ?? b.outcomeSides?.[0] ?? null
  const sideOfB =
    firstSideOfB !== null && sidePairing.isCrossed ? otherSide(firstSideOfB) : firstSideOfB
  const measure = isUnreadableContest(a) || isUnreadableContest(b) ? null : a.measure === b.measure
  const vetoes = [
    ...vetoUnless(sidePairing.score > 0, 'subject'),
    ...vetoUnless(measure, 'measure'),
    ...vetoUnless(haveSameThreshold(a, b), 'threshold'),
    ...vetoUnless(window.isSame, 'window'),
    ...vetoUnless(a.period === b.period && areSameEsport(a, b), 'scope'),
    ...vetoUnless(areSamePlayer(a, b), 'subject'),
  ]

  let outcome = a.payingOutcome
  if (sideOfB !== null && a.outcomeSides !== null) {
    outcome = a.outcomeSides.indexOf(sideOfB)
    if (a.side === null && eventListsDraw)
      vetoes.push({
        dimension: 'scope',
        verdict: 'different',
        detail: 'in a draw only one of the two markets pays one of its outcomes',
      })
  }
  const paysEitherSide = a.side === null && a.outcomeSides !== null && sideOfB !== null
  vetoes.push(...vetoUnless(paysEitherSide || a.side === sideOfB, 'subject'))
  if (b.payingOutcome === 1 && b.outcomeSides === null) outcome = outcome === 0 ? 1 : 0

  const score =
    Math.min(sidePairing.score, window.maxScore) -
    (a.resolvesNoOnDraw && !eventListsDraw ? missingDrawCost : 0)
  return toComparison(score, outcome, vetoes)
}

/** Returns a veto unless `isSame` is true. `isSame` is null if the propositions do not state enough to decide. */
function vetoUnless(isSame: boolean | null, dimension: Dimension): readonly Veto[] {
  if (isSame === true) return []
  return [{ dimension, verdict: isSame === null ? 'unknown' : 'different', detail: null }]
}

/** Which sides of two contests belong together. */
interface SidePairing {
  /** How certain it is that both sides are the same, from 0 to 100. 0: the contests have different sides. */
  readonly score: number
  /** Whether the first side of one contest is the second side of the other. */
  readonly isCrossed: boolean
}

function pairSides(a: ContestProposition, b: ContestProposition): SidePairing {
  const [a0, a1] = a.sides
  const [b0, b1] = b.sides
  const straight = [sideScore(a0, b0), sideScore(a1, b1)] as const
  const crossed = [sideScore(a0, b1), sideScore(a1, b0)] as const
  const isCrossed = crossed[0] + crossed[1] > straight[0] + straight[1]
  const pair = isCrossed ? crossed : straight
  const [weaker, stronger] = [Math.min(...pair), Math.max(...pair)]
  if (stronger >= minClearSideScore && weaker >= minWeakerSideScore)
    return { score: pairingScoreOf(weaker, stronger), isCrossed }

  // A side plays at most one match a day. So if one pair of sides matches exactly, the names of the other two
  // sides only need to be similar.
  const isFirstWeaker = pair[0] === weaker
  const isMatchByElimination =
    stronger >= minExactSideScore &&
    couldBeSameSide(isFirstWeaker ? a0 : a1, isFirstWeaker === isCrossed ? b1 : b0)
  return { score: isMatchByElimination ? maxScoreByElimination : 0, isCrossed }
}

function pairingScoreOf(weakerSideScore: number, strongerSideScore: number): number {
  if (weakerSideScore >= minClearSideScore)
    return (
      90 +
      ((weakerSideScore + strongerSideScore) / 2 - minClearSideScore) *
        (10 / (1 - minClearSideScore))
    )
  return 85 + weakerSideScore * 4
}

function compareDays(
  a: ContestProposition,
  b: ContestProposition,
): { readonly isSame: boolean | null; readonly maxScore: number } {
  if (a.period === 'series') {
    if (a.deadline === null || b.deadline === null) return { isSame: null, maxScore: 0 }
    return {
      isSame: daysBetween(a.deadline, b.deadline) <= maxSeriesDeadlineDifferenceDays,
      maxScore: 100,
    }
  }
  if (a.day !== null && b.day !== null) return { isSame: a.day === b.day, maxScore: 100 }
  // The deadline of `b`, on a platform with tickers, may be weeks after the contest, so only the deadline of
  // `a` can stand for the day.
  if (a.day === null && b.day !== null && a.deadline !== null)
    return { isSame: a.deadline === b.day ? true : null, maxScore: maxScoreByDeadline }
  return { isSame: null, maxScore: 0 }
}

function haveSameThreshold(a: ContestProposition, b: ContestProposition): boolean | null {
  if (a.atLeast === null && b.atLeast === null) return measureNeedsThreshold(a) ? null : true
  return a.atLeast === b.atLeast
}

function areSameEsport(a: ContestProposition, b: ContestProposition): boolean {
  return a.esport === null || b.esport === null || a.esport === b.esport
}

function areSamePlayer(a: ContestProposition, b: ContestProposition): boolean {
  if (a.player === null || b.player === null) return a.player === b.player
  return nameScore(a.player, b.player) >= minPlayerScore
}

function otherSide(side: 0 | 1): 0 | 1 {
  return side === 0 ? 1 : 0
}

/** Whether a question with this measure is incomplete without a number. */
function measureNeedsThreshold({ measure }: ContestProposition): boolean {
  return /^(?:total|spread|player:)/.test(measure)
}

/** Whether the parser did not recognize what the question measures or over which period. */
export function isUnreadableContest({ measure, period }: ContestProposition): boolean {
  return measure.startsWith('unknown') || period === 'unknown'
}
