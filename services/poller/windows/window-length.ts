// Estimates how long a window may be so that the platform returns all of its rows at once.
import type { TradeRow, Window } from '../../platforms/source.ts'
import type { Answer } from './split-window.ts'

/** Windows are planned for this fraction of the maximum number of rows, because trading varies. */
const plannedPart = 0.7

export interface WindowLength {
  /** The estimated length in seconds, at least 1; Infinity until an answer was incomplete. */
  readonly seconds: () => number
  readonly note: (window: Window, answer: Answer<TradeRow>) => void
}

/**
 * `maxRows`: an answer with more rows may be incomplete; it then has the newest rows of the window.
 * `settleLagMs`: how late rows may appear.
 */
export function createWindowLength(maxRows: number, settleLagMs: number): WindowLength {
  let seconds = Infinity

  /**
   * Returns how many seconds the answer covers. An incomplete answer covers only the time of its
   * rows, because the window may reach into the future.
   */
  function coveredSecondsOf(
    { fromS, untilS }: Window,
    { rows, isComplete, asOfMs }: Answer<TradeRow>,
  ): number {
    if (isComplete) return Math.min(untilS, Math.floor((asOfMs - settleLagMs) / 1000)) - fromS
    const times = rows.flatMap(({ timeMs }) => (timeMs === null ? [] : Math.floor(timeMs / 1000)))
    const [oldestS, newestS] = times.reduce(
      ([oldest, newest], time) => [Math.min(oldest, time), Math.max(newest, time)],
      [Infinity, -Infinity],
    )
    return Math.min(untilS, newestS + 1) - Math.max(fromS, oldestS)
  }

  return {
    seconds: () => seconds,
    note(window, answer) {
      const readS = coveredSecondsOf(window, answer)
      // An answer for a window that is shorter than the estimated length says little about longer windows.
      if (answer.isComplete && readS < seconds) return
      const perSecond = answer.rows.length / readS
      const planned = Math.floor((plannedPart * maxRows) / perSecond)
      if (perSecond > 0) seconds = Math.max(1, Math.min(planned, 2 * seconds))
      else if (answer.isComplete) seconds *= 2
    },
  }
}
