// Divides long computations, so that the event loop handles other events in between.
import { setImmediate } from 'node:timers/promises'

/** How long a computation may keep the event loop busy. */
const maxTurnMs = 4

export interface Turn {
  /** Whether the computation has taken the time of this turn of the event loop. */
  isOver(): boolean
  /** Resolves in the next turn. */
  next(): Promise<void>
}

/** Begins a turn. The computation calls `isOver` between two of its parts, and then awaits `next`. */
export function beginTurn(): Turn {
  let startedMs = performance.now()
  return {
    isOver: () => performance.now() - startedMs >= maxTurnMs,
    async next() {
      await setImmediate()
      startedMs = performance.now()
    },
  }
}

/** Runs the steps of a computation to its end. */
export async function runInTurns<Result>(steps: Generator<void, Result>): Promise<Result> {
  const turn = beginTurn()
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    if (turn.isOver()) await turn.next()
  }
}

/** Like Array.map, divided into turns. Rejects with what `convert` throws. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  convert: (item: Item, index: number) => Result,
): Promise<readonly Result[]> {
  const turn = beginTurn()
  const results: Result[] = []
  for (const [index, item] of items.entries()) {
    if (turn.isOver()) await turn.next()
    results.push(convert(item, index))
  }
  return results
}
