// Reads a stretch of what a wallet did piece by piece, newest first, one piece in memory at a time.
import type { ActivityAnswer, ActivityRow, Window } from '../platforms/source.ts'
import { readOrNull, type Piece } from './trade-pieces.ts'

export type WalletPiece = Piece<ActivityRow>

/**
 * No row is asked for twice where the platform gives the newest first: what it gave up to its cap is
 * a piece. Elsewhere windows are halved until one is had whole.
 */
export async function* readNewestFirst(
  read: (window: Window) => Promise<ActivityAnswer>,
  whole: Window,
): AsyncGenerator<WalletPiece> {
  const stack = [whole]
  for (let window = stack.pop(); window; window = stack.pop()) {
    const { fromS, untilS } = window
    const canSplit = untilS - fromS > 1
    const answer = await readOrNull(read, window, canSplit)
    if (answer && (answer.isWhole || !canSplit || answer.isIndivisible === true)) {
      yield { fromS, untilS, rows: answer.rows, isTruncated: !answer.isWhole }
      continue
    }
    const wholeFromS = answer?.wholeFromS ?? untilS
    if (answer && wholeFromS > fromS && wholeFromS < untilS) {
      const rows = answer.rows.filter(
        ({ timeMs }) => timeMs === null || timeMs >= wholeFromS * 1000,
      )
      yield { fromS: wholeFromS, untilS, rows, isTruncated: false }
      stack.push({ fromS, untilS: wholeFromS })
      continue
    }
    const middleS = toMiddleS(window, answer?.rows ?? [])
    stack.push({ fromS, untilS: middleS }, { fromS: middleS, untilS })
  }
}

/** Where to split a window that holds too much, with a part of its rows as a hint. */
function toMiddleS({ fromS, untilS }: Window, rows: readonly ActivityRow[]): number {
  const seconds = rows.flatMap(({ timeMs }) => (timeMs === null ? [] : timeMs / 1000))
  const oldestS = seconds.reduce((oldest, second) => Math.min(oldest, second), untilS - 1)
  const isOneSecond = seconds.length > 0 && seconds.every((second) => second === oldestS)
  // A crowded second is put aside by itself.
  if (isOneSecond) return oldestS > fromS ? oldestS : oldestS + 1
  return Math.floor((Math.max(fromS, seconds.length > 0 ? oldestS : fromS) + untilS) / 2)
}
