// Messages between a process of some roles (services/role-process.ts) and its parent (role-processes.ts),
// over Node's IPC.
import type { UrlsAndDemoKey, BackfillProgress } from '../../compose.ts'
import type { CommitAnswer, CommitRequest } from '../../lib/log/lmdb/commit-channel.ts'

export type ChildMessage =
  | { readonly type: 'opened'; readonly addresses: UrlsAndDemoKey }
  /** The child has all markets in memory. */
  | { readonly type: 'loaded' }
  | { readonly type: 'backfill'; readonly progress: BackfillProgress }
  /** A part did not open, or has stopped permanently. The child exits. */
  | { readonly type: 'failed'; readonly reason: string }
  | CommitMessage

/** Asks the parent, which alone writes to the log, for a commit. */
export interface CommitMessage {
  readonly type: 'commit'
  readonly id: number
  readonly request: CommitRequest
}

/** The first message to a child. The child has loaded its modules while the parent opened the log and the store. */
export interface OpenMessage {
  readonly type: 'open'
  /** Environment variables that differ from those of the parent. */
  readonly variables: Readonly<Record<string, string>>
}

/** The messages to a child after the OpenMessage. */
export type ParentMessage = CommittedMessage | MarketsLoadedMessage

export interface CommittedMessage {
  readonly type: 'committed'
  readonly id: number
  readonly answer: CommitAnswer
}

/** Tells a child that the api has all markets in memory. Also sent to a child that is started again. */
export interface MarketsLoadedMessage {
  readonly type: 'marketsLoaded'
}
