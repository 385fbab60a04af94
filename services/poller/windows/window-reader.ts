// Reads time windows of a feed (trades of a platform, trades of a market, activity of a wallet) and publishes
// their rows. All feeds are read with this module.
import type { Platform } from '../../../schemas/generated/events.ts'
import type { PollerObserver } from '../observer.ts'
import type { Source, TradeRow, Window } from '../../platforms/source.ts'
import type { Evidence } from './evidence.ts'
import type { PollerTuning } from '../tuning.ts'
import { isLate, nextCoverage, type Coverage } from './coverage.ts'
import type { KnownRows, NewRow } from './published-rows.ts'
import { readPieces, type Answer, type WindowPiece, type SplitOptions } from './split-window.ts'

export interface WindowFeed<Row extends TradeRow> extends SplitOptions {
  readonly platform: Platform
  /** Requests all rows of a window, with all pages of the response. Rejects with UpstreamError. */
  readonly read: (window: Window) => Promise<Answer<Row>>
  /** Decides whether an answer is accepted. */
  readonly evidence: Evidence<Row>
  /** The published rows, as far as they are remembered. */
  readonly known: () => KnownRows
  /** Rows may appear up to this much late: an answer contains all rows before `asOfMs` minus `settleLagMs`. */
  readonly settleLagMs: number
  /** Returns the coverage of the feed; null if nothing was read yet. */
  readonly coverage: () => Coverage | null
  /** Returns the rows that are not published yet. */
  readonly select: (rows: readonly Row[]) => readonly NewRow<Row>[]
  /**
   * Appends the rows, the checkpoint and the watermark record, all or none. After that, `coverage` returns
   * the new coverage. If there are no rows, `append` may leave out the checkpoint or the watermark record.
   */
  readonly append: (rowsToAppend: RowsToAppend<Row>) => Promise<void>
  readonly observer: PollerObserver
}

export interface RowsToAppend<Row extends TradeRow> {
  readonly newRows: readonly NewRow<Row>[]
  readonly coverage: Coverage
}

/**
 * Reads a window piece by piece and yields after each piece. If the watermark moves past the range from
 * `unreadFromMs` to the start of the window, that range becomes a gap. If `unreadFromMs` is omitted, there is
 * no such range. Rejects with the errors of `read` and `append`.
 */
export type WindowReader = (window: Window, unreadFromMs?: number) => AsyncGenerator<void>

/**
 * What a window reader guarantees, provided that rows appear within the settle lag, and that `append` is atomic:
 *
 * 1. Completeness: every row whose time is in the coverage and in no gap was appended, together with
 *    or before the checkpoint of that coverage. `nextCoverage` alone decides about the coverage.
 * 2. No repeats: a row is appended once, however often windows are read. Rows with the same field
 *    values are distinguished by `repeat`. (`select` must know the published rows of each window that is
 *    read again.)
 * 3. Late rows: a row that appears when the coverage already contains its time is appended if its window
 *    is read again, and counted as `late`.
 * 4. Interruption: the read may be abandoned after any piece, fail in any request, or end with the
 *    process between any two appends. Rules 1 and 2 also hold for the next reader, which starts from the
 *    log.
 * 5. Progress: pieces that were appended before a failure are kept.
 * 6. Limited memory: one piece is in memory at a time.
 * 7. Evidence: no watermark passes the `asOfMs` of the answers it rests on, minus the settle lag, and an
 *    answer without the known rows of its window is rejected. A range that no known row proves to be complete
 *    becomes a gap.
 */
export function createWindowReader<Row extends TradeRow>(feed: WindowFeed<Row>): WindowReader {
  const { platform, observer, settleLagMs } = feed

  async function appendPiece(piece: WindowPiece<Row>, skippedFromMs: number): Promise<void> {
    const before = feed.coverage()
    const { isTruncated, isUnproven } = piece
    const [fromMs, untilMs] = [piece.fromS * 1000, piece.untilS * 1000]
    const settledMs = toSettledMs(piece.asOfMs, feed.settleLagMs)
    // If `asOfMs` shows that no part of the range is complete yet, the unread range before it does not become a gap:
    // the platform's clock may not have reached that range.
    const unreadFromMs = settledMs > fromMs ? Math.min(skippedFromMs, fromMs) : fromMs
    const read = { fromMs, untilMs, isTruncated, isUnproven, unreadFromMs }
    const coverage = nextCoverage(before, read, settledMs)
    const newRows = feed.select(piece.rows)
    await feed.append({ newRows, coverage })
    if (isTruncated && coverage.gaps !== before?.gaps) {
      observer.count('gaps', { platform, reason: 'truncated' })
    }
    for (const { row } of newRows) countUndatedOrLate(row.timeMs, before)
  }

  function countUndatedOrLate(timeMs: number | null, before: Coverage | null): void {
    if (timeMs === null) observer.count('unexpected_rows', { platform, reason: 'undated' })
    else if (before && isLate(timeMs, before)) {
      observer.count('unexpected_rows', { platform, reason: 'late' })
    }
  }

  return async function* readWindow(window, skippedFromMs = Infinity) {
    const proof = feed.evidence.begin(feed.known)
    const readWithEvidence = (part: Window): Promise<Answer<Row>> =>
      proof.read(feed.read, part, { settleLagMs, coverage: feed.coverage() })
    for await (const piece of readPieces(readWithEvidence, window, feed)) {
      const readFromS = feed.order === 'newest_first' ? window.fromS : piece.fromS
      await appendPiece(piece, Math.min(readFromS * 1000, skippedFromMs))
      proof.notePublished(piece)
      yield
    }
  }
}

/** Reads all remaining pieces of the window. */
export async function readAllPieces(pieces: AsyncGenerator<void>): Promise<void> {
  for await (const _ of pieces) continue
}

/**
 * Returns the time (a full second) before which an answer contains all rows. `asOfMs`: the answer shows the state as of
 * this time. Rows can appear up to `settleLagMs` late.
 */
export function toSettledMs(asOfMs: number, settleLagMs: number): number {
  return Math.floor((asOfMs - settleLagMs) / 1000) * 1000
}

/** Returns the time (a full second) before which a request sent now will probably return all rows. */
export function expectedSettledMs(source: Source, { settleLagMs }: PollerTuning): number {
  return toSettledMs(source.nowMs(), settleLagMs)
}
