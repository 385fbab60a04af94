// Reads a window in pieces, each small enough that the platform returns all of its rows.
import type { ActivityResult, TradeRow, Window } from '../../platforms/source.ts'
import { UpstreamError } from '../../platforms/upstream/upstream-error.ts'
import type { WindowLength } from './window-length.ts'

export interface WindowPiece<Row extends TradeRow> extends Window {
  readonly rows: readonly Row[]
  /** The platform returned only some of the rows, and the window cannot be split. */
  readonly isTruncated: boolean
  /** See Answer. */
  readonly isUnproven: boolean
  /** See TradeResult. */
  readonly asOfMs: number
}

export type Answer<Row extends TradeRow> = Pick<
  ActivityResult,
  'asOfMs' | 'isComplete' | 'isWindowIgnored' | 'completeFromS'
> & {
  readonly rows: readonly Row[]
  /** The answer lacks published rows that count as withdrawn, so it may lack other rows, too. */
  readonly isDoubtful?: boolean
  /** The answer contains no known row that shows that it is complete. */
  readonly isUnproven?: boolean
}

export interface SplitOptions {
  readonly order: 'oldest_first' | 'newest_first'
  /**
   * When the feed has its first row, if known. If `isCertain`, times before `atS` are not requested, and the oldest
   * piece counts as covering them. Otherwise, if the order is oldest first, a window that contains `atS` is split there
   * first.
   */
  readonly beginning?: { readonly atS: number; readonly isCertain: boolean } | null
  /**
   * Windows after the beginning that are longer than this are split before they are requested. Only for the order
   * oldest first.
   */
  readonly length?: WindowLength
}

/**
 * Yields pieces that together cover the whole window, in the given order. A window with too many rows is split in two,
 * or into windows of the estimated length. If the order is newest first and the platform has returned the newest rows
 * of a window, these rows become a piece and only the rest of the window is requested again.
 */
export async function* readPieces<Row extends TradeRow>(
  read: (window: Window) => Promise<Answer<Row>>,
  wholeWindow: Window,
  { order, beginning = null, length }: SplitOptions,
): AsyncGenerator<WindowPiece<Row>> {
  const earliestS = beginning?.isCertain === true ? beginning.atS : wholeWindow.fromS
  const startS = Math.max(wholeWindow.fromS, Math.min(earliestS, wholeWindow.untilS - 1))
  const hintS = beginning?.atS ?? -Infinity
  const stack: Window[] = [{ fromS: startS, untilS: wholeWindow.untilS }]
  for (let window = stack.pop(); window; window = stack.pop()) {
    const { fromS, untilS } = window
    const coversFromS = fromS === startS ? wholeWindow.fromS : fromS
    const canSplit = untilS - fromS > 1
    // The part of the window before the beginning has few rows, so one request reads it.
    const lengthS = fromS < hintS ? Infinity : (length?.seconds() ?? Infinity)
    if (lengthS < untilS - fromS) {
      const splitS = fromS + lengthS
      stack.push({ fromS: splitS, untilS }, { fromS, untilS: splitS })
      continue
    }
    const answer = await readUnlessTooLarge(read, window, canSplit)
    if (answer) length?.note(window, answer)
    if (answer && (answer.isComplete || !canSplit || answer.isWindowIgnored === true)) {
      const { rows, asOfMs, isDoubtful = false, isUnproven = false } = answer
      const isTruncated = !answer.isComplete || isDoubtful
      yield { fromS: coversFromS, untilS, rows, isTruncated, isUnproven, asOfMs }
      continue
    }
    const completeFromS = order === 'newest_first' ? (answer?.completeFromS ?? untilS) : untilS
    if (answer && completeFromS > fromS && completeFromS < untilS) {
      const belongsToPiece = ({ timeMs }: Row): boolean =>
        timeMs === null || timeMs >= completeFromS * 1000
      yield {
        fromS: completeFromS,
        untilS,
        rows: answer.rows.filter(belongsToPiece),
        isTruncated: answer.isDoubtful ?? false,
        isUnproven: answer.isUnproven ?? false,
        asOfMs: answer.asOfMs,
      }
      stack.push({ fromS, untilS: completeFromS })
      continue
    }
    if (order === 'newest_first') {
      const splitS = chooseSplitSecond(window, answer?.rows ?? [])
      stack.push({ fromS, untilS: splitS }, { fromS: splitS, untilS })
    } else {
      const isInside = hintS > fromS && hintS < untilS
      const splitS = isInside ? hintS : Math.floor((fromS + untilS) / 2)
      stack.push({ fromS: splitS, untilS }, { fromS, untilS: splitS })
    }
  }
}

/** Reads a window. Returns null if the response was too large and the window can be split. */
async function readUnlessTooLarge<Row extends TradeRow>(
  read: (window: Window) => Promise<Answer<Row>>,
  window: Window,
  canSplit: boolean,
): Promise<Answer<Row> | null> {
  try {
    return await read(window)
  } catch (error) {
    if (canSplit && error instanceof UpstreamError && error.kind === 'too_large') return null
    throw error
  }
}

/**
 * Returns the second at which a window with too many rows is split. The rows that were returned help to
 * choose it.
 */
function chooseSplitSecond({ fromS, untilS }: Window, rows: readonly TradeRow[]): number {
  const seconds = rows.flatMap(({ timeMs }) => (timeMs === null ? [] : timeMs / 1000))
  const oldestS = seconds.reduce((min, second) => Math.min(min, second), untilS - 1)
  const isOneSecond = seconds.length > 0 && seconds.every((second) => second === oldestS)
  // If all rows are of one second, that second is split off and read alone.
  if (isOneSecond) return oldestS > fromS ? oldestS : oldestS + 1
  return Math.floor((Math.max(fromS, seconds.length > 0 ? oldestS : fromS) + untilS) / 2)
}
