// Reads a stretch of trades piece by piece, oldest first, each short enough to be had whole.
import type { TradeAnswer, TradeRow, Window } from '../platforms/source.ts'
import { UpstreamError } from '../upstream/upstream-error.ts'

export interface Piece<Row extends TradeRow = TradeRow> extends Window {
  readonly rows: readonly Row[]
  /** It holds more than the platform gives, and cannot be split: these rows are not all. */
  readonly isTruncated: boolean
}

/** `splitAtS`: where to split first, when a better place than the middle is known. */
export async function* readPieces(
  read: (window: Window) => Promise<TradeAnswer>,
  whole: Window,
  splitAtS: number | null,
): AsyncGenerator<Piece> {
  const stack = [whole]
  for (let window = stack.pop(); window; window = stack.pop()) {
    const { fromS, untilS } = window
    const canSplit = untilS - fromS > 1
    const answer = await readOrNull(read, window, canSplit)
    if (answer && (answer.isWhole || !canSplit || answer.isIndivisible === true)) {
      yield { fromS, untilS, rows: answer.rows, isTruncated: !answer.isWhole }
      continue
    }
    const isHintInside = splitAtS !== null && splitAtS > fromS && splitAtS < untilS
    const middle = isHintInside ? splitAtS : Math.floor((fromS + untilS) / 2)
    stack.push({ fromS: middle, untilS }, { fromS, untilS: middle })
  }
}

/** null: too much for one body, where a shorter window would give less. */
export async function readOrNull<Answer>(
  read: (window: Window) => Promise<Answer>,
  window: Window,
  canSplit: boolean,
): Promise<Answer | null> {
  try {
    return await read(window)
  } catch (error) {
    if (canSplit && error instanceof UpstreamError && error.kind === 'too_large') return null
    throw error
  }
}
