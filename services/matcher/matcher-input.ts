// The part of a market that the matcher reads: its texts, and the dates and codes in its ids.
import type { Platform } from '../../schemas/generated/events.ts'
import { identityOf } from '../platforms/identity.ts'

export interface MatcherInput {
  /** Unified id. */
  readonly id: string
  readonly platform: Platform
  /** The platform's own id; a ticker on some platforms. */
  readonly nativeId: string
  /** The platform's own id of the event; empty if it has none. */
  readonly eventNativeId: string
  /** The title without the subtitle. */
  readonly title: string
  /** Distinguishes markets that share a title; null if the platform has no subtitle. */
  readonly subtitle: string | null
  readonly eventTitle: string
  /** The labels of the outcomes, in the order of the platform. null: the labels are not known. */
  readonly outcomes: readonly string[] | null
  /** Day of the contest, `2026-05-13`, if an id or a slug contains it. */
  readonly day: string | null
  /** Day on which the platform plans to close the market; sometimes wrong by weeks. */
  readonly deadline: string | null
}

/** Whether the ids of the market's platform are tickers, which contain series, day and side. */
export function hasTickers({ platform }: Pick<MatcherInput, 'platform'>): boolean {
  return identityOf(platform)?.matcherReader === 'tickers'
}

/**
 * Returns the part of a market ticker after the event ticker: `MAVS` for `KXMLBNLMOTY-26-MAVS`, whose event
 * is `KXMLBNLMOTY-26`. Returns null if the ticker has no such part.
 */
export function tickerSuffixOf(input: MatcherInput): string | null {
  const { nativeId, eventNativeId } = input
  if (!hasTickers(input) || !nativeId.startsWith(`${eventNativeId}-`)) return null
  return nativeId.slice(eventNativeId.length + 1)
}

export interface TickerDay {
  readonly day: string
  /** The codes of the two sides without a separator: `SJDAL` of `KXMLSGAME-26MAY16SJDAL`. */
  readonly sideCodes: string
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
/** Year, month and day, then optionally a time of 2 or 4 digits, then the codes of the sides. */
const tickerDayPattern =
  /-(\d\d)([A-Z]{3})(\d\d)(?:(?:[01]\d|2[0-3])(?:[0-5]\d)?(?=[A-Z-]|$))?([A-Z0-9]*)/

/**
 * Returns the day in an event ticker, or null if the ticker has none. Examples: `KXMLSGAME-26MAY16SJDAL`
 * contains 2026-05-16, `KXMLBGAME-26MAY101435CHCTEX` contains 2026-05-10 and the time 14:35.
 */
export function dayInTicker(eventTicker: string): TickerDay | null {
  const [, year, monthCode, day, rest] = tickerDayPattern.exec(eventTicker) ?? []
  const month = months.indexOf(monthCode ?? '') + 1
  if (month === 0 || Number(day) < 1 || Number(day) > 31) return null
  return { day: `20${year}-${String(month).padStart(2, '0')}-${day}`, sideCodes: rest ?? '' }
}

/** Returns the year in an event ticker (`KXF1-26`, `KXUNSEC-27JAN`, `KXR6-SLC26`), or null if it has none. */
export function yearInTicker(eventTicker: string): number | null {
  const year =
    leadingYear.exec(eventTicker)?.[1] ??
    (trailingYear.exec(eventTicker) ?? []).slice(1).find((group) => group !== undefined)
  return year === undefined ? null : 2000 + Number(year)
}

const leadingYear = /-(2[4-9]|3\d)(?:[A-Z]|-|$)/
const trailingYear = /-[A-Z\d]*[A-Z](2[4-9]|3\d)$|-20(2[4-9]|3\d)$/
