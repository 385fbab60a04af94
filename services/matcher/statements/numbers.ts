// Finds the range of numbers that a statement is about: in its texts or, if one event lists many markets that
// differ only in the threshold, in its ticker. Rounds the range to the steps in which the number changes.
import { leagueWords } from '../lexicon/word-weights.ts'
import { stepSizes } from '../lexicon/step-sizes.ts'
import { roundToSteps, isSameRange, parseRange, type Range } from '../ranges.ts'
import { attachedUnit, toStem } from '../words.ts'

/** Days, years, times and ranks ("top 10"), which are removed before a text is searched for a bound. */
const numbersThatAreNotBounds = new RegExp(
  [
    // "top 10"
    String.raw`\btop \d+\b`,
    // "2026-05-13"
    String.raw`(?<!\d)20\d\d-[01]\d-[0-3]\d(?!\d)`,
    // "2026", "2025-26"; but "above 2026" may be a price
    String.raw`(?<![\d$,.-]|above |below |over |under |than |reach |hit |least |most )20[2-4]\d(?:[-/](?:20)?\d\d)?(?![\d,.%])`,
    // "5pm", "11:59 PM"
    String.raw`\b\d{1,2}(?::\d\d)? ?[ap]m\b`,
    // "May 8-15"
    String.raw`\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.? \d{1,2}(?:st|nd|rd|th)?(?: ?- ?\d{1,2})?(?![\d,.:%])`,
  ].join('|'),
  'g',
)

/** Returns the range that a plain text states, or null if it states none. */
function parseBoundsOfText(plainText: string): Range | null {
  if (!/\d/.test(plainText)) return null
  return parseRange(
    plainText.replaceAll(attachedUnit, '$1 $2').replaceAll(numbersThatAreNotBounds, ' '),
  )
}

/**
 * Returns the range that the title states or, if it states none, the range that the subtitle states. If both state a
 * range, the second element is the range of the subtitle.
 */
export function rangesOfTitleAndSubtitle(
  title: string,
  subtitle: string | null,
): readonly [range: Range | null, subtitleRange: Range | null] {
  const inTitle = parseBoundsOfText(title)
  if (subtitle === null) return [inTitle, null]
  const inSubtitle = parseBoundsOfText(subtitle)
  return inTitle === null ? [inSubtitle, null] : [inTitle, inSubtitle]
}

/**
 * Whether two ranges are equal after rounding to steps, such as "<48°" and "47° or below" with a step of 1.
 */
export function areSameAfterRounding(a: Range, b: Range, step: number | null): boolean {
  return isSameRange(roundRange(a, step), roundRange(b, step))
}

const asksForNumber = /price|rate|gdp|cpi|how (?:high|low|much|many)|temperature/

/**
 * Returns the range in the last part of a ticker, or null if there is none. It is used if the texts state no
 * number. The part `T2299.99` means above 2299.99.
 */
export function rangeOfTicker(
  suffix: string | null,
  plainText: string,
  words: readonly string[],
): Range | null {
  const bound = /^T(-?\d+(?:\.\d+)?)$/.exec(suffix ?? '')?.[1]
  if (bound === undefined || !asksForNumber.test(plainText)) return null
  if (words.includes(String(Number(bound)))) return null
  return { low: Number(bound), isLowInclusive: false, high: null, isHighInclusive: false }
}

const stepSizesByStem = stepSizes.map(([word, step]) => [toStem(word), step] as const)

/**
 * Returns the smallest change of the number that a statement is about, or null if it is not known. If a bound
 * is not a multiple of the step of the lexicon (1.14 with a step of 1), the step is not known.
 */
export function stepSizeOf(stems: ReadonlySet<string>, range: Range | null): number | null {
  const step = namedStepSize(stems)
  if (step === null || step === 0 || range === null) return step
  return [range.low, range.high].every((bound) => bound === null || fitsStep(bound, step))
    ? step
    : null
}

/** Whether a bound is a multiple of the step, midway between two multiples, or ends in 99 after the point. */
function fitsStep(bound: number, step: number): boolean {
  const halves = (bound / step) * 2
  return Math.abs(halves - Math.round(halves)) < 1e-6 || /\.\d?99$/.test(String(bound))
}

/** Returns the step that the lexicon has for one of the stems, or null. */
function namedStepSize(stems: ReadonlySet<string>): number | null {
  if (stems.has('wins') || stems.has('win'))
    for (const league of leagueWords) if (stems.has(league)) return 1
  return stepSizesByStem.find(([stem]) => stems.has(stem))?.[1] ?? null
}

/** Rounds a range to steps. For a continuous price (step 0) "above" and "at or above" count as equal. */
export function roundRange(range: Range, step: number | null): Range {
  if (step === 0)
    return { ...range, isLowInclusive: range.low !== null, isHighInclusive: range.high !== null }
  return step === null ? range : roundToSteps(range, step)
}

/**
 * Removes the bounds of the range from the stems, because bounds are compared as ranges. A bound may be
 * written with a scale: the bound 90,000,000 of "90 and 95 million" has the stem "90".
 */
export function withoutBoundNumbers(
  stems: readonly string[],
  range: Range | null,
): readonly string[] {
  if (range === null) return stems
  const bounds = [range.low, range.high]
    .filter((bound) => bound !== null)
    .flatMap((bound) => [1, 1e3, 1e6, 1e9, 1e12].map((scale) => Math.abs(bound) / scale))
  return stems.filter(
    (stem) => !/^\d/.test(stem) || !bounds.includes(Number(stem.replace(/[^\d.]+$/, ''))),
  )
}
