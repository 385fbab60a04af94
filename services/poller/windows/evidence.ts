// Decides whether a list of rows that the platform returned is accepted. Platforms, proxies and caches have
// been seen to return empty, truncated and outdated lists with status 200. A list is accepted only if it
// contains the rows that are known to be in its window: published rows, and rows of earlier responses.
import type { Platform } from '../../../schemas/generated/events.ts'
import type { TradeRow, Window } from '../../platforms/source.ts'
import { UpstreamError } from '../../platforms/upstream/upstream-error.ts'
import type { PollerObserver } from '../observer.ts'
import { isCovered, type Coverage } from './coverage.ts'
import type { KnownRow, KnownRows } from './published-rows.ts'
import type { Answer } from './split-window.ts'

/** A row that was missing for this long and in this many responses counts as withdrawn by the platform. */
const withdrawnAfterMs = 120_000
const withdrawnAfterAnswers = 3
/**
 * If a window does not follow directly on a range that was read, the ten seconds up to a published row are
 * requested first. If the answer lacks that row, the list is not accepted. If the row is at most ten seconds
 * before the window, both are requested at once.
 */
const probeS = 10
/** If a gap is read again and a published row is at most this long before it, both are requested at once. */
const rereadS = 3_600
/** Maximum number of missing rows that are remembered. Beyond it, all of them are forgotten. */
const maxDoubts = 100_000

interface Doubt {
  readonly sinceMs: number
  readonly answers: number
  /** The row counts as withdrawn, and a response without it was accepted. */
  readonly isAccepted: boolean
}

export interface EvidenceOptions<Row extends TradeRow> {
  readonly platform: Platform
  /** Returns the key by which a row is recognized when it is returned again. */
  readonly keyOf: (row: Row) => string
  /** See createSteadyClock. */
  readonly steadyNow: () => number
  readonly observer: PollerObserver
}

/** The missing rows are remembered from one read to the next. */
export interface Evidence<Row extends TradeRow> {
  /** Begins the read of a window, which may take several requests. `known` returns the published rows. */
  begin(known: () => KnownRows): {
    /**
     * Calls `read`. Rejects with UpstreamError if the answer lacks known rows. If it lacks only withdrawn
     * rows and contains newer ones, it is returned with `isDoubtful`; if no known row shows that it is
     * complete, with `isUnproven`. `coverage` is the coverage of the feed before the read.
     */
    readonly read: (
      read: (window: Window) => Promise<Answer<Row>>,
      window: Window,
      options: { readonly settleLagMs: number; readonly coverage: Coverage | null },
    ) => Promise<Answer<Row>>
  }
}

const isWithin = (timeMs: number | null, fromMs: number, untilMs: number): boolean =>
  timeMs !== null && timeMs >= fromMs && timeMs < untilMs

export function createEvidence<Row extends TradeRow>(options: EvidenceOptions<Row>): Evidence<Row> {
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

  return {
    begin(known) {
      /** Rows of incomplete answers. The answers for parts of the same window must contain them, too. */
      const seen = new Map<string, KnownRow>()
      /** Whether the window, of which parts may be requested, follows an unread range. */
      let followsUnread: boolean | null = null

      function expectedIn(published: KnownRows, fromMs: number, untilMs: number): KnownRow[] {
        const rows = [...published.within(fromMs, untilMs)]
        const keys = new Set(rows.map(({ key }) => key))
        for (const row of seen.values())
          if (isWithin(row.timeMs, fromMs, untilMs) && !keys.has(row.key)) rows.push(row)
        return rows.filter(({ key }) => doubts.get(key)?.isAccepted !== true)
      }

      function toRange(answer: Answer<Row>, { fromS, untilS }: Window, settleLagMs: number) {
        const completeFromS = answer.isComplete ? fromS : (answer.completeFromS ?? Infinity)
        // Rows of the last seconds may be missing: the platform shows them with a delay.
        return [completeFromS * 1000, Math.min(untilS * 1000, answer.asOfMs - settleLagMs)] as const
      }

      function noteSeen(answer: Answer<Row>): void {
        if (answer.isComplete || answer.isWindowIgnored === true) return
        for (const row of answer.rows) {
          const { timeMs } = row
          if (timeMs !== null) seen.set(keyOf(row), { key: keyOf(row), count: 1, timeMs })
        }
      }

      return {
        async read(read, window, { settleLagMs, coverage }) {
          const published = known()
          const ask = async (asked: Window): Promise<Answer<Row>> => {
            const answer = await read(asked)
            const expected = expectedIn(published, ...toRange(answer, asked, settleLagMs))
            noteSeen(answer)
            return check(answer, expected) ? { ...answer, isDoubtful: true } : answer
          }
          const [fromMs, untilMs] = [window.fromS * 1000, window.untilS * 1000]
          // Rows that are newer than this may be missing from a correct answer.
          const settledMs = coverage?.untilMs ?? untilMs
          if (expectedIn(published, fromMs, Math.min(untilMs, settledMs)).length > 0) {
            followsUnread ??= false
            return ask(window)
          }
          const isSettled = (row: KnownRow): boolean => row.timeMs < settledMs
          const isExpected = (row: KnownRow): boolean => isSettled(row) && !isWithdrawn(row)
          const anchorMs = published.newestRowTimeMs(fromMs, isExpected)
          if (anchorMs === null) {
            const answer = await ask(window)
            const isAnyKnown = published.newestRowTimeMs(Infinity, isSettled) !== null
            if (isAnyKnown && answer.rows.length === 0) throw unproven(0)
            return answer
          }
          const anchorS = Math.floor(anchorMs / 1000)
          const isBefore = anchorMs < fromMs
          const isReread = coverage !== null && untilMs <= coverage.untilMs
          const isNear = window.fromS - anchorS <= (isReread ? rereadS : probeS)
          const isReadUpTo = coverage !== null && isCovered(anchorS * 1000, fromMs, coverage)
          const isBehindUnread = coverage !== null && isBefore && !isReadUpTo
          followsUnread ??= isBehindUnread
          if (isBefore && (isNear || isReadUpTo)) {
            const answer = await ask({ fromS: anchorS, untilS: window.untilS })
            const rows = answer.rows.filter(({ timeMs }) => timeMs === null || timeMs >= fromMs)
            if (answer.isComplete) return { ...answer, rows }
          }
          const probeFromS = Math.max(0, anchorS - probeS)
          const anchor = await ask({ fromS: probeFromS, untilS: anchorS + 1 })
          const answer = await ask(window)
          const asOfMs = Math.min(anchor.asOfMs, answer.asOfMs)
          // The two answers need not be of the same list.
          const isUnproven = followsUnread && isBehindUnread
          return { ...answer, asOfMs, ...(isUnproven ? { isUnproven } : {}) }
        },
      }
    },
  }
}
