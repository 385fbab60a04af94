// Parses when a question is decided: years, days, times of day, and whether something must happen by
// that time or be true at that time. chrono-node parses each date phrase, and the result is cached.
import { en } from 'chrono-node'
import { dayInTicker, hasTickers, yearInTicker, type MatcherInput } from './matcher-input.ts'
import type { TimeWindow } from './proposition.ts'
import { normalizeToPlainText } from './words.ts'

const monthName =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const clockTime = String.raw`(?:\d{1,2}(?::\d\d)? ?[ap]\.?m\.? ?(?:et|est|edt|utc)? ?)?`
const prepositionPattern = String.raw`(?:\b(before|prior to|by|until|through|after|on|at|as of|in|during|of|for|end of) (?:the )?(?:end of (?:the )?)?${clockTime}(?:on )?)?`
/** A day with its preposition: "before May 13, 2026", "May 8-15", "by 11:59 PM ET on May 31". */
const dayPhrase = new RegExp(
  String.raw`${prepositionPattern}\b((?:${monthName})\.?) (\d{1,2})(?:st|nd|rd|th)?(?: ?(?:-|to) ?(\d{1,2})(?:st|nd|rd|th)?)?(?![\d:]|[.,]\d| ?%)(?:,? (20\d\d))?`,
  'g',
)
/** A month with its preposition and without a day: "in May 2026", "by the end of June". */
const monthPhrase = new RegExp(
  String.raw`\b(in|of|during|for|before|by|until|through|end of) (?:the )?(end of )?(?:the )?(${monthName})(?:,? (20\d\d))?\b(?! ?\d)`,
)
/** A month without a preposition. The words "may" and "march" count as a month only before a year. */
const monthWithoutPreposition = new RegExp(
  String.raw`\b(?:(may|mar(?:ch)?) (20\d\d)|(?!may\b|mar(?:ch)?\b)(${monthName})(?: (20\d\d))?)\b(?! ?\d)`,
)
const timePhrase = /\b(\d{1,2})(?::(\d\d))? ?([ap])\.?m\b/g
/** A year or season with its preposition: "before 2027", "in 2025-26". */
const yearPhrase =
  /(?:\b(before|prior to|by|until|through|in|during|end of) (?:the )?(?:end of (?:the )?)?)?(?:(?:jan(?:uary)? 1|dec(?:ember)? 31),? )?(?<![\d-])(20[2-4]\d)(?:[-/](?:20)?(\d\d))?(?!\d|-\d)/g

type Mode = TimeWindow['mode']

/**
 * The mode that a preposition implies. `by`: something must happen on or before the day. `in`: it must happen
 * at any time in the period. `at`: it must be true on that day.
 */
const modeOfPreposition: Readonly<Record<string, Mode>> = {
  before: 'by',
  'prior to': 'by',
  by: 'by',
  until: 'by',
  through: 'by',
  on: 'at',
  at: 'at',
  'as of': 'at',
  'end of': 'at',
  after: 'after',
  in: 'in',
  during: 'in',
}

/** The days that a text states. */
interface StatedDays {
  /** The days in ascending order. */
  readonly days: readonly string[]
  readonly mode: Mode
  readonly isWholeMonth: boolean
}

export function parseWindow(input: MatcherInput): TimeWindow {
  const ownText = normalizeToPlainText(`${input.title} | ${input.subtitle ?? ''}`)
  const eventText = normalizeToPlainText(input.eventTitle)
  const allText = `${ownText} | ${eventText}`
  const { years, mode: modeOfYear } = yearsIn(allText)
  const deadlineYear = yearOfDeadline(input)
  const inferredYear =
    years.length > 0 ? deadlineYear : (tickerYearOf(input, allText) ?? deadlineYear)
  const referenceYear = years[0] ?? inferredYear
  const ownDays = daysIn(ownText, referenceYear)
  const { days, mode, isWholeMonth } =
    ownDays.days.length > 0 ? ownDays : daysIn(eventText, referenceYear)
  const inferredYears = inferredYear === null ? [] : [inferredYear]
  const timesOfDay = timesOfDayIn(allText)
  const day = days.at(-1) ?? null
  return {
    years,
    inferredYears,
    day,
    firstDay: days.length > 1 ? (days[0] ?? null) : null,
    isWholeMonth,
    mode: days.length > 0 ? mode : modeOfYear,
    timesOfDay,
    asksForNext: /\bnext\b/.test(allText),
    tickerDay: hasTickers(input) ? (dayInTicker(input.eventNativeId)?.day ?? null) : null,
    deadline: input.deadline,
  }
}

/**
 * Returns the year of the deadline, in which the question is presumably decided. Platforms with tickers set
 * the deadline of an election in November one year later than the election, which is corrected here.
 */
function yearOfDeadline(input: MatcherInput): number | null {
  const { deadline } = input
  if (deadline === null) return null
  const isListedOneYearLonger = hasTickers(input) && /^20\d[13579]-11-0[1-9]$/.test(deadline)
  return Number(deadline.slice(0, 4)) - (isListedOneYearLonger ? 1 : 0)
}

/**
 * Returns the years that a plain text states, and whether its first preposition means before, in or after them
 * (`Mode`). A season such as "2025-26" counts as the year in which it ends. "Before 2027" counts as 2026.
 */
function yearsIn(plainText: string): { readonly years: readonly number[]; readonly mode: Mode } {
  const years = new Set<number>()
  let mode: Mode = null
  if (/\bafter 20[2-4]\d\b/.test(plainText)) mode = 'after'
  for (const [, preposition, year, seasonEnd] of plainText.matchAll(yearPhrase)) {
    const isBefore = preposition === 'before' || preposition === 'prior to'
    mode ??= modeOfPreposition[preposition ?? ''] ?? null
    if (seasonEnd !== undefined && Number(seasonEnd) === (Number(year) + 1) % 100)
      years.add(Number(year) + 1)
    else years.add(Number(year) - (isBefore ? 1 : 0))
  }
  return { years: [...years], mode }
}

/**
 * Returns the year in the ticker. If the text says "this year" and the deadline is in the first days of that
 * year, the question is about the previous year, which is then returned.
 */
function tickerYearOf(input: MatcherInput, plainText: string): number | null {
  const { eventNativeId, deadline } = input
  const year = hasTickers(input) ? yearInTicker(eventNativeId) : null
  if (year === null) return null
  const isPreviousYear =
    deadline !== null && deadline < `${year}-01-05` && /\bthis year\b/.test(plainText)
  return isPreviousYear ? year - 1 : year
}

/** Returns the days that a plain text states; if it states only a month, the last day of the month. */
function daysIn(plainText: string, year: number | null): StatedDays {
  const days = new Set<string>()
  let mode: Mode = null
  for (const [, preposition, month, first, last, statedYear] of plainText.matchAll(dayPhrase)) {
    mode ??= modeOfPreposition[preposition ?? ''] ?? null
    for (const day of [first, last]) {
      if (day === undefined) continue
      const date = parseDay(
        `${month} ${day}${statedYear === undefined ? '' : ` ${statedYear}`}`,
        year,
      )
      const isBefore = preposition === 'before' || preposition === 'prior to'
      // a day that does not exist (June 31) is kept as text, which is not equal to any day
      days.add(date === null ? `${month} ${day}` : isBefore ? addDays(date, -1) : date)
    }
  }
  if (days.size > 0) return { days: [...days].sort(), mode, isWholeMonth: false }
  return lastDayOfMonthIn(plainText, year)
}

const noDays: StatedDays = { days: [], mode: null, isWholeMonth: false }

/** Returns the last day of the month that a text states; with "before", that of the previous month. */
function lastDayOfMonthIn(plainText: string, year: number | null): StatedDays {
  const [, preposition, endOf, monthAfterPreposition, statedYear] =
    monthPhrase.exec(plainText) ?? []
  const bareMonthMatch =
    monthAfterPreposition === undefined ? monthWithoutPreposition.exec(plainText) : null
  const month = monthAfterPreposition ?? bareMonthMatch?.[1] ?? bareMonthMatch?.[3]
  if (month === undefined) return noDays
  const first = parseDay(
    `${month} 1 ${statedYear ?? bareMonthMatch?.[2] ?? bareMonthMatch?.[4] ?? ''}`.trim(),
    year,
  )
  if (first === null) return noDays
  const day = preposition === 'before' ? addDays(first, -1) : lastDayOfMonth(first)
  const mode =
    endOf !== undefined && preposition !== 'by' && preposition !== 'before'
      ? 'at'
      : (modeOfPreposition[preposition ?? ''] ?? null)
  return { days: [day], mode, isWholeMonth: mode !== 'at' }
}

const dayCache = new Map<string, string | null>()
/** Maximum number of date phrases in the cache, which limits its memory. A full cache is emptied. */
const maxCachedDays = 20_000

/** Returns the day of a phrase such as "may 13" in the given year, or null if that is not possible. */
function parseDay(phrase: string, year: number | null): string | null {
  const key = `${phrase} ${year}`
  const known = dayCache.get(key)
  if (known !== undefined) return known
  const reference = new Date(Date.UTC(year ?? 2000, 0, 1, 12))
  const [found] = en.strict.parse(phrase, reference, { forwardDate: true })
  const start = found?.start
  const day =
    start && (year !== null || start.isCertain('year'))
      ? toDayIfValid(start.get('year') ?? 0, start.get('month') ?? 0, start.get('day') ?? 0)
      : null
  if (dayCache.size >= maxCachedDays) dayCache.clear()
  dayCache.set(key, day)
  return day
}

/** Returns the day as `2026-05-13`, or null if the month has no such day. */
function toDayIfValid(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? toIsoDay(date) : null
}

function addDays(day: string, days: number): string {
  return toIsoDay(new Date(Date.parse(day) + days * 86_400_000))
}

function lastDayOfMonth(day: string): string {
  const date = new Date(Date.parse(day))
  return toIsoDay(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)))
}

function toIsoDay(date: Date): string {
  return date.toISOString().slice(0, 10)
}

/** A closing value of a US stock index. The time of day is then 16:00, the end of trading. */
const exchangeClose =
  /\bcloses?\b(?=.{0,200}\b(?:s&p|spx|nasdaq|ndx|dow jones)\b)|\b(?:s&p|spx|nasdaq|ndx|dow jones)\b(?=.{0,200}\bcloses?\b)/

/**
 * Returns the times of day that a plain text states, each once and sorted. The end of the day (23:59, 00:00)
 * is left out, because it means the same as the day without a time.
 */
function timesOfDayIn(plainText: string): readonly string[] {
  const times = new Set<string>()
  for (const [, hour, minute = '00', amOrPm] of plainText.matchAll(timePhrase)) {
    const h = (Number(hour) % 12) + (amOrPm === 'p' ? 12 : 0)
    const time = `${String(h).padStart(2, '0')}:${minute}`
    if (time !== '23:59' && time !== '00:00') times.add(time)
  }
  if (times.size === 0 && exchangeClose.test(plainText)) return ['16:00']
  return [...times].sort()
}

/** Returns the number of days between two days, regardless of their order. */
export function daysBetween(a: string, b: string): number {
  return Math.abs(Date.parse(a) - Date.parse(b)) / 86_400_000
}
