// Parses the numbers of a question into a range: "above 2.4%", "between 100m and 105m", "$45 or more".
import { scales } from './lexicon/scales.ts'

/** A range of numbers, with a lower bound, an upper bound or both. */
export interface Range {
  /** null: the range has no lower bound. */
  readonly low: number | null
  readonly isLowInclusive: boolean
  /** null: the range has no upper bound. */
  readonly high: number | null
  readonly isHighInclusive: boolean
}

/**
 * A number without its unit. The lookbehind lets a match begin only at the first digit. Without it, the
 * regular expression would be tried at each digit of a long number, which takes quadratic time.
 */
const digitsPattern = String.raw`(?<![\d,])\$?(-?\d[\d,]*(?:\.\d+)?)`
const unitPattern = String.raw`(?:°[fc]?)?\s?(k|m|b|bn|t|thousand|million|billion|trillion|%)?`
/** A number with its unit, if the number is not part of a word. */
const numberPattern = String.raw`${digitsPattern}${unitPattern}(?![\w-])`
/** The name of a scale before the number, as in "at least magnitude 7.0". */
const scaleNamePattern = '(?:(?:an? )?(?:magnitude|category|vei) )?'
/** A number with what it counts, as in "25 bps or more", "100 launches or more". */
const countedPattern = String.raw`${numberPattern}(?: [a-z]+){0,2}`

/**
 * Multipliers after a bound. Directly after a bound "t" means trillion; in other text it may mean anything.
 */
const boundScales: Readonly<Record<string, number>> = { ...scales, t: 1e12 }

type CreateRange = (a: number, b: number) => Range

const rangeFrom = (low: number, isLowInclusive: boolean): Range => ({
  low,
  isLowInclusive,
  high: null,
  isHighInclusive: false,
})
const rangeUpTo = (high: number, isHighInclusive: boolean): Range => ({
  low: null,
  isLowInclusive: false,
  high,
  isHighInclusive,
})
const rangeBetween: CreateRange = (low, high) => ({
  low,
  isLowInclusive: true,
  high,
  isHighInclusive: true,
})

/** In order of precedence: the first pattern that matches is used. */
const patterns: readonly (readonly [RegExp, CreateRange])[] = [
  [new RegExp(`(?:between|from) ${numberPattern} (?:and|to|-) ${numberPattern}`), rangeBetween],
  [
    new RegExp(`(?<![\\w.-])${digitsPattern}${unitPattern}\\s?(?:-|to)\\s?${numberPattern}`),
    rangeBetween,
  ],
  [
    new RegExp(
      `(?:at least|no less than|not less than|no fewer than|at or above|greater than or equal to|>=|≥) ?${scaleNamePattern}${numberPattern}`,
    ),
    (n) => rangeFrom(n, true),
  ],
  [
    new RegExp(`${countedPattern} or (?:more|higher|above|greater|over)`),
    (n) => rangeFrom(n, true),
  ],
  [new RegExp(`${countedPattern} and (?:above|up|over)`), (n) => rangeFrom(n, true)],
  [
    new RegExp(
      `(?:above|over|more than|greater than|exceeds?|surpass(?:es)?|higher than|>) ?${scaleNamePattern}${numberPattern}`,
    ),
    (n) => rangeFrom(n, false),
  ],
  [
    new RegExp(
      `(?:at most|no more than|not more than|at or below|less than or equal to|<=|≤) ?${numberPattern}`,
    ),
    (n) => rangeUpTo(n, true),
  ],
  [new RegExp(`${countedPattern} or (?:less|lower|below|fewer|under)`), (n) => rangeUpTo(n, true)],
  [new RegExp(`${countedPattern} and (?:below|under)`), (n) => rangeUpTo(n, true)],
  [
    new RegExp(`(?:below|under|less than|fewer than|lower than|<) ?${numberPattern}`),
    (n) => rangeUpTo(n, false),
  ],
  [new RegExp(`(?:reach|hit|touch)(?:e?s)? ${numberPattern}`), (n) => rangeFrom(n, true)],
  [new RegExp(`(?:dip|fall|drop)s? (?:to|below) ${numberPattern}`), (n) => rangeUpTo(n, true)],
  [new RegExp(`(?<![\\w.])${digitsPattern}(k|m|b|bn|%)?\\+(?!\\w)`), (n) => rangeFrom(n, true)],
]

/** Parses the range that a plain text (lower case, no accents) states. Returns null if it states no bound. */
export function parseRange(plainText: string): Range | null {
  if (!/\d/.test(plainText)) return null
  for (const [pattern, toRange] of patterns) {
    const found = pattern.exec(plainText)
    if (!found) continue
    const [, a, unitA, b, unitB] = found
    return toRange(toNumber(a, unitA ?? unitB), toNumber(b, unitB))
  }
  return null
}

function toNumber(digits: string | undefined, scale: string | undefined): number {
  return Number((digits ?? '').replaceAll(',', '')) * (boundScales[scale ?? ''] ?? 1)
}

/**
 * Rounds the bounds of a range to multiples of `step`, the smallest change of the number. The result is the
 * smallest equivalent range with inclusive bounds: for launches (step 1), "more than 3" becomes "at least 4".
 */
export function roundToSteps(range: Range, step: number): Range {
  const { low, isLowInclusive, high, isHighInclusive } = range
  const lowInSteps = low === null ? null : toStepCount(low, step)
  const highInSteps = high === null ? null : toStepCount(high, step)
  return {
    low:
      lowInSteps &&
      removeFloatError(
        (!isLowInclusive && isNearInteger(lowInSteps)
          ? Math.round(lowInSteps) + 1
          : Math.ceil(lowInSteps - epsilon)) * step,
      ),
    isLowInclusive: low !== null,
    high:
      highInSteps &&
      removeFloatError(
        (!isHighInclusive && isNearInteger(highInSteps)
          ? Math.round(highInSteps) - 1
          : Math.floor(highInSteps + epsilon)) * step,
      ),
    isHighInclusive: high !== null,
  }
}

/** Tolerance for the rounding errors of floating-point numbers. */
const epsilon = 1e-6

function toStepCount(n: number, step: number): number {
  return removeFloatError(n / step)
}

function isNearInteger(n: number): boolean {
  return Math.abs(n - Math.round(n)) < epsilon
}

function removeFloatError(n: number): number {
  return Number(n.toPrecision(12))
}

/**
 * Whether two ranges contain the same numbers. A tick is the smallest step of a number. A bound whose
 * decimals are nines equals the next tick: "above 2,299.99" equals "2,300 or more", "up to 104.99" equals "up
 * to 105".
 */
export function isSameRange(a: Range, b: Range): boolean {
  return (
    isSameBound(a.low, a.isLowInclusive, b.low, b.isLowInclusive) &&
    isSameBound(a.high, a.isHighInclusive, b.high, b.isHighInclusive)
  )
}

/**
 * Whether each number is in exactly one of the two ranges, as with "at most 3.4%" and "above 3.4%". `step` is
 * the smallest change of the number, or null if it is not known.
 */
export function areComplementary(a: Range, b: Range, step: number | null): boolean {
  const [low, high] = a.low === null ? [b, a] : [a, b]
  if (low.low === null || low.high !== null || high.high === null || high.low !== null) return false
  const gap = low.low - high.high
  return step === null
    ? gap === 0 && low.isLowInclusive !== high.isHighInclusive
    : Math.abs(gap - step) < epsilon
}

function isSameBound(
  a: number | null,
  isAInclusive: boolean,
  b: number | null,
  isBInclusive: boolean,
): boolean {
  if (a === null || b === null) return a === b
  if (a === b) return isAInclusive === isBInclusive
  const [smaller, larger] = a < b ? [a, b] : [b, a]
  return (
    larger - smaller <= Math.abs(larger) * maxTickRatio &&
    tickUnits.some((unit) => isOneTickBelow(smaller, larger, unit))
  )
}

/** Maximum difference of two bounds that are one tick apart, as a fraction of the larger bound (0.1%). */
const maxTickRatio = 0.001
/** Units in which a number with two decimals may be written, as in "104.99 million". */
const tickUnits: readonly number[] = [1, 1e6, 1e9, 1e12]

/**
 * Whether the smaller bound ends in nines after the decimal point and equals the larger one after one more
 * tick: true for 28,999.99 and 29,000. False for 28,999 and 29,000, which may be two markets of one event.
 */
function isOneTickBelow(smaller: number, larger: number, unit: number): boolean {
  const decimals = /\.(\d{0,2}99)$/.exec(String(removeFloatError(smaller / unit)))?.[1]
  if (decimals === undefined) return false
  return (
    removeFloatError((smaller / unit + 10 ** -decimals.length) * unit) === removeFloatError(larger)
  )
}

/** Returns a range in words, such as "over 2.4", "3 or more" or "from 2 to 5", for display. */
export function rangeToText({ low, isLowInclusive, high, isHighInclusive }: Range): string {
  if (low === null) return isHighInclusive ? `${toText(high)} or less` : `under ${toText(high)}`
  if (high === null) return isLowInclusive ? `${toText(low)} or more` : `over ${toText(low)}`
  if (isLowInclusive && isHighInclusive)
    return low === high ? `exactly ${toText(low)}` : `from ${toText(low)} to ${toText(high)}`
  const [atLeast, atMost] = [
    isLowInclusive ? 'at least' : 'over',
    isHighInclusive ? 'at most' : 'under',
  ]
  return `${atLeast} ${toText(low)} and ${atMost} ${toText(high)}`
}

const numberFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 12 })

function toText(bound: number | null): string {
  return bound === null ? 'any number' : numberFormat.format(bound)
}
