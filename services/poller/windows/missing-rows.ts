// Remembers which known rows the answers of a platform lack, and decides whether such an answer is rejected, or the
// missing rows count as withdrawn by the platform.
import type { TradeRow } from '../../platforms/source.ts'
import { UpstreamError } from '../../platforms/upstream/upstream-error.ts'
import type { EvidenceOptions } from './evidence.ts'
import type { TimedRow } from './published-rows.ts'
import type { Answer } from './split-window.ts'

/** A row counts as withdrawn by the platform if it was missing for this long and in this many answers. */
const withdrawnAfterMs = 120_000
const withdrawnAfterAnswers = 3
/** Maximum number of missing rows that are remembered. If there are more, all of them are forgotten. */
const maxMissingRows = 100_000

interface MissingRow {
  readonly sinceMs: number
  readonly answers: number
  /** Whether an answer without the row was accepted, because the row counts as withdrawn. */
  readonly isAccepted: boolean
}

export function createMissingRowTracker<Row extends TradeRow>(options: EvidenceOptions<Row>) {
  const { platform, keyOf, isReadable = () => true, steadyNow, observer } = options
  const missingRows = new Map<string, MissingRow>()

  function isRowWithdrawn({ key }: Pick<TimedRow, 'key'>): boolean {
    const missingRow = missingRows.get(key)
    return (
      missingRow !== undefined &&
      missingRow.answers >= withdrawnAfterAnswers &&
      steadyNow() - missingRow.sinceMs >= withdrawnAfterMs
    )
  }

  function noteMissingRows(missing: readonly TimedRow[]): void {
    if (missingRows.size > maxMissingRows) missingRows.clear()
    for (const { key } of missing) {
      const { sinceMs, answers } = missingRows.get(key) ?? { sinceMs: steadyNow(), answers: 0 }
      missingRows.set(key, { sinceMs, answers: answers + 1, isAccepted: false })
    }
  }

  function toMissingRowsError(missingCount: number): UpstreamError {
    observer.count('unexpected_rows', { platform, reason: 'missing' }, Math.max(1, missingCount))
    return new UpstreamError(`the answer lacks ${missingCount} known rows`, {
      kind: 'failed',
      status: 200,
    })
  }

  /**
   * Returns false if `answer` has all expected rows, and true if it lacks only rows that count as withdrawn. Throws if
   * it lacks other rows.
   */
  function rejectIfRowsMissing(answer: Answer<Row>, expected: readonly TimedRow[]): boolean {
    const counts = new Map<string, number>()
    for (const row of answer.rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1)
    const missing = expected.filter(({ key, count }) => (counts.get(key) ?? 0) < count)
    const missingKeys = new Set(missing.map(({ key }) => key))
    for (const key of counts.keys()) if (!missingKeys.has(key)) missingRows.delete(key)
    noteMissingRows(missing)
    if (missing.length === 0) return false
    // If the answer has no rows as new as the missing ones, it is outdated: the platform has not withdrawn
    // the rows.
    const newestMissingMs = missing.reduce((newestMs, { timeMs }) => Math.max(newestMs, timeMs), 0)
    const isCorrected =
      missing.every(isRowWithdrawn) &&
      answer.rows.some((row) => (row.timeMs ?? 0) >= newestMissingMs && isReadable(row))
    if (!isCorrected) throw toMissingRowsError(missing.length)
    for (const { key } of missing)
      missingRows.set(key, { sinceMs: 0, answers: 0, ...missingRows.get(key), isAccepted: true })
    const fields = { platform, rows: missing.length }
    observer.count('unexpected_rows', { platform, reason: 'withdrawn' }, missing.length)
    observer.log('warn', 'the platform no longer returns published rows', fields)
    return true
  }

  /** Whether an answer without the withdrawn row was accepted. */
  function isAbsenceAccepted({ key }: TimedRow): boolean {
    return missingRows.get(key)?.isAccepted === true
  }

  /** Whether the last answer for the time of the row lacked the row. */
  const isMissing = ({ key }: TimedRow): boolean => missingRows.has(key)

  return {
    isWithdrawn: isRowWithdrawn,
    isMissing,
    isAbsenceAccepted,
    toMissingRowsError,
    rejectIfRowsMissing,
  }
}
