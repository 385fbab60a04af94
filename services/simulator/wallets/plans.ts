// What wallets mean to do later, in the order in which it will be done.

export interface Plan {
  readonly second: number
  /** Order within the second: see deed.ts. */
  readonly rank: number
  readonly wallet: number
  readonly kind: 'split' | 'merge' | 'convert' | 'redeem' | 'close'
  /** The market's place in its event. */
  readonly leg: number
  /** What chance decides when the time has come. */
  readonly draw: number
}

export interface Plans {
  add(plan: Plan): void
  /** Takes the next one if its time is before this one, or at it. */
  next(second: number, rank: number): Plan | null
}

/** Of two at one time the one that was made first is next. */
export function createPlans(): Plans {
  const waiting: Plan[] = []
  return {
    add(plan) {
      let low = 0
      let high = waiting.length
      while (low < high) {
        const middle = (low + high) >>> 1
        // The next one stands last.
        if (isAfter(waiting[middle] as Plan, plan)) low = middle + 1
        else high = middle
      }
      waiting.splice(low, 0, plan)
    },
    next(second, rank) {
      const plan = waiting.at(-1)
      if (plan === undefined || isAfter(plan, { second, rank })) return null
      waiting.pop()
      return plan
    },
  }
}

function isAfter(one: Plan, other: Pick<Plan, 'second' | 'rank'>): boolean {
  return one.second > other.second || (one.second === other.second && one.rank > other.rank)
}
