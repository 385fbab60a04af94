// Removes duplicates of checkpoint states from memory:
// 1. A poller task appends a checkpoint. When the checkpoint is durable, the task keeps the state in its memory.
// 2. The checkpoint view (checkpoint-view.ts) may read the checkpoint before that. It then creates an equal state.
// 3. Some seconds later, this module lets the view replace its state with the object of the task.

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
