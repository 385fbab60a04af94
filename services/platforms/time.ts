// Parses the time formats of the platforms: RFC 3339 with any number of fraction digits, PostgreSQL
// style ("2026-07-24 00:25:21+00"), dates without a time, and Unix seconds. Rejects implausible
// times.
import { multiplyDecimals, parseDecimal } from '../domain/money.ts'

const day = 86_400_000
const timePattern =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,12}))?)? ?([Zz]|[+-]\d\d(?::?\d\d)?)?)?$/

/** Trade times outside this range are errors. Both platforms were founded after 2010. */
const earliestTradeMs = Date.UTC(2010, 0)
const latestTradeMs = Date.UTC(2200, 0)
const earliestListedMs = Date.UTC(2000, 0)
/**
 * The latest possible time of a market or an event, near the limit of unsigned Unix seconds in 32 bits. Times outside
 * the range count as absent: platforms write the years 1 and 2500 for an unknown time.
 */
const latestListedMs = Date.UTC(2106, 0)

/**
 * Returns Unix milliseconds, rounded down, or null if the text has another format. A text without an
 * offset is in UTC.
 */
export function parseTimeMs(value: unknown): number | null {
  if (typeof value !== 'string' || value.length > 40) return null
  const parts = timePattern.exec(value.trim())
  if (parts === null) return null
  const [year, month, date, hour, minute, second] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  const at = new Date(0)
  at.setUTCFullYear(year!, month! - 1, date) // Date.UTC would read the year 1 as 1901
  if (at.getUTCMonth() !== month! - 1 || hour! > 24 || minute! > 59 || second! > 60) return null
  const clock = ((hour! * 60 + minute!) * 60 + second!) * 1000
  return (
    at.getTime() +
    clock +
    Number((parts[7] ?? '').slice(0, 3).padEnd(3, '0')) -
    timeZoneOffsetMs(parts[8])
  )
}

function timeZoneOffsetMs(offset: string | undefined): number {
  if (offset === undefined || offset.length === 1) return 0
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3).replace(':', '') || 0)
  return (offset.startsWith('-') ? -minutes : minutes) * 60_000
}

/** Converts Unix seconds, as a number or in a string, to milliseconds. */
export function parseUnixSeconds(value: unknown): number | null {
  const seconds = parseDecimal(value)
  return seconds === null ? null : Math.floor(Number(multiplyDecimals(seconds, '1000')))
}

/**
 * Returns the time if it is between 2010 and 2200, else null. Platforms write the year 1 for an unknown time.
 */
export function plausibleMs(ms: number | null): number | null {
  return ms !== null && ms >= earliestTradeMs && ms < latestTradeMs ? ms : null
}

/** Returns Unix milliseconds of a plausible time in text, else null. */
export function toPlausibleMs(value: unknown): number | null {
  return plausibleMs(parseTimeMs(value))
}

/** Returns Unix seconds of a time in a market or an event; null if it is absent or implausible. */
export function toPlausibleSeconds(value: unknown): number | null {
  const ms = parseTimeMs(value)
  if (ms === null || ms < earliestListedMs || ms >= latestListedMs) return null
  return Math.floor(ms / 1000)
}

/**
 * Returns whether a trade received at `receivedAtMs` can have happened at `ms`. Clocks may differ by up
 * to a day.
 */
export function isPlausibleTime(ms: number, receivedAtMs: number): boolean {
  return ms >= earliestTradeMs && ms <= receivedAtMs + day
}
