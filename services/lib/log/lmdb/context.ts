// What all modules of the LMDB log share. Created by ../lmdb.ts.
import type { CoordinatedMember } from '../coordinated-assignment.ts'
import type { LogLogger } from '../loop.ts'
import type { AppendSignals } from './append-signals.ts'
import type { LogCommitter } from './committer.ts'
import type { Groups } from './groups.ts'
import type { LogLayout } from './layout.ts'

export interface TaskMember extends CoordinatedMember {
  readonly group: string
  /** Called when the assignment may have changed. The member must then compute it again. */
  notify(): void
}

export interface LmdbContext {
  readonly layout: LogLayout
  readonly committer: LogCommitter
  /** The groups of subscriptions. */
  readonly groups: Groups
  /** The members of all groups of coordinated tasks in this process. */
  readonly taskMembers: Set<TaskMember>
  /** Rejects when another process has taken over the coordinated tasks of the group. */
  readonly checkOwnership: (group: string) => Promise<void>
  readonly appendSignals: AppendSignals
  readonly logger: LogLogger | null
}
