// A market as the matcher sees it: the words of its platform, and what its ids give away.
import type { Platform } from '../../schemas/generated/events.ts'

export interface Listing {
  /** Unified id. */
  readonly id: string
  readonly platform: Platform
  /** Condition id or ticker. */
  readonly nativeId: string
  /** Event ticker on platform_b. */
  readonly eventNativeId: string
  /** Without what stands in `subtitle`. */
  readonly title: string
  /** platform_b: which of the markets of one title it is; null if it does not say. */
  readonly subtitle: string | null
  readonly eventTitle: string
  /** null: not known. */
  readonly outcomes: readonly string[] | null
  /** Day of the contest, `2026-05-13`, where an id or a slug tells it. */
  readonly day: string | null
  /** Day on which it should be decided; off by weeks now and then, on both platforms. */
  readonly deadline: string | null
}

/** Behind the event in a ticker: `MAVS` of `KXMLBNLMOTY-26-MAVS`; null if there is none. */
export function suffixOf({ platform, nativeId, eventNativeId }: Listing): string | null {
  if (platform !== 'platform_b' || !nativeId.startsWith(`${eventNativeId}-`)) return null
  return nativeId.slice(eventNativeId.length + 1)
}

export interface TickerDay {
  readonly day: string
  /** What follows it: codes of the two sides, one behind the other. */
  readonly rest: string
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
/** The hour, with minutes or without, may follow the day. */
const tickerDay = /-(\d\d)([A-Z]{3})(\d\d)(?:(?:[01]\d|2[0-3])(?:[0-5]\d)?(?=[A-Z-]|$))?([A-Z0-9]*)/

/** The day in an event ticker: `KXMLSGAME-26MAY16SJDAL`, `KXMLBGAME-26MAY101435CHCTEX`. */
export function dayInTicker(eventTicker: string): TickerDay | null {
  const [, year, monthName, day, rest] = tickerDay.exec(eventTicker) ?? []
  const month = months.indexOf(monthName ?? '') + 1
  if (month === 0 || Number(day) < 1 || Number(day) > 31) return null
  return { day: `20${year}-${String(month).padStart(2, '0')}-${day}`, rest: rest ?? '' }
}

/** The year in an event ticker: `KXF1-26`, `KXUNSEC-27JAN`, `KXR6-SLC26`; null if there is none. */
export function yearInTicker(eventTicker: string): number | null {
  const year =
    yearFirst.exec(eventTicker)?.[1] ??
    (yearLast.exec(eventTicker) ?? []).slice(1).find((group) => group !== undefined)
  return year === undefined ? null : 2000 + Number(year)
}

const yearFirst = /-(2[4-9]|3\d)(?:[A-Z]|-|$)/
const yearLast = /-[A-Z\d]*[A-Z](2[4-9]|3\d)$|-20(2[4-9]|3\d)$/
