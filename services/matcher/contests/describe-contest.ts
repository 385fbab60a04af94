// Describes what a market on a contest asks, in words that need no knowledge of the platform.
import type { MatcherInput } from '../matcher-input.ts'
import type { ContestProposition } from '../proposition.ts'
import type { Description } from '../reasons.ts'
import { normalizeToPlainText } from '../words.ts'

/** `outcomeIndex`: index of the outcome that the match is about. */
export function describeContest(
  proposition: ContestProposition,
  input: MatcherInput,
  outcomeIndex: number,
): Description {
  return {
    subject: subjectText(proposition, input, outcomeIndex),
    measure: measureText(proposition),
    threshold: thresholdText(proposition, input),
    window: windowText(proposition),
    scope: scopeText(proposition),
  }
}

/** "Pistons (Pistons vs. Lakers)", or only the contest if the question is about neither side. */
function subjectText(
  { sides, side, player, outcomeSides }: ContestProposition,
  { title }: MatcherInput,
  outcomeIndex: number,
): string {
  const contest = `${sides[0].text} vs. ${sides[1].text}`
  if (player !== null) return `${nameAsInTitle(player.text, title)} (${contest})`
  const asked = side ?? outcomeSides?.[outcomeIndex] ?? null
  return asked === null ? contest : `${sides[asked].text} (${contest})`
}

/** Returns the name of a player as the title writes it. The parser has it in lower case. */
function nameAsInTitle(name: string, title: string): string {
  const plainText = normalizeToPlainText(title)
  const start = plainText.length === title.length ? plainText.indexOf(name) : -1
  return start < 0 ? name : title.slice(start, start + name.length)
}

const measureTexts: Readonly<Record<string, string>> = {
  winner: 'the winner',
  draw: 'a draw',
  advance: 'who advances to the next round',
  toss: 'the winner of the toss',
  distance: 'whether the fight lasts all its rounds',
  'both score': 'whether both sides score',
  'a run': 'whether there is a run',
}

function measureText({ measure, side }: ContestProposition): string {
  if (measure.startsWith('unknown')) return 'a measure that was not recognized'
  const [, kind, unit] = /^(total of |spread of |player: )(.+)$/.exec(measure) ?? []
  const counted = unit === 'score' ? 'points, goals or runs' : unit
  if (kind === 'total of ')
    return `${side === null ? 'total' : 'the total of one side'}: ${counted}`
  if (kind === 'spread of ') return `margin of victory: ${counted}`
  if (kind === 'player: ') return `what the player achieves: ${counted}`
  return measureTexts[measure] ?? measure.replace(/^score /, 'exact score ')
}

/** "over 2.5" if the title states the number as a betting line, otherwise "3 or more". */
function thresholdText(
  { atLeast, measure }: ContestProposition,
  { title, subtitle }: MatcherInput,
): string {
  if (atLeast === null) return 'no threshold'
  const line = String(atLeast - 0.5)
  const isStated = `${title} ${subtitle ?? ''}`.match(/\d+(?:\.\d+)?/g)?.includes(line) === true
  const bound = isStated ? `over ${line}` : `${atLeast} or more`
  return measure.startsWith('spread of ') ? `by ${bound}` : bound
}

function windowText({ day, deadline, period }: ContestProposition): string {
  if (period === 'series' && deadline !== null)
    return `a series whose market is planned to close on ${deadline}`
  if (day !== null) return `on ${day}`
  return deadline === null ? 'no day' : `no day stated, planned to close on ${deadline}`
}

const periodTexts: Readonly<Record<string, string>> = {
  all: 'the whole contest',
  series: 'the whole series',
  unknown: 'a part that was not recognized',
  'half 1': 'the first half',
  'half 2': 'the second half',
}

function scopeText({ period, esport }: ContestProposition): string {
  const part = periodTexts[period] ?? period.replace(/^part (\d)$/, 'quarter or period $1')
  return esport === null ? part : `${part} (${esport})`
}
