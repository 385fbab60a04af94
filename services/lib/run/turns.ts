// Divides long computations, so that the event loop handles other events in between.
import { setImmediate } from 'node:timers/promises'

/** How long a computation may keep the event loop busy. */
const maxTurnMs = 4

export interface EventLoopTurn {
  /** Returns whether the computation has used up its time (`maxTurnMs`) in this turn of the event loop. */
  isTurnOver(): boolean
  /** Resolves in the next turn. */
  next(): Promise<void>
}

/**
 * Begins a turn. The computation calls `isTurnOver` between two of its parts, and awaits `next` if the turn is
 * over.
 */
export function beginEventLoopTurn(): EventLoopTurn {
  let startedMs = performance.now()
  return {
    isTurnOver: () => performance.now() - startedMs >= maxTurnMs,
    async next() {
      await setImmediate()
      startedMs = performance.now()
    },
  }
}

/** Runs a computation to its end. At a `yield`, other events are handled if the turn is over. */
export async function runWithYields<Result>(steps: Generator<void, Result>): Promise<Result> {
  const turn = beginEventLoopTurn()
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    if (turn.isTurnOver()) await turn.next()
  }
}

/** Like Array.map, divided into turns. Rejects with what `convert` throws. */
export async function mapWithYields<Item, Result>(
  items: readonly Item[],
  convert: (item: Item, index: number) => Result,
): Promise<readonly Result[]> {
  const turn = beginEventLoopTurn()
  const results: Result[] = []
  for (const [index, item] of items.entries()) {
    if (turn.isTurnOver()) await turn.next()
    results.push(convert(item, index))
  }
  return results
}
