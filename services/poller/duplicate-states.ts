// A task stores a state in its own copy after its checkpoint is durable. By then the view may already have read the
// checkpoint and created an equal state of its own. This module lets the view check again later and adopt the object of
// the task, so that the state does not stay in memory twice.

export interface DuplicateStates {
  /** `share` replaces the state in the view with the task's object if both are equal when `share` is called. */
  add(share: () => void): void
  /**
   * Calls the functions that were added at least `waitMs` ago. Does nothing if it has called functions within the last
   * `waitMs`.
   */
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
