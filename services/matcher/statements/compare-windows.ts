// Whether two questions are decided at the same time. What the texts say counts; what ticker and
// deadline say only where a text is silent.
import type { TimeWindow } from '../proposition.ts'
import { daysBetween } from '../windows.ts'

/** Two deadlines so close speak of one end, where the texts name none. */
const deadlineDays = 45
/** The day is told on one side, and the other's ticker or deadline has it ... */
const untoldDayCost = 12
/** ... or one says "in May" and the other "by May 31". */
const looseMonthCost = 12
/** Neither names a time, and both ask for the next, whenever that is. */
const nextCost = 3

export interface WindowVerdict {
  readonly verdict: 'same' | 'different' | 'unknown'
  readonly evidence: string
  /** Of the score, if they are the same but not for certain. */
  readonly cost: number
}

export function compareWindows(a: TimeWindow, b: TimeWindow): WindowVerdict {
  const evidence = `${a.text} and ${b.text}`
  const is = (verdict: WindowVerdict['verdict'], cost = 0): WindowVerdict => ({
    verdict,
    evidence,
    cost,
  })
  if (!isKnownDay(a) || !isKnownDay(b)) return is('unknown')
  if ((a.mode === 'after') !== (b.mode === 'after')) return is('different')
  if (!areSameTimes(a.times, b.times)) return is('different')
  if (
    a.mode !== b.mode &&
    a.mode !== null &&
    b.mode !== null &&
    (a.mode === 'at' || b.mode === 'at')
  )
    return is('different')
  if (isNextOnly(a, b) || isNextOnly(b, a)) return is('different')
  if (a.day !== null && b.day !== null) {
    if (a.day !== b.day || a.firstDay !== b.firstDay) return is('different')
    const isLoose =
      a.mode !== b.mode && (a.mode === 'by' || b.mode === 'by') && (a.isMonth || b.isMonth)
    return is('same', isLoose ? looseMonthCost : 0)
  }
  const day = a.day ?? b.day
  if (day !== null && !day.endsWith('-12-31')) {
    const { likelyDay, deadline } = a.day === null ? a : b
    const near = [likelyDay, deadline].some(
      (other) => other !== null && daysBetween(other, day) <= 1,
    )
    return is(near ? 'same' : 'different', untoldDayCost)
  }
  if (yearsOf(a).some((year) => yearsOf(b).includes(year))) return is('same')
  if (a.isNext && b.isNext && isTimeless(a) && isTimeless(b)) return is('same', nextCost)
  if (a.years.length > 0 && b.years.length > 0) return is('different')
  // a season that ends in the year after the one it is called by
  if (b.years.length === 0 && a.likelyYears.some((year) => b.likelyYears.includes(year)))
    return is('same')
  if (
    a.deadline !== null &&
    b.deadline !== null &&
    daysBetween(a.deadline, b.deadline) <= deadlineDays
  )
    return is('same')
  return is(yearsOf(a).length > 0 && yearsOf(b).length > 0 ? 'different' : 'unknown')
}

function yearsOf({ years, likelyYears }: TimeWindow): readonly number[] {
  return years.length > 0 ? years : likelyYears
}

function areSameTimes(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((time, i) => time === b[i])
}

/** "The next Prime Minister" and "Prime Minister on December 31". */
function isNextOnly(one: TimeWindow, other: TimeWindow): boolean {
  const isBound = other.day !== null || (other.years.length > 0 && other.mode === 'by')
  return one.isNext && isTimeless(one) && !other.isNext && isBound
}

function isTimeless({ years, day }: TimeWindow): boolean {
  return years.length === 0 && day === null
}

function isKnownDay({ day }: TimeWindow): boolean {
  return day === null || /^\d/.test(day)
}
