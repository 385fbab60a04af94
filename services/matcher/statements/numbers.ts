// The number that a sentence is about: as it says it, or as the ticker of a ladder does.
import { leagueWords } from '../lexicon/soft-words.ts'
import { stepOf } from '../lexicon/steps.ts'
import { inSteps, isSameRange, rangeIn, type Range } from '../ranges.ts'
import { attachedUnit, toStem } from '../words.ts'

/** Days, years, times and places in an order are no bounds. */
const noBound = new RegExp(
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

/** Of plain text. */
function rangeOfText(plain: string): Range | null {
  if (!/\d/.test(plain)) return null
  return rangeIn(plain.replaceAll(attachedUnit, '$1 $2').replaceAll(noBound, ' '))
}

/** Of a market, in plain text, and what its subtitle says again, if both hold one. */
export function boundsIn(
  title: string,
  subtitle: string | null,
): readonly [bounds: Range | null, repeated: Range | null] {
  const asked = rangeOfText(title)
  if (subtitle === null) return [asked, null]
  const answered = rangeOfText(subtitle)
  return asked === null ? [answered, null] : [asked, answered]
}

/** "<48°" and "47° or below". */
export function areSame(a: Range, b: Range, step: number | null): boolean {
  return isSameRange(inStepsOf(a, step), inStepsOf(b, step))
}

const asksForNumber = /price|rate|gdp|cpi|how (?:high|low|much|many)|temperature/

/** `T2299.99` of a ladder: above it, where the text has no number of its own. */
export function rangeOfTicker(
  suffix: string | null,
  plain: string,
  words: readonly string[],
): Range | null {
  const bound = /^T(-?\d+(?:\.\d+)?)$/.exec(suffix ?? '')?.[1]
  if (bound === undefined || !asksForNumber.test(plain)) return null
  if (words.includes(String(Number(bound)))) return null
  return { low: Number(bound), isLowIn: false, high: null, isHighIn: false }
}

const stepsOfStems = stepOf.map(([word, step]) => [toStem(word), step] as const)

/** What the number moves in; null: in what it likes. A bound of 1.14 is of nothing that moves in ones. */
export function stepIn(stems: ReadonlySet<string>, range: Range | null): number | null {
  const step = stepNamedIn(stems)
  if (step === null || step === 0 || range === null) return step
  return [range.low, range.high].every((bound) => bound === null || isOnGrid(bound, step))
    ? step
    : null
}

/** On a step, or midway between two, or a little below one. */
function isOnGrid(bound: number, step: number): boolean {
  const halves = (bound / step) * 2
  return Math.abs(halves - Math.round(halves)) < 1e-6 || /\.\d?99$/.test(String(bound))
}

function stepNamedIn(stems: ReadonlySet<string>): number | null {
  if (stems.has('wins') || stems.has('win'))
    for (const league of leagueWords) if (stems.has(league)) return 1
  return stepsOfStems.find(([stem]) => stems.has(stem))?.[1] ?? null
}

/** A price that gets to a bound passes it, for all that anybody can tell. */
export function inStepsOf(range: Range, step: number | null): Range {
  if (step === 0) return { ...range, isLowIn: range.low !== null, isHighIn: range.high !== null }
  return step === null ? range : inSteps(range, step)
}

/** The numbers of a range are compared as such; "90 and 95 million" says the first in millions. */
export function withoutBounds(stems: readonly string[], range: Range | null): readonly string[] {
  if (range === null) return stems
  const bounds = [range.low, range.high]
    .filter((bound) => bound !== null)
    .flatMap((bound) => [1, 1e3, 1e6, 1e9, 1e12].map((scale) => Math.abs(bound) / scale))
  return stems.filter(
    (stem) => !/^\d/.test(stem) || !bounds.includes(Number(stem.replace(/[^\d.]+$/, ''))),
  )
}
