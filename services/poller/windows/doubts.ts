// Remembers the known rows that answers lack, and decides whether an answer is rejected because of
// them or the platform has withdrawn them.
import type { TradeRow } from '../../platforms/source.ts'
import { UpstreamError } from '../../platforms/upstream/upstream-error.ts'
import type { EvidenceOptions } from './evidence.ts'
import type { KnownRow } from './published-rows.ts'
import type { Answer } from './split-window.ts'

/** A row that was missing for this long and in this many responses counts as withdrawn by the platform. */
const withdrawnAfterMs = 120_000
const withdrawnAfterAnswers = 3
/** Maximum number of missing rows that are remembered. Beyond it, all of them are forgotten. */
const maxDoubts = 100_000

interface Doubt {
  readonly sinceMs: number
  readonly answers: number
  /** The row counts as withdrawn, and a response without it was accepted. */
  readonly isAccepted: boolean
}

export function createDoubts<Row extends TradeRow>(options: EvidenceOptions<Row>) {
  const { platform, keyOf, steadyNow, observer } = options
  const doubts = new Map<string, Doubt>()

  function isWithdrawn({ key }: Pick<KnownRow, 'key'>): boolean {
    const doubt = doubts.get(key)
    return (
      doubt !== undefined &&
      doubt.answers >= withdrawnAfterAnswers &&
      steadyNow() - doubt.sinceMs >= withdrawnAfterMs
    )
  }

  function noteDoubts(missing: readonly KnownRow[]): void {
    if (doubts.size > maxDoubts) doubts.clear()
    for (const { key } of missing) {
      const { sinceMs, answers } = doubts.get(key) ?? { sinceMs: steadyNow(), answers: 0 }
      doubts.set(key, { sinceMs, answers: answers + 1, isAccepted: false })
    }
  }

  function unproven(missing: number): UpstreamError {
    observer.count('unexpected_rows', { platform, reason: 'missing' }, Math.max(1, missing))
    return new UpstreamError(`the answer lacks ${missing} known rows`, {
      kind: 'failed',
      status: 200,
    })
  }

  /** Throws if `answer` lacks expected rows. Returns whether it lacks only withdrawn rows. */
  function check(answer: Answer<Row>, expected: readonly KnownRow[]): boolean {
    const counts = new Map<string, number>()
    let newestMs = -Infinity
    for (const row of answer.rows) {
      const key = keyOf(row)
      counts.set(key, (counts.get(key) ?? 0) + 1)
      newestMs = Math.max(newestMs, row.timeMs ?? -Infinity)
    }
    const missing = expected.filter(({ key, count }) => (counts.get(key) ?? 0) < count)
    const missingKeys = new Set(missing.map(({ key }) => key))
    for (const key of counts.keys()) if (!missingKeys.has(key)) doubts.delete(key)
    noteDoubts(missing)
    if (missing.length === 0) return false
    // A list that ends before the missing rows is outdated, not corrected.
    const isCorrected = missing.every((row) => isWithdrawn(row) && row.timeMs <= newestMs)
    if (!isCorrected) throw unproven(missing.length)
    for (const { key } of missing)
      doubts.set(key, { sinceMs: 0, answers: 0, ...doubts.get(key), isAccepted: true })
    const fields = { platform, rows: missing.length }
    observer.count('unexpected_rows', { platform, reason: 'withdrawn' }, missing.length)
    observer.log('warn', 'the platform no longer returns published rows', fields)
    return true
  }

  /** Whether an answer without the withdrawn row was accepted. */
  function isAccepted({ key }: KnownRow): boolean {
    return doubts.get(key)?.isAccepted === true
  }

  return { isWithdrawn, isAccepted, unproven, check }
}
