// Estimates how long a window may be so that the platform returns all of its rows at once.
import type { TradeRow, Window } from '../../platforms/source.ts'
import type { Answer } from './split-window.ts'

/** Part of the maximum number of rows that a window is planned for, because trading varies. */
const plannedPart = 0.7

export interface WindowLength {
  /** In seconds, at least 1; Infinity until an answer was incomplete. */
  readonly seconds: () => number
  readonly note: (window: Window, answer: Answer<TradeRow>) => void
}

/** `maxRows`: an answer with more rows may be incomplete. An incomplete answer has the newest rows. */
export function createWindowLength(maxRows: number): WindowLength {
  let seconds = Infinity

  function toReadS({ fromS, untilS }: Window, { rows, isComplete }: Answer<TradeRow>): number {
    if (isComplete) return untilS - fromS
    const oldestMs = rows.reduce(
      (oldest, { timeMs }) => Math.min(oldest, timeMs ?? oldest),
      Infinity,
    )
    return untilS - Math.max(fromS, Math.floor(oldestMs / 1000))
  }

  return {
    seconds: () => seconds,
    note(window, answer) {
      const lengthS = window.untilS - window.fromS
      // A window that is shorter than planned says little about longer ones.
      if (answer.isComplete && lengthS < seconds) return
      const perSecond = answer.rows.length / toReadS(window, answer)
      const planned = Math.floor((plannedPart * maxRows) / perSecond)
      if (perSecond > 0) seconds = Math.max(1, Math.min(planned, 2 * seconds))
      else if (answer.isComplete) seconds *= 2
    },
  }
}
