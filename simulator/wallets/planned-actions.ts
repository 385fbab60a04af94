// The actions that wallets will take later, ordered by time.

export interface PlannedAction {
  readonly second: number
  /** Order within the second: see wallet-action.ts. */
  readonly rank: number
  readonly wallet: number
  readonly kind: 'split' | 'merge' | 'convert' | 'redeem' | 'close'
  /** The market's index in its event. */
  readonly leg: number
  /** Seed of the choices that are made when the action runs. */
  readonly draw: number
}

export interface PlannedActions {
  add(action: PlannedAction): void
  /** Removes and returns the next action if it is due at or before this second and rank; else null. */
  next(second: number, rank: number): PlannedAction | null
}

/** Of two actions with the same time, the one that was added first comes first. */
export function createPlannedActions(): PlannedActions {
  const waiting: PlannedAction[] = []
  return {
    add(action) {
      let low = 0
      let high = waiting.length
      while (low < high) {
        const middle = (low + high) >>> 1
        // In descending order: the next action is the last element.
        if (isAfter(waiting[middle] as PlannedAction, action)) low = middle + 1
        else high = middle
      }
      waiting.splice(low, 0, action)
    },
    next(second, rank) {
      const action = waiting.at(-1)
      if (action === undefined || isAfter(action, { second, rank })) return null
      waiting.pop()
      return action
    },
  }
}

function isAfter(one: PlannedAction, other: Pick<PlannedAction, 'second' | 'rank'>): boolean {
  return one.second > other.second || (one.second === other.second && one.rank > other.rank)
}
