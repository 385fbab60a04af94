// Decides which process may write to the log: the one whose first commit is the latest.
import type { LogLayout } from './layout.ts'

/**
 * The owner of the log is the process that last incremented the epoch of this name. Names of
 * writers and groups contain no space.
 */
const ownerName = 'owner of the log'

export interface LogOwnership {
  /**
   * To be called in each write transaction. The first call takes the log over. Later calls return
   * false once another process has taken the log over.
   */
  check(): boolean
  /** To be called when the transaction that called check() is committed: from then on this process owns the log. */
  confirmOwnership(): void
}

/** `onOwnershipTaken` is called once, after the first commit. */
export function createLogOwnership(layout: LogLayout, onOwnershipTaken: () => void): LogOwnership {
  let epoch: number | null = null
  /** The epoch that the running transaction has written. It is lost if the transaction fails. */
  let pending = 0
  return {
    check() {
      if (epoch !== null) return layout.epochOf(ownerName) === epoch
      pending = layout.incrementEpoch(ownerName)
      return true
    },
    confirmOwnership() {
      if (epoch !== null) return
      epoch = pending
      onOwnershipTaken()
    },
  }
}
