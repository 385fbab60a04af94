// Dates in the formats of titles and tickers. Days are Eastern days at a fixed offset of five hours:
// the simulated world has no daylight saving time.

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const
export const hourMs = 3_600_000
export const dayMs = 24 * hourMs
const easternMs = 5 * hourMs

const eastern = (ms: number): Date => new Date(ms - easternMs)

/** The time of an Eastern wall-clock hour on the UTC day that starts at `dayStartMs`. */
export const easternHour = (dayStartMs: number, hour: number): number =>
  dayStartMs + easternMs + hour * hourMs

/** "26NOV21" */
export function dateTag(ms: number): string {
  return `${String(eastern(ms).getUTCFullYear()).slice(2)}${monthTag(ms)}${String(eastern(ms).getUTCDate()).padStart(2, '0')}`
}

/** "17": the Eastern hour. */
export const hourTag = (ms: number): string => String(eastern(ms).getUTCHours()).padStart(2, '0')

/** "1930": the Eastern time of day. */
export function timeTag(ms: number): string {
  return hourTag(ms) + String(eastern(ms).getUTCMinutes()).padStart(2, '0')
}

function monthTag(ms: number): string {
  return monthName(ms).slice(0, 3).toUpperCase()
}

export function monthName(ms: number): string {
  return months[eastern(ms).getUTCMonth()] ?? ''
}

/** "November 21" */
export const longDate = (ms: number): string => `${monthName(ms)} ${eastern(ms).getUTCDate()}`
/** "Nov 21, 2026" */
export function shortDate(ms: number): string {
  return `${monthName(ms).slice(0, 3)} ${eastern(ms).getUTCDate()}, ${eastern(ms).getUTCFullYear()}`
}
export const year = (ms: number): number => eastern(ms).getUTCFullYear()
/** "2026-11-21" */
export const isoDay = (ms: number): string => eastern(ms).toISOString().slice(0, 10)
/** "3PM" */
export function clockHour(ms: number): string {
  const hour = eastern(ms).getUTCHours()
  return `${hour % 12 === 0 ? 12 : hour % 12}${hour < 12 ? 'AM' : 'PM'}`
}

/** A URL slug of a text: lower case, hyphens. */
export function slugOf(words: string): string {
  return words
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[$,.'’?°]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** 1234567 as "1,234,567". */
export const thousands = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',')
