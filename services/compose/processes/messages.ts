// Messages from a process of some roles (services/role-process.ts) to its parent (role-processes.ts), over
// Node's IPC.
import type { Addresses, BackfillProgress } from '../../compose.ts'

export type ChildMessage =
  | { readonly type: 'opened'; readonly addresses: Addresses }
  | { readonly type: 'backfill'; readonly progress: BackfillProgress }
  /** A part did not open, or has stopped permanently. The child exits. */
  | { readonly type: 'failed'; readonly reason: string }
