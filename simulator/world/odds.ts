// Probabilities over time and the final result: a set of propositions (legs) whose probabilities move
// together and end at the result. Markets of both platforms about the same question share one of
// these.
import { fraction, mix } from '../random.ts'
import { noise } from './noise.ts'

// Destructured once: see random.ts.
const { exp, max, min, sqrt } = Math

export interface Odds {
  /** Probability of each leg at a time, in [0, 1]. */
  at(tMs: number): readonly number[]
  /** Which legs come true. */
  readonly result: readonly boolean[]
}

const hour = 3_600_000

/** Exactly one leg wins. `strengths`: logarithms of the initial odds. */
export function createChoice(options: {
  readonly seed: number
  readonly strengths: readonly number[]
  readonly decidedMs: number
}): Odds {
  const { seed, strengths, decidedMs } = options
  const winner = draw(softmax(strengths), fraction(mix(seed, -1)))
  const at = (tMs: number): readonly number[] => {
    const known = closenessToEnd(tMs, decidedMs)
    return softmax(
      strengths.map(
        (strength, leg) =>
          strength +
          0.9 * (1 - known) * noise(mix(seed, leg), tMs) +
          (leg === winner ? 8 * known : 0),
      ),
    )
  }
  return { at, result: strengths.map((_, leg) => leg === winner) }
}

export interface Interval {
  /** Inclusive; null: no lower bound. */
  readonly floor: number | null
  /** Exclusive; null: no upper bound. */
  readonly cap: number | null
}

/** A measured quantity, which ends in one or more of the intervals. */
export function createMeasure(options: {
  readonly seed: number
  readonly start: number
  /** Maximum distance from the start value. */
  readonly swing: number
  readonly intervals: readonly Interval[]
  readonly decidedMs: number
}): Odds & { readonly final: number } {
  const { seed, start, swing, intervals, decidedMs } = options
  const valueAt = (tMs: number): number => start + swing * noise(seed, min(tMs, decidedMs))
  const final = valueAt(decidedMs)
  const at = (tMs: number): readonly number[] => {
    const left = max(0, decidedMs - tMs)
    const width = swing * (0.02 + 0.35 * sqrt(min(1, left / (48 * hour))))
    const value = valueAt(tMs)
    const above = (limit: number): number => 1 / (1 + exp(-(value - limit) / width))
    return intervals.map(
      ({ floor, cap }) => (floor === null ? 1 : above(floor)) - (cap === null ? 0 : above(cap)),
    )
  }
  const result = intervals.map(
    ({ floor, cap }) => (floor === null || final >= floor) && (cap === null || final < cap),
  )
  return { at, result, final }
}

/** 0 until a few hours before the decision, then growing to 1. */
function closenessToEnd(tMs: number, decidedMs: number): number {
  const x = min(1, max(0, 1 - (decidedMs - tMs) / (4 * hour)))
  return x * x
}

function softmax(strengths: readonly number[]): readonly number[] {
  const most = max(...strengths)
  const powers = strengths.map((strength) => exp(strength - most))
  const sum = powers.reduce((total, power) => total + power, 0)
  return powers.map((power) => power / sum)
}

function draw(chances: readonly number[], x: number): number {
  let sum = 0
  for (const [leg, chance] of chances.entries()) {
    sum += chance
    if (x < sum) return leg
  }
  return chances.length - 1
}
