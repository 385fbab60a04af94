// Parses contests of platforms without tickers. On these platforms the title of the market states the whole
// question, but the period ("- Halftime Result") may be only in the title of the event.
import { esportOfTitle } from '../lexicon/ticker-series.ts'
import type { MatcherInput } from '../matcher-input.ts'
import type { ContestProposition } from '../proposition.ts'
import { normalizeToPlainText } from '../words.ts'
import { extractPeriod } from './periods.ts'
import type { TitleReading } from './forms/form.ts'
import { readTitle } from './read-title.ts'
import {
  toWomensTeams,
  parseVersusTitle,
  sideByName,
  type Side,
  type Sides,
  type VersusTitle,
} from './sides.ts'

/**
 * Titles of markets that resolve to No after a draw: "Will A win on 2026-05-16?", "A leading at halftime?"
 */
const resolvesNoOnDrawPattern = /\bon 20\d\d-\d\d-\d\d|\bleading at\b/i

export function parseTitleContest(input: MatcherInput): ContestProposition | null {
  const event = parseVersusTitle(input.eventTitle === '' ? input.title : input.eventTitle)
  if (!event) return null
  const sides = toWomensTeams(event.sides, event.prefix)
  const eventText = normalizeToPlainText(input.eventTitle)
  const esport = esportOfTitle(eventText)
  const isEsports = esport !== null
  const reading = event.hasUnknownSide
    ? null
    : readTitle(titleWithoutEvent(input, event), { sides, isEsports, isTennis: false })
  const proposition: ContestProposition = {
    kind: 'contest',
    sides,
    esport,
    day: reading?.day ?? input.day,
    deadline: input.deadline,
    measure: reading?.measure ?? `unknown: ${input.title}`,
    period: reading?.period ?? 'all',
    side: reading?.side ?? null,
    player: reading?.player ?? null,
    atLeast: reading?.atLeast ?? null,
    outcomeSides: null,
    payingOutcome: outcomeIndexOf(input, /^(?:yes|over)\b/i),
    resolvesNoOnDraw: reading?.measure === 'winner' && resolvesNoOnDrawPattern.test(input.title),
  }
  if (reading === null) return proposition
  if (reading.missingPart === 'number' || reading.missingPart === 'both')
    return { ...proposition, measure: `unknown: ${input.title}` }
  const period =
    reading.period === 'all' && reading.measure !== 'advance'
      ? eventPeriod(event, isEsports)
      : reading.period
  return { ...proposition, period, outcomeSides: sidesInOutcomeOrder(input, sides, reading) }
}

/**
 * Returns the title without the text before and after the sides, if the title of the event contains it too.
 */
function titleWithoutEvent(
  { title, eventTitle }: MatcherInput,
  { prefix, suffix }: VersusTitle,
): string {
  const isSameTitle = title.trim() === eventTitle.trim()
  let text = title.trim()
  if (prefix !== '' && text.startsWith(prefix))
    text = text.slice(prefix.length).replace(/^[\s:?-]+/, '')
  if (suffix !== '' && (isSameTitle || /^ ?\(/.test(suffix))) text = text.replace(suffix, '')
  return text.replace(/ \([^()]*\)$/, (parenthesis) =>
    /[+-]\d/.test(parenthesis) ? parenthesis : '',
  )
}

const periodWords = /\bhalf ?-?time result\b|\bseries\b|\bhalf\b|\bquarter\b|\bperiod\b/i

/** Returns the period that the title of the event states, or `all` if it states none. */
function eventPeriod({ prefix, suffix }: VersusTitle, isEsports: boolean): string {
  const text = normalizeToPlainText(`${prefix} | ${/^ ?\(/.test(suffix) ? '' : suffix}`)
  if (isEsports || !periodWords.test(text)) return 'all'
  return extractPeriod(text, false)?.period ?? 'all'
}

/**
 * Returns the side of each outcome: from the labels of the outcomes or, if they are not known, from the order
 * of the sides in the title. Returns null if the outcomes are not the two sides.
 */
function sidesInOutcomeOrder(
  { outcomes, title }: MatcherInput,
  sides: Sides,
  { missingPart, handicapSide }: TitleReading,
): readonly [Side, Side] | null {
  if (missingPart !== 'side' && handicapSide === null) return null
  const named = outcomes?.map((label) => sideByName(sides, label)) ?? []
  const knownIndex = named.findIndex((side) => side !== null)
  if (knownIndex >= 0) return (knownIndex === 0) === (named[knownIndex] === 0) ? [0, 1] : [1, 0]
  const firstOutcomeSide =
    handicapSide ?? sideByName(sides, parseVersusTitle(title)?.sides[0].text ?? '')
  return firstOutcomeSide === 1 ? [1, 0] : [0, 1]
}

/** Returns the index of the outcome whose label matches the pattern, or 0 if there is none. */
function outcomeIndexOf({ outcomes }: MatcherInput, label: RegExp): number {
  return Math.max(0, outcomes?.findIndex((outcome) => label.test(outcome)) ?? 0)
}
