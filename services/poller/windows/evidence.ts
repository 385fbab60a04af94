// Decides whether a list of rows that the platform returned is accepted. Platforms, proxies and caches have
// been seen to return empty, truncated and outdated lists with status 200. A list is accepted only if it
// contains the rows that are known to be in its window: published rows, and rows of earlier responses.
import type { Platform } from '../../../schemas/generated/events.ts'
import type { TradeRow, Window } from '../../platforms/source.ts'
import type { PollerObserver } from '../observer.ts'
import { isRangeCovered, type Coverage } from './coverage.ts'
import { createMissingRowTracker } from './missing-rows.ts'
import type { TimedRow, KnownRows } from './published-rows.ts'
import type { Answer } from './split-window.ts'

/**
 * If the range between the newest published row and a window was not read, a separate request first reads the 10
 * seconds up to that row. An answer without the row is not accepted. If the row is at most 10 seconds before the
 * window, one request covers both.
 */
const probeS = 10
/**
 * When a window before the watermark is read again, and a published row before or after the window is at most this far
 * from it, one request covers the row and the window. The row then shows that the answer is complete.
 */
const rereadS = 3_600

export interface EvidenceOptions<Row extends TradeRow> {
  readonly platform: Platform
  /** Returns the key by which a row is recognized when it is returned again. */
  readonly keyOf: (row: Row) => string
  /**
   * Whether the row can be mapped; yes if omitted. If a list has only rows of a changed format, it does not show
   * whether the platform has withdrawn the rows that the list lacks.
   */
  readonly isReadable?: (row: Row) => boolean
  /** See createSteadyClock. */
  readonly steadyNow: () => number
  readonly observer: PollerObserver
}

/** Checks the answers for one feed. The missing rows are remembered from one read to the next. */
export interface Evidence<Row extends TradeRow> {
  /** Begins the read of a window, which may take several requests. `getKnownRows` returns the published rows. */
  begin(getKnownRows: () => KnownRows): {
    /**
     * Calls `read` and compares its answer with the known rows of the window:
     * - Known rows are missing: rejects with UpstreamError.
     * - Only rows that the platform has withdrawn are missing, and the answer has rows that are newer than these:
     *   returns the answer with `isDoubtful`.
     * - There is no known row in the window, so nothing proves that the answer is complete: returns it with
     *   `isUnproven`.
     *
     * `coverage` is the coverage of the feed before the read.
     */
    readonly read: (
      read: (window: Window) => Promise<Answer<Row>>,
      window: Window,
      options: { readonly settleLagMs: number; readonly coverage: Coverage | null },
    ) => Promise<Answer<Row>>
    /** To be called when the rows of this part of the window have been published: no further part includes them. */
    readonly notePublished: (part: Window) => void
  }
}

const isWithin = (timeMs: number | null, fromMs: number, untilMs: number): boolean =>
  timeMs !== null && timeMs >= fromMs && timeMs < untilMs

/**
 * Where the request for a window ends: after the next suitable rows if a part of the window is unread, but what follows
 * it up to these rows was read. A list that ends too early lacks them.
 */
function endAfterNextRows(
  { fromS, untilS }: Window,
  coverage: Coverage | null,
  published: KnownRows,
  suitable: readonly ((row: TimedRow) => boolean)[],
): number {
  const untilMs = untilS * 1000
  if (coverage === null || isRangeCovered(fromS * 1000, untilMs, coverage)) return untilS
  const isReadUpTo = (second: number): boolean => isRangeCovered(untilMs, second * 1000, coverage)
  const nextRowsS = suitable
    .map((isSuitable) => published.oldestRowTimeMs(untilMs, isSuitable) ?? Infinity)
    .map((timeMs) => Math.floor(timeMs / 1000))
    .filter((second) => second - untilS <= rereadS && isReadUpTo(second))
  return Math.max(untilS, ...nextRowsS.map((second) => second + 1))
}

export function createEvidence<Row extends TradeRow>(options: EvidenceOptions<Row>): Evidence<Row> {
  const { keyOf } = options
  const { isWithdrawn, isMissing, isAbsenceAccepted, toMissingRowsError, rejectIfRowsMissing } =
    createMissingRowTracker(options)

  return {
    begin(getKnownRows) {
      /**
       * Rows of incomplete answers in this window. Answers for parts of the window must contain them, too.
       */
      const seen = new Map<string, TimedRow>()
      /** Whether the range directly before the window is unread; null until a first part of the window is requested. */
      let followsUnread: boolean | null = null

      function expectedRowsIn(knownRows: KnownRows, fromMs: number, untilMs: number): TimedRow[] {
        const rows = [...knownRows.rowsWithin(fromMs, untilMs)]
        const keys = new Set(rows.map(({ key }) => key))
        for (const row of seen.values())
          if (isWithin(row.timeMs, fromMs, untilMs) && !keys.has(row.key)) rows.push(row)
        return rows.filter((row) => !isAbsenceAccepted(row))
      }

      function toSettledRange(answer: Answer<Row>, { fromS, untilS }: Window, settleLagMs: number) {
        const completeFromS = answer.isComplete ? fromS : (answer.completeFromS ?? Infinity)
        // Rows of the last seconds may be missing: the platform shows them with a delay.
        return [completeFromS * 1000, Math.min(untilS * 1000, answer.asOfMs - settleLagMs)] as const
      }

      function rememberRows(answer: Answer<Row>): void {
        if (answer.isComplete || answer.isWindowIgnored === true) return
        for (const row of answer.rows) {
          const { timeMs } = row
          if (timeMs === null) continue
          const key = keyOf(row)
          seen.set(key, { key, count: 1, timeMs })
        }
      }

      return {
        async read(read, window, { settleLagMs, coverage }) {
          const published = getKnownRows()
          const ask = async (askedWindow: Window): Promise<Answer<Row>> => {
            const answer = await read(askedWindow)
            const expected = expectedRowsIn(
              published,
              ...toSettledRange(answer, askedWindow, settleLagMs),
            )
            rememberRows(answer)
            return rejectIfRowsMissing(answer, expected) ? { ...answer, isDoubtful: true } : answer
          }
          const [fromMs, untilMs] = [window.fromS * 1000, window.untilS * 1000]
          // A correct answer may lack rows that are newer than this.
          const settledMs = coverage?.untilMs ?? untilMs
          const isSettled = (row: TimedRow): boolean => row.timeMs < settledMs
          const isExpectedRow = (row: TimedRow): boolean => isSettled(row) && !isWithdrawn(row)
          // If the last answer lacked an expected row next to the window, the request reaches up to the next row beyond
          // it, and further with each answer that lacks that row, too. So all rows that the platform has withdrawn are
          // found soon, instead of one every two minutes.
          const isReturned = (row: TimedRow): boolean => isExpectedRow(row) && !isMissing(row)
          /** Requests no rows after the window if they are too many for one answer. */
          const askWithNextRows = async (askedFromS: number): Promise<Answer<Row>> => {
            const untilS = endAfterNextRows(window, coverage, published, [
              // not only until the row counts as withdrawn: an answer that ends before it stays unaccepted
              (row) => isSettled(row) && !isAbsenceAccepted(row),
              isReturned,
            ])
            const answer = await ask({ fromS: askedFromS, untilS })
            if (untilS === window.untilS) return answer
            if (!answer.isComplete) return ask({ fromS: askedFromS, untilS: window.untilS })
            // published rows after the window may be forgotten, so they would be published again
            const rows = answer.rows.filter(({ timeMs }) => timeMs === null || timeMs < untilMs)
            return { ...answer, rows }
          }
          if (expectedRowsIn(published, fromMs, Math.min(untilMs, settledMs)).length > 0) {
            followsUnread ??= false
            return askWithNextRows(window.fromS)
          }
          const anchorMs = published.newestRowTimeMs(fromMs, isExpectedRow)
          if (anchorMs === null) {
            const answer = await ask(window)
            const isAnyKnown = published.newestRowTimeMs(Infinity, isSettled) !== null
            if (isAnyKnown && answer.rows.length === 0) throw toMissingRowsError(0)
            return answer
          }
          const anchorS = Math.floor(anchorMs / 1000)
          const isBefore = anchorMs < fromMs
          const isReread = coverage !== null && untilMs <= coverage.untilMs
          const isNear = window.fromS - anchorS <= (isReread ? rereadS : probeS)
          const isReadUpTo = coverage !== null && isRangeCovered(anchorS * 1000, fromMs, coverage)
          const isBehindUnread = coverage !== null && isBefore && !isReadUpTo
          followsUnread ??= isBehindUnread
          if (isBefore && (isNear || isReadUpTo)) {
            const returnedMs = published.newestRowTimeMs(fromMs, isReturned) ?? anchorMs
            const answer = await askWithNextRows(Math.min(anchorS, Math.floor(returnedMs / 1000)))
            const rows = answer.rows.filter(({ timeMs }) => timeMs === null || timeMs >= fromMs)
            if (answer.isComplete) return { ...answer, rows }
          }
          const probeFromS = Math.max(0, anchorS - probeS)
          const anchor = await ask({ fromS: probeFromS, untilS: anchorS + 1 })
          const answer = await askWithNextRows(window.fromS)
          const asOfMs = Math.min(anchor.asOfMs, answer.asOfMs)
          // The rows of the first answer prove nothing about the second answer: a cache may have answered the two
          // requests with different states of the list.
          const isUnproven = followsUnread && isBehindUnread
          return { ...answer, asOfMs, ...(isUnproven ? { isUnproven } : {}) }
        },

        notePublished({ fromS, untilS }) {
          for (const { key, timeMs } of seen.values())
            if (isWithin(timeMs, fromS * 1000, untilS * 1000)) seen.delete(key)
        },
      }
    },
  }
}
