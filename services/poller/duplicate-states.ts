// A task stores a state in its own copy after its checkpoint is durable. By then the view may already have read the
// checkpoint, and has an equal state of its own. This module lets the view look again later, so that such a state does
// not stay in memory twice.

export interface DuplicateStates {
  /** `share` replaces the view's state by the task's if they are equal by now. */
  add(share: () => void): void
  /** Calls the functions that were added at least `waitMs` ago, if the last call is as long ago. */
  shareAfterWait(nowMs: number): void
}

/** Longer than a task needs from the append of a checkpoint until it has stored the state. */
export const waitMs = 5_000

export function createDuplicateStates(): DuplicateStates {
  let waiting: (() => void)[] = []
  let added: (() => void)[] = []
  let calledMs = -Infinity

  return {
    add: (share) => void added.push(share),

    shareAfterWait(nowMs) {
      if (nowMs - calledMs < waitMs) return
      calledMs = nowMs
      for (const share of waiting) share()
      waiting = added
      added = []
    },
  }
}
