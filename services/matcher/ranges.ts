// Numbers in questions, as ranges: "above 2.4%", "between 100m and 105m", "$45 or more".
import { scales } from './lexicon/scales.ts'

export interface Range {
  /** null: no bound. */
  readonly low: number | null
  readonly isLowIn: boolean
  readonly high: number | null
  readonly isHighIn: boolean
}

/** From its first digit, or a long one would be tried from each. */
const digits = String.raw`(?<![\d,])\$?(-?\d[\d,]*(?:\.\d+)?)`
const unit = String.raw`(?:°[fc]?)?\s?(k|m|b|bn|t|thousand|million|billion|trillion|%)?`
/** A number and its unit, and no part of a word. */
const number = String.raw`${digits}${unit}(?![\w-])`
/** "at least magnitude 7.0" */
const kind = '(?:(?:an? )?(?:magnitude|category|vei) )?'
/** "25 bps or more", "100 launches or more" */
const counted = String.raw`${number}(?: [a-z]+){0,2}`

/** Beside a bound, "t" is short for trillion; elsewhere it may be part of anything. */
const scalesOfBounds: Readonly<Record<string, number>> = { ...scales, t: 1e12 }

type Read = (a: number, b: number) => Range

const from = (low: number, isLowIn: boolean): Range => ({
  low,
  isLowIn,
  high: null,
  isHighIn: false,
})
const upTo = (high: number, isHighIn: boolean): Range => ({
  low: null,
  isLowIn: false,
  high,
  isHighIn,
})
const within: Read = (low, high) => ({ low, isLowIn: true, high, isHighIn: true })

/** The first that fits is taken. */
const forms: readonly (readonly [RegExp, Read])[] = [
  [new RegExp(`(?:between|from) ${number} (?:and|to|-) ${number}`), within],
  [new RegExp(`(?<![\\w.-])${digits}${unit}\\s?(?:-|to)\\s?${number}`), within],
  [
    new RegExp(
      `(?:at least|no less than|not less than|no fewer than|at or above|greater than or equal to|>=|≥) ?${kind}${number}`,
    ),
    (n) => from(n, true),
  ],
  [new RegExp(`${counted} or (?:more|higher|above|greater|over)`), (n) => from(n, true)],
  [new RegExp(`${counted} and (?:above|up|over)`), (n) => from(n, true)],
  [
    new RegExp(
      `(?:above|over|more than|greater than|exceeds?|surpass(?:es)?|higher than|>) ?${kind}${number}`,
    ),
    (n) => from(n, false),
  ],
  [
    new RegExp(
      `(?:at most|no more than|not more than|at or below|less than or equal to|<=|≤) ?${number}`,
    ),
    (n) => upTo(n, true),
  ],
  [new RegExp(`${counted} or (?:less|lower|below|fewer|under)`), (n) => upTo(n, true)],
  [new RegExp(`${counted} and (?:below|under)`), (n) => upTo(n, true)],
  [
    new RegExp(`(?:below|under|less than|fewer than|lower than|<) ?${number}`),
    (n) => upTo(n, false),
  ],
  [new RegExp(`(?:reach|hit|touch)(?:e?s)? ${number}`), (n) => from(n, true)],
  [new RegExp(`(?:dip|fall|drop)s? (?:to|below) ${number}`), (n) => upTo(n, true)],
  [new RegExp(`(?<![\\w.])${digits}(k|m|b|bn|%)?\\+(?!\\w)`), (n) => from(n, true)],
]

/** Of plain text; null: no number that is a bound. */
export function rangeIn(plain: string): Range | null {
  if (!/\d/.test(plain)) return null
  for (const [form, read] of forms) {
    const found = form.exec(plain)
    if (!found) continue
    const [, a, unitA, b, unitB] = found
    return read(toNumber(a, unitA ?? unitB), toNumber(b, unitB))
  }
  return null
}

function toNumber(written: string | undefined, scale: string | undefined): number {
  return Number((written ?? '').replaceAll(',', '')) * (scalesOfBounds[scale ?? ''] ?? 1)
}

/** The same of what moves in steps: more than 3 launches are at least 4. */
export function inSteps(range: Range, step: number): Range {
  const { low, isLowIn, high, isHighIn } = range
  const lows = low === null ? null : toSteps(low, step)
  const highs = high === null ? null : toSteps(high, step)
  return {
    low:
      lows &&
      round((!isLowIn && isWhole(lows) ? Math.round(lows) + 1 : Math.ceil(lows - tiny)) * step),
    isLowIn: low !== null,
    high:
      highs &&
      round(
        (!isHighIn && isWhole(highs) ? Math.round(highs) - 1 : Math.floor(highs + tiny)) * step,
      ),
    isHighIn: high !== null,
  }
}

const tiny = 1e-6

function toSteps(n: number, step: number): number {
  return round(n / step)
}

function isWhole(n: number): boolean {
  return Math.abs(n - Math.round(n)) < tiny
}

function round(n: number): number {
  return Number(n.toPrecision(12))
}

/**
 * Whether they hold the same numbers. "up to 104.99" ends where "up to 105" begins, and "above
 * 2,299.99" is "2,300 or more": a bound whose decimals are nines is one tick short of the next.
 */
export function isSameRange(a: Range, b: Range): boolean {
  return (
    isSameBound(a.low, a.isLowIn, b.low, b.isLowIn) &&
    isSameBound(a.high, a.isHighIn, b.high, b.isHighIn)
  )
}

/** Whether what is outside of one is inside of the other: "at most 3.4%" and "above 3.4%". */
export function areOpposite(a: Range, b: Range, step: number | null): boolean {
  const [low, high] = a.low === null ? [b, a] : [a, b]
  if (low.low === null || low.high !== null || high.high === null || high.low !== null) return false
  const gap = low.low - high.high
  return step === null ? gap === 0 && low.isLowIn !== high.isHighIn : Math.abs(gap - step) < tiny
}

function isSameBound(a: number | null, isAIn: boolean, b: number | null, isBIn: boolean): boolean {
  if (a === null || b === null) return a === b
  if (a === b) return isAIn === isBIn
  const [less, more] = a < b ? [a, b] : [b, a]
  return (
    more - less <= Math.abs(more) * farthest && units.some((unit) => isTickShort(less, more, unit))
  )
}

/** Of itself: how far a bound may be from one that is a tick away. */
const farthest = 0.001
/** "104.99 million" */
const units: readonly number[] = [1, 1e6, 1e9, 1e12]

/** "28,999.99" and "29,000", but not "28,999" and "29,000": a ladder may have both. */
function isTickShort(less: number, more: number, unit: number): boolean {
  const decimals = /\.(\d{0,2}99)$/.exec(String(round(less / unit)))?.[1]
  if (decimals === undefined) return false
  return round((less / unit + 10 ** -decimals.length) * unit) === round(more)
}

export function rangeToText({ low, isLowIn, high, isHighIn }: Range): string {
  return `${isLowIn ? '[' : '('}${low ?? '-∞'}, ${high ?? '∞'}${isHighIn ? ']' : ')'}`
}
