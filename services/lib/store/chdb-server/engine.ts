// The query engine of the chDB child: opens one data directory, runs a limited number of statements
// concurrently, and cancels statements whose client has disconnected. http.ts is the only user.
import { mkdirSync, rmSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { drainPending, type Session } from 'chdb'
import pLimit from 'p-limit'
import { damageError, engineError, toEngineError } from './errors.ts'
import { describeDamage } from '../damage.ts'
import { openSessions, quoteString } from './sessions.ts'
import { quoteIdentifier, splitStatements } from '../sql.ts'

/** An INSERT of data. */
export interface InsertData {
  /** `INSERT INTO table (columns)` */
  readonly target: string
  /** `SETTINGS ...`, or ''. */
  readonly settings: string
  readonly format: string
  readonly bytes: Buffer
}

/** One statement to run. */
export interface Statement {
  /** '' when `data` is set. */
  readonly sql: string
  readonly data: InsertData | null
  readonly database: string
  /** Format of the result when the statement has no FORMAT clause. */
  readonly format: string
  readonly settings: ReadonlyMap<string, string>
  readonly params: ReadonlyMap<string, string>
  readonly signal: AbortSignal
}

export interface QueryResult {
  readonly bytes: Uint8Array
  /** Rows that chDB reports as read; for an INSERT, the rows inserted. */
  readonly rows: number
  readonly rowBytes: number
}

export interface Engine {
  readonly version: string
  /** Rejects with EngineError. When the signal aborts, the engine cancels the statement. */
  run(statement: Statement): Promise<QueryResult>
  close(): Promise<void>
}

export interface EngineOptions {
  readonly dataDir: string
  /** Created if missing. */
  readonly database?: string
  /** Maximum number of concurrent statements; further ones wait. */
  readonly sessions: number
  readonly settings: Readonly<Record<string, string | number>>
  /** Prefix of the tags by which this engine finds its own statements in system.processes. */
  readonly tagPrefix: string
  /** Called for each statement that fails because files of a table are damaged. */
  readonly onDamaged: (found: string) => void
}

const killRetryMs = 50

export function openEngine(options: EngineOptions): Engine {
  mkdirSync(options.dataDir, { recursive: true })
  const sessions = openSessions(options.dataDir, options.settings)
  // Delete the temporary files of a child that was killed. Opening the sessions has locked the directory,
  // so no other process uses these files.
  const insertsDir = join(options.dataDir, 'inserts')
  rmSync(insertsDir, { recursive: true, force: true })
  mkdirSync(insertsDir)
  const version = prepare(sessions.open(), options.database)
  const limit = pLimit(options.sessions)
  const running = new Set<Promise<unknown>>()
  let lastTag = 0

  /**
   * Cancels the statement with this tag. KILL QUERY finds only statements that have started, so it is
   * repeated until the statement has ended.
   */
  async function killUntilSettled(tag: string, isSettled: () => boolean): Promise<void> {
    const query = `KILL QUERY WHERE startsWith(query, '${tag}') FORMAT Null`
    while (!isSettled()) {
      const session = sessions.open()
      // If an attempt fails, the loop repeats it.
      await session.queryAsync(query).catch(() => undefined)
      session.close()
      await sleep(killRetryMs)
    }
  }

  async function runOnSession(
    sql: string,
    tag: string,
    statement: Statement,
  ): Promise<QueryResult> {
    const { session, preparation, release } = sessions.lease(statement, sql)
    let succeeded = false
    try {
      const { format } = statement
      const result = await session.queryAsync(`${preparation}${tag} ${sql}`, { format })
      succeeded = true
      return { bytes: result.bytes(), rows: result.rowsRead, rowBytes: result.bytesRead }
    } finally {
      release(succeeded)
    }
  }

  /**
   * Runs an INSERT with data. chDB accepts the data only within the text of the statement, and there an
   * empty line ends the data: chDB would run the rest as SQL. So the data go through a file, which chDB
   * reads unchanged and with several threads.
   */
  async function insert(data: InsertData, tag: string, statement: Statement): Promise<QueryResult> {
    const file = join(insertsDir, tag.replace(/\W/g, ''))
    try {
      await writeFile(file, data.bytes)
      const source = `FROM INFILE ${quoteString(file)} COMPRESSION 'none'`
      const sql = `${data.target} ${source} ${data.settings} FORMAT ${data.format}`
      return await runOnSession(sql, tag, statement)
    } finally {
      await rm(file, { force: true })
    }
  }

  async function runCancellable(statement: Statement): Promise<QueryResult> {
    const { signal } = statement
    signal.throwIfAborted()
    const tag = `/*${options.tagPrefix}-${++lastTag}*/`
    let settled = false
    const onAbort = (): void => void killUntilSettled(tag, () => settled)
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      const { sql, data } = statement
      return await (data === null
        ? runOnSession(sql, tag, statement)
        : insert(data, tag, statement))
    } finally {
      settled = true
      signal.removeEventListener('abort', onAbort)
    }
  }

  return {
    version,
    async run(statement) {
      rejectUnsupported(statement)
      const answer = limit(() => runCancellable(statement))
      running.add(answer)
      try {
        return await answer
      } catch (error) {
        const failure = toEngineError(error, version)
        const found = describeDamage(failure.code, failure.message)
        if (found === null) throw failure
        options.onDamaged(found)
        throw damageError(found)
      } finally {
        running.delete(answer)
      }
    },
    async close() {
      await Promise.allSettled(running)
      await drainPending()
      sessions.close()
      await drainPending()
    },
  }
}

/** Creates the database and returns the version of the engine. */
function prepare(session: Session, database: string | undefined): string {
  if (database !== undefined)
    // The engine is given because chDB's default database engine (Overlay) lacks features.
    session.query(`CREATE DATABASE IF NOT EXISTS ${quoteIdentifier(database)} ENGINE = Atomic`)
  const version = session.query('SELECT version()', 'TSV').trim()
  session.close()
  return version
}

/**
 * Throws for statements that chDB would run differently from a server, or with wrong results and no
 * error.
 */
function rejectUnsupported({ sql, data }: Statement): void {
  const text = data?.target ?? sql
  const count = splitStatements(text).length
  if (count === 0) throw engineError(62, 'SYNTAX_ERROR', 'Empty query.')
  if (count > 1) {
    throw engineError(62, 'SYNTAX_ERROR', 'Syntax error (Multi-statements are not allowed).')
  }
  // For this form chDB accepts the data, writes nothing and reports success.
  if (data !== null && /\binput\s*\(/i.test(text)) {
    throw engineError(
      48,
      'NOT_IMPLEMENTED',
      'INSERT ... SELECT FROM input() is not supported here.',
    )
  }
}
