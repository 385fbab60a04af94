// The store: ClickHouse over HTTP, whichever engine answers (a server, or the chDB child on one
// machine). What the projector and the api see of it.

/** Values travel only as server-side parameters: `{name:Type}` in the SQL. */
export type Params = Readonly<Record<string, unknown>>

export interface Store {
  /** The rows as objects, decimals and integers as plain numbers where they fit, else strings. */
  query<Row>(sql: string, params?: Params): Promise<Row[]>
  /**
   * The answer as the engine wrote it, in `format`; for answers that only pass through. Numbers
   * are not quoted.
   */
  bytes(
    sql: string,
    params: Params,
    format: 'JSONEachRow' | 'JSONCompactEachRow' | 'JSONColumns',
  ): Promise<Buffer>
  /** One block, durable when it resolves. Sending the same rows again is the caller's to make harmless. */
  insert(
    table: string,
    columns: readonly string[],
    rows: readonly (readonly unknown[])[],
  ): Promise<void>
  /** A statement without an answer, durable when it resolves. */
  command(sql: string, params?: Params): Promise<void>
  close(): Promise<void>
}

/**
 * The store cannot be reached, or was lost in the middle; the same call may work later. An insert
 * or command that rejects so may or may not have happened.
 */
export class StoreUnavailable extends Error {
  readonly retriable = true
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'StoreUnavailable'
  }
}

/** The engine refused the statement: ours is wrong. `code` is ClickHouse's. */
export class StoreError extends Error {
  readonly retriable = false
  readonly code: string
  constructor(message: string, code: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'StoreError'
    this.code = code
  }
}
