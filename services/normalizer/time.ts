// Times as the platforms write them: RFC 3339 with any number of fraction digits, Postgres style
// ("2026-07-24 00:25:21+00"), bare dates, Unix seconds; and which of them can be meant.
import { multiplyDecimals, parseDecimal } from '../domain/money.ts'

const day = 86_400_000
const written =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,12}))?)? ?([Zz]|[+-]\d\d(?::?\d\d)?)?)?$/

/** Neither platform is older: a trade from before is a mistake. */
const firstTradeMs = Date.UTC(2010, 0)
const firstListedMs = Date.UTC(2000, 0)
/** Unix seconds fit 32 bits up to then; 0001-01-01 and the year 2500 are placeholders. */
const lastListedMs = Date.UTC(2106, 0)

/** Unix milliseconds, rounded down; without an offset it is UTC. Null if it is no such text. */
export function parseTimeMs(value: unknown): number | null {
  if (typeof value !== 'string' || value.length > 40) return null
  const parts = written.exec(value.trim())
  if (parts === null) return null
  const [year, month, date, hour, minute, second] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  const at = new Date(0)
  at.setUTCFullYear(year!, month! - 1, date) // Date.UTC would read the year 1 as 1901
  if (at.getUTCMonth() !== month! - 1 || hour! > 24 || minute! > 59 || second! > 60) return null
  const clock = ((hour! * 60 + minute!) * 60 + second!) * 1000
  return (
    at.getTime() + clock + Number((parts[7] ?? '').slice(0, 3).padEnd(3, '0')) - offsetMs(parts[8])
  )
}

function offsetMs(offset: string | undefined): number {
  if (offset === undefined || offset.length === 1) return 0
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3).replace(':', '') || 0)
  return (offset.startsWith('-') ? -minutes : minutes) * 60_000
}

/** Unix seconds as a number or in a string, to milliseconds. */
export function parseUnixSeconds(value: unknown): number | null {
  const seconds = parseDecimal(value)
  return seconds === null ? null : Math.floor(Number(multiplyDecimals(seconds, '1000')))
}

/** Unix seconds of a time that a listing gives; null if it gives none that can be meant. */
export function listedSeconds(value: unknown): number | null {
  const ms = parseTimeMs(value)
  if (ms === null || ms < firstListedMs || ms >= lastListedMs) return null
  return Math.floor(ms / 1000)
}

/** Can something that was received then have happened at `ms`? Clocks differ, but not by a day. */
export function isPlausible(ms: number, receivedAtMs: number): boolean {
  return ms >= firstTradeMs && ms <= receivedAtMs + day
}
