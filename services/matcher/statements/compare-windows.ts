// Compares the windows of two questions, which are the times at which the questions are decided. Times in the
// titles are compared first. The ticker and the deadline count only if the titles of a market state no time.
import type { TimeWindow } from '../proposition.ts'
import { daysBetween } from '../windows.ts'

/**
 * If the titles state no time, the windows are the same if the deadlines differ by at most this number of
 * days. Platforms plan the closing of a market differently, some weeks later than others.
 */
const maxDeadlineDifferenceDays = 45
/**
 * Subtracted from the score if one question has the day only in its ticker or deadline, not in its titles.
 */
const inferredDayCost = 12
/** Subtracted from the score if one question says "in May" and the other "by May 31". */
const inOrByMonthCost = 12
/** Subtracted from the score if neither question states a time and both ask for the next event of a kind. */
const bothAskForNextCost = 3

export interface WindowVerdict {
  readonly verdict: 'same' | 'different' | 'unknown'
  /** Subtracted from the score; more than 0 if the windows are probably but not certainly the same. */
  readonly cost: number
}

export function compareWindows(a: TimeWindow, b: TimeWindow): WindowVerdict {
  const toVerdict = (verdict: WindowVerdict['verdict'], cost = 0): WindowVerdict => ({
    verdict,
    cost,
  })
  if (!isCalendarDay(a) || !isCalendarDay(b)) return toVerdict('unknown')
  if ((a.mode === 'after') !== (b.mode === 'after')) return toVerdict('different')
  if (!areSameTimes(a.timesOfDay, b.timesOfDay)) return toVerdict('different')
  if (
    a.mode !== b.mode &&
    a.mode !== null &&
    b.mode !== null &&
    (a.mode === 'at' || b.mode === 'at')
  )
    return toVerdict('different')
  if (onlyFirstAsksForNext(a, b) || onlyFirstAsksForNext(b, a)) return toVerdict('different')
  if (a.day !== null && b.day !== null) {
    if (a.day !== b.day || a.firstDay !== b.firstDay) return toVerdict('different')
    const isInOrByMonth =
      a.mode !== b.mode &&
      (a.mode === 'by' || b.mode === 'by') &&
      (a.isWholeMonth || b.isWholeMonth)
    return toVerdict('same', isInOrByMonth ? inOrByMonthCost : 0)
  }
  const day = a.day ?? b.day
  if (day !== null && !day.endsWith('-12-31')) {
    const { tickerDay, deadline } = a.day === null ? a : b
    const isNear = [tickerDay, deadline].some(
      (other) => other !== null && daysBetween(other, day) <= 1,
    )
    return toVerdict(isNear ? 'same' : 'different', inferredDayCost)
  }
  if (statedOrInferredYears(a).some((year) => statedOrInferredYears(b).includes(year)))
    return toVerdict('same')
  if (a.asksForNext && b.asksForNext && statesNoDate(a) && statesNoDate(b))
    return toVerdict('same', bothAskForNextCost)
  if (a.years.length > 0 && b.years.length > 0) return toVerdict('different')
  // A season may be named after the year before its end. So the inferred years of both questions may agree
  // although only one question states a year.
  if (b.years.length === 0 && a.inferredYears.some((year) => b.inferredYears.includes(year)))
    return toVerdict('same')
  if (
    a.deadline !== null &&
    b.deadline !== null &&
    daysBetween(a.deadline, b.deadline) <= maxDeadlineDifferenceDays
  )
    return toVerdict('same')
  return toVerdict(
    statedOrInferredYears(a).length > 0 && statedOrInferredYears(b).length > 0
      ? 'different'
      : 'unknown',
  )
}

function statedOrInferredYears({ years, inferredYears }: TimeWindow): readonly number[] {
  return years.length > 0 ? years : inferredYears
}

function areSameTimes(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((time, i) => time === b[i])
}

/**
 * Whether the first question asks for the next event without a date and the second one has a date: "the next
 * Prime Minister" and "Prime Minister on December 31".
 */
function onlyFirstAsksForNext(one: TimeWindow, other: TimeWindow): boolean {
  const hasEndDate = other.day !== null || (other.years.length > 0 && other.mode === 'by')
  return one.asksForNext && statesNoDate(one) && !other.asksForNext && hasEndDate
}

function statesNoDate({ years, day }: TimeWindow): boolean {
  return years.length === 0 && day === null
}

/** Whether the window has no day or one that exists. The parser keeps days such as June 31 as text. */
function isCalendarDay({ day }: TimeWindow): boolean {
  return day === null || /^\d/.test(day)
}
