// Port of the store: the interface through which projector and api use ClickHouse. clickhouse.ts
// implements it for a server and for the embedded chDB process.
import type { Readable } from 'node:stream'

/**
 * Values of the server-side parameters (`{name:Type}`) in the SQL. They are sent separately and are never
 * put into the text.
 */
export type Params = Readonly<Record<string, unknown>>

export interface ReadOptions {
  /** After this the call rejects with StoreUnavailable, and the store stops the statement. */
  readonly timeoutMs?: number
}

export interface Store {
  /** Returns the rows as objects. Integers and decimals that a double cannot hold exactly are strings. */
  query<Row>(sql: string, params?: Params, options?: ReadOptions): Promise<Row[]>
  /**
   * Returns the result as bytes in `format`, for results that are passed on as they are or parsed by the
   * caller. Numbers are not quoted.
   */
  bytes(
    sql: string,
    params: Params,
    format: 'JSONEachRow' | 'RowBinary',
    options?: ReadOptions,
  ): Promise<Buffer>
  /**
   * Returns the result as a stream of bytes in `format`, for results that are too large for memory. Resolves when
   * the statement has succeeded; until then the engine keeps the result on its disk. So the call rejects if the
   * statement fails, and a stream that ends has delivered the whole result. A stream whose connection is lost fails
   * with StoreUnavailable. When `signal` aborts, the call rejects or the stream fails, both with StoreUnavailable,
   * and the engine cancels the statement. A stream that is not read to its end must be destroyed.
   */
  stream(
    sql: string,
    params: Params,
    format: 'Parquet' | 'CSVWithNames',
    signal: AbortSignal,
  ): Promise<Readable>
  /**
   * Inserts the rows as one block; durable when it resolves. After a failure the caller may send the same
   * rows again, so the table must tolerate duplicates. An empty list does nothing.
   *
   * Integers are numbers, bigints or strings of digits; decimals are strings, numbers, or bigints that count the
   * smallest unit of the column (10^-18 for 18 digits). Digits of a string or number that the column cannot hold
   * are cut off. A DateTime64(3) is a number of Unix milliseconds, or Unix seconds in a string. Named tuples are
   * objects. Rejects with a StoreError, and inserts nothing, if a value does not belong to the type of its column.
   */
  insert(
    table: string,
    columns: readonly string[],
    rows: readonly (readonly unknown[])[],
  ): Promise<void>
  /** Runs a statement without a result; durable when it resolves. */
  command(sql: string, params?: Params): Promise<void>
  close(): Promise<void>
}

/** Returns the store with a timeout for each read that has no timeout of its own. */
export function withReadTimeout(store: Store, timeoutMs: number): Store {
  return {
    ...store,
    query: (sql, params, options) => store.query(sql, params, { timeoutMs, ...options }),
    bytes: (sql, params, format, options) =>
      store.bytes(sql, params, format, { timeoutMs, ...options }),
  }
}

/** Snapshots of an embedded store (snapshot.ts). There is one at a time. */
export interface StoreSnapshots {
  /**
   * Makes the snapshot, in place of an earlier one, and returns its directory: a complete data directory. Tables are
   * frozen one after the other, those in `firstTables` before all others.
   */
  take(firstTables: readonly string[]): Promise<string>
  release(): Promise<void>
}

/**
 * The store cannot be reached, or the connection was lost during the request; the same call may succeed
 * later. After this error an insert or command may or may not have been executed.
 */
export class StoreUnavailable extends Error {
  readonly retriable = true
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'StoreUnavailable'
  }
}

/** ClickHouse rejected the statement, which is a bug of the caller. `code`: the ClickHouse error code. */
export class StoreError extends Error {
  readonly retriable = false
  readonly code: string
  constructor(message: string, code: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'StoreError'
    this.code = code
  }
}
