// What the parent (supervisor.ts) and the chDB child (main.ts) say to each other over Node's IPC.

export interface ChildConfig {
  readonly dataDir: string
  readonly user: string
  readonly password: string
  /** On the loopback address; any free one if it is left out. */
  readonly port?: number
  /** Statements at once. */
  readonly sessions: number
  /** Of every statement that does not say otherwise. */
  readonly settings: Readonly<Record<string, string | number>>
}

export type ParentMessage =
  /** The first message; not an argument, since every user of the machine can read those. */
  { readonly type: 'open'; readonly config: ChildConfig } | { readonly type: 'close' }

export type ChildMessage =
  | { readonly type: 'listening'; readonly port: number }
  | { readonly type: 'refused'; readonly reason: string }
