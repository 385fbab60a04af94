// Messages between the service (launch.ts) and the chDB child process (main.ts) over Node's IPC.

export interface ChildConfig {
  readonly dataDir: string
  /** Created if missing. */
  readonly database?: string
  readonly user: string
  readonly password: string
  /** Port on the loopback address; if absent, any free port. */
  readonly port?: number
  /** Maximum number of concurrent statements. */
  readonly sessions: number
  /** Default ClickHouse settings of every statement. */
  readonly settings: Readonly<Record<string, string | number>>
}

export type ParentMessage =
  /**
   * `open` is the first message. The config is not a command-line argument, because every user of the
   * machine can read those.
   */
  | { readonly type: 'open'; readonly config: ChildConfig }
  /** The child answers with a `pong`. */
  | { readonly type: 'ping' }
  | { readonly type: 'close' }

export type ChildMessage =
  | { readonly type: 'listening'; readonly port: number }
  | { readonly type: 'refused'; readonly reason: string }
  | { readonly type: 'pong' }
  /** Files of a table are damaged. `found`: the error message of chDB. */
  | { readonly type: 'damaged'; readonly found: string }
