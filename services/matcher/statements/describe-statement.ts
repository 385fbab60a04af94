// Describes what a market that is not on a contest asks, in words that need no knowledge of the platform.
import type { MatcherInput } from '../matcher-input.ts'
import type { StatementProposition, TimeWindow } from '../proposition.ts'
import { rangeToText } from '../ranges.ts'
import type { Description } from '../reasons.ts'
import { canonicalWords, toStem } from '../words.ts'
import { rangesOfTitleAndSubtitle } from './numbers.ts'
import { toPlainText } from './parse-statement.ts'

export function describeStatement(
  proposition: StatementProposition,
  input: MatcherInput,
): Description {
  return {
    subject: subjectText(proposition, input),
    measure: measureText(proposition, input),
    threshold: thresholdText(proposition, input),
    window: windowText(proposition.window),
    scope: scopeText(proposition),
  }
}

/** The name or, if the title begins with none or with a date, the significant words of the title. */
function subjectText(
  { subject, isSubjectInTicker, tickerCode, titleStems }: StatementProposition,
  { title }: MatcherInput,
): string {
  const isSignificant = (word: string): boolean =>
    canonicalWords(word).some((part) => titleStems.includes(toStem(part)))
  if (subject !== null && isSignificant(subject.text)) return subject.text
  if (isSubjectInTicker && tickerCode !== null) return `${tickerCode} (in the ticker)`
  const words = title.match(/[\p{L}\d][\p{L}\d.,&'’-]*/gu) ?? []
  return words.filter(isSignificant).join(' ') || quote(title)
}

/** The title without the subject. */
function measureText({ subject }: StatementProposition, { title }: MatcherInput): string {
  const rest = title
    .replace(/^(?:Will )?(?:the )?/i, '')
    .replace(subject?.text ?? '', '')
    .replaceAll(/\s+/g, ' ')
    .replace(/\?$/, '')
    .trim()
  return quote(/[\p{L}\d]/u.test(rest) ? rest : title)
}

/** The number as the texts state it, or else the number in the ticker. */
function thresholdText({ range }: StatementProposition, { title, subtitle }: MatcherInput): string {
  if (range === null) return 'no threshold'
  const plainSubtitle = subtitle === null ? null : toPlainText(subtitle)
  const [stated] = rangesOfTitleAndSubtitle(toPlainText(title), plainSubtitle)
  return rangeToText(stated ?? range)
}

const dayModes = { by: 'by ', at: 'on ', in: 'in ', after: 'after ' } as const
const yearModes = {
  by: 'by the end of ',
  at: 'at the end of ',
  in: 'in ',
  after: 'after ',
} as const

function windowText(window: TimeWindow): string {
  const { mode, day, timesOfDay, asksForNext } = window
  const stated = statedTime(window)
  const modeText = mode === null ? '' : (day === null ? yearModes : dayModes)[mode]
  const time = stated === null ? inferredTime(window) : `${modeText}${stated}`
  const next = stated === null && asksForNext ? `the next one; ${time}` : time
  return timesOfDay.length === 0 ? next : `${next} at ${timesOfDay.join(', ')}`
}

function statedTime({ day, firstDay, isWholeMonth, years }: TimeWindow): string | null {
  if (day === null) return years.length === 0 ? null : years.join(', ')
  if (firstDay !== null) return `${firstDay} to ${day}`
  return isWholeMonth ? `${day.slice(0, 7)} (whole month)` : day
}

/** The time according to the ticker and the planned close, if the titles state none. */
function inferredTime({ tickerDay, inferredYears, deadline }: TimeWindow): string {
  const close = deadline === null ? [] : [`planned to close on ${deadline}`]
  if (tickerDay !== null) return [`${tickerDay} in the ticker`, ...close].join(', ')
  const year = inferredYears.map((one) => `probably ${one}`)
  return ['no date stated', ...year, ...close].join(', ')
}

function scopeText({ leagues }: StatementProposition): string {
  return leagues.length === 0 ? 'no league' : leagues.join(', ').toUpperCase()
}

function quote(text: string): string {
  return `“${text}”`
}
