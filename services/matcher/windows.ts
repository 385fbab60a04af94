// Times in questions: the years they name, the last day, the time of the day, and whether it is to
// happen by then or to be so then. What stands in a phrase is read by chrono-node, once.
import { en } from 'chrono-node'
import { dayInTicker, yearInTicker, type Listing } from './listing.ts'
import type { TimeWindow } from './proposition.ts'
import { toPlain } from './words.ts'

const monthName =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const clockTime = String.raw`(?:\d{1,2}(?::\d\d)? ?[ap]\.?m\.? ?(?:et|est|edt|utc)? ?)?`
const lead = String.raw`(?:\b(before|prior to|by|until|through|after|on|at|as of|in|during|of|for|end of) (?:the )?(?:end of (?:the )?)?${clockTime}(?:on )?)?`
/** "before May 13, 2026", "May 8-15", "by 11:59 PM ET on May 31". */
const dayPhrase = new RegExp(
  String.raw`${lead}\b((?:${monthName})\.?) (\d{1,2})(?:st|nd|rd|th)?(?: ?(?:-|to) ?(\d{1,2})(?:st|nd|rd|th)?)?(?![\d:]|[.,]\d| ?%)(?:,? (20\d\d))?`,
  'g',
)
const monthPhrase = new RegExp(
  String.raw`\b(in|of|during|for|before|by|until|through|end of) (?:the )?(end of )?(?:the )?(${monthName})(?:,? (20\d\d))?\b(?! ?\d)`,
)
/** Without a word before it, "may" and "march" mean no month. */
const bareMonth = new RegExp(
  String.raw`\b(?:(may|mar(?:ch)?) (20\d\d)|(?!may\b|mar(?:ch)?\b)(${monthName})(?: (20\d\d))?)\b(?! ?\d)`,
)
const timePhrase = /\b(\d{1,2})(?::(\d\d))? ?([ap])\.?m\b/g
const yearPhrase =
  /(?:\b(before|prior to|by|until|through|in|during|end of) (?:the )?(?:end of (?:the )?)?)?(?:(?:jan(?:uary)? 1|dec(?:ember)? 31),? )?(?<![\d-])(20[2-4]\d)(?:[-/](?:20)?(\d\d))?(?!\d|-\d)/g

type Mode = TimeWindow['mode']

/** "by" a day it may happen before it; "in" a month on any day of it; "at" a day it is to be so then. */
const modes: Readonly<Record<string, Mode>> = {
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

interface Days {
  /** In order. */
  readonly days: readonly string[]
  readonly mode: Mode
  readonly isMonth: boolean
}

export function windowOf(listing: Listing): TimeWindow {
  const own = toPlain(`${listing.title} | ${listing.subtitle ?? ''}`)
  const ofEvent = toPlain(listing.eventTitle)
  const plain = `${own} | ${ofEvent}`
  const { years, mode: modeOfYear } = yearsIn(plain)
  const deadlineYear = yearOfDeadline(listing)
  const likely = years.length > 0 ? deadlineYear : (tickerYearOf(listing, plain) ?? deadlineYear)
  const referenceYear = years[0] ?? likely
  const inOwn = daysIn(own, referenceYear)
  const { days, mode, isMonth } = inOwn.days.length > 0 ? inOwn : daysIn(ofEvent, referenceYear)
  const likelyYears = likely === null ? [] : [likely]
  const times = timesIn(plain)
  const day = days.at(-1) ?? null
  return {
    text: toText(day, years, likelyYears, times, days.length > 0 ? mode : modeOfYear),
    years,
    likelyYears,
    day,
    firstDay: days.length > 1 ? (days[0] ?? null) : null,
    isMonth,
    mode: days.length > 0 ? mode : modeOfYear,
    times,
    isNext: /\bnext\b/.test(plain),
    likelyDay:
      listing.platform === 'platform_b' ? (dayInTicker(listing.eventNativeId)?.day ?? null) : null,
    deadline: listing.deadline,
  }
}

function toText(
  day: string | null,
  years: readonly number[],
  likelyYears: readonly number[],
  times: readonly string[],
  mode: Mode,
): string {
  const told = day ?? (years.join(', ') || likelyYears.map((year) => `probably ${year}`).join())
  return [...(mode === null ? [] : [mode]), told || 'no time', ...times].join(' ')
}

/** Elections of November stay listed on platform_b until that of the next year. */
function yearOfDeadline({ platform, deadline }: Listing): number | null {
  if (deadline === null) return null
  const isYearLater = platform === 'platform_b' && /^20\d[13579]-11-0[1-9]$/.test(deadline)
  return Number(deadline.slice(0, 4)) - (isYearLater ? 1 : 0)
}

/** Of a season both, and the one in which it ends first: "2025-26". */
function yearsIn(plain: string): { readonly years: readonly number[]; readonly mode: Mode } {
  const years = new Set<number>()
  let mode: Mode = null
  if (/\bafter 20[2-4]\d\b/.test(plain)) mode = 'after'
  for (const [, lead, year, end] of plain.matchAll(yearPhrase)) {
    const isBefore = lead === 'before' || lead === 'prior to'
    mode ??= modes[lead ?? ''] ?? null
    if (end !== undefined && Number(end) === (Number(year) + 1) % 100) years.add(Number(year) + 1)
    else years.add(Number(year) - (isBefore ? 1 : 0))
  }
  return { years: [...years], mode }
}

/** "This year" that ends in the first days of the ticker's year is the one before. */
function tickerYearOf(
  { platform, eventNativeId, deadline }: Listing,
  plain: string,
): number | null {
  const year = platform === 'platform_b' ? yearInTicker(eventNativeId) : null
  if (year === null) return null
  const isOver = deadline !== null && deadline < `${year}-01-05` && /\bthis year\b/.test(plain)
  return isOver ? year - 1 : year
}

function daysIn(plain: string, year: number | null): Days {
  const days = new Set<string>()
  let mode: Mode = null
  for (const [, lead, month, first, last, ofYear] of plain.matchAll(dayPhrase)) {
    mode ??= modes[lead ?? ''] ?? null
    for (const day of [first, last]) {
      if (day === undefined) continue
      const date = readDay(`${month} ${day}${ofYear === undefined ? '' : ` ${ofYear}`}`, year)
      const isBefore = lead === 'before' || lead === 'prior to'
      // a day that there is not stays as it is written, and is no other
      days.add(date === null ? `${month} ${day}` : isBefore ? shift(date, -1) : date)
    }
  }
  if (days.size > 0) return { days: [...days].sort(), mode, isMonth: false }
  return monthIn(plain, year)
}

const noDay: Days = { days: [], mode: null, isMonth: false }

/** The last day of the month, or that before it. */
function monthIn(plain: string, year: number | null): Days {
  const [, lead, endOf, named, ofYear] = monthPhrase.exec(plain) ?? []
  const bare = named === undefined ? bareMonth.exec(plain) : null
  const name = named ?? bare?.[1] ?? bare?.[3]
  if (name === undefined) return noDay
  const first = readDay(`${name} 1 ${ofYear ?? bare?.[2] ?? bare?.[4] ?? ''}`.trim(), year)
  if (first === null) return noDay
  const day = lead === 'before' ? shift(first, -1) : lastOfMonth(first)
  const mode =
    endOf !== undefined && lead !== 'by' && lead !== 'before' ? 'at' : (modes[lead ?? ''] ?? null)
  return { days: [day], mode, isMonth: mode !== 'at' }
}

const read = new Map<string, string | null>()
const mostRead = 20_000

function readDay(phrase: string, year: number | null): string | null {
  const key = `${phrase} ${year}`
  const known = read.get(key)
  if (known !== undefined) return known
  const reference = new Date(Date.UTC(year ?? 2000, 0, 1, 12))
  const [found] = en.strict.parse(phrase, reference, { forwardDate: true })
  const start = found?.start
  const day =
    start && (year !== null || start.isCertain('year'))
      ? toDay(start.get('year') ?? 0, start.get('month') ?? 0, start.get('day') ?? 0)
      : null
  if (read.size >= mostRead) read.clear()
  read.set(key, day)
  return day
}

/** null for a day that there is not. */
function toDay(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? iso(date) : null
}

function shift(day: string, days: number): string {
  return iso(new Date(Date.parse(day) + days * 86_400_000))
}

function lastOfMonth(day: string): string {
  const date = new Date(Date.parse(day))
  return iso(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)))
}

function iso(date: Date): string {
  return date.toISOString().slice(0, 10)
}

/** Exchanges close at four in the afternoon. */
const exchangeCloses =
  /\bcloses?\b(?=.{0,200}\b(?:s&p|spx|nasdaq|ndx|dow jones)\b)|\b(?:s&p|spx|nasdaq|ndx|dow jones)\b(?=.{0,200}\bcloses?\b)/

/** Each once; the end of the day is none. */
function timesIn(plain: string): readonly string[] {
  const times = new Set<string>()
  for (const [, hour, minute = '00', half] of plain.matchAll(timePhrase)) {
    const h = (Number(hour) % 12) + (half === 'p' ? 12 : 0)
    const time = `${String(h).padStart(2, '0')}:${minute}`
    if (time !== '23:59' && time !== '00:00') times.add(time)
  }
  if (times.size === 0 && exchangeCloses.test(plain)) return ['16:00']
  return [...times].sort()
}

export function daysBetween(a: string, b: string): number {
  return Math.abs(Date.parse(a) - Date.parse(b)) / 86_400_000
}
