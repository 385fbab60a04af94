// The query engine of the chDB child: opens one data directory and runs statements. http.ts is the only user.
import { mkdirSync, rmSync } from 'node:fs'
import { open, rm, writeFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { drainPending, type Session } from 'chdb'
import { damageError, createEngineError, toEngineError } from './errors.ts'
import { describeDamage } from '../damage.ts'
import { createRunningStatements } from './running-statements.ts'
import { openSessions, quoteString, type Sessions } from './sessions.ts'
import { frozenFolder } from '../snapshot.ts'
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

/** A query whose result is written to a file in `format`; the SQL has no FORMAT clause. */
export type FileStatement = Omit<Statement, 'data'>

export interface Engine {
  readonly version: string
  /**
   * Resolves with the result in its format. Rejects with EngineError. When the signal aborts, the engine cancels the
   * statement.
   */
  run(statement: Statement): Promise<Uint8Array>
  /**
   * Like `run` for a query whose result may be too large for memory: returns a file, open for reading. The file has
   * no name any more, so it is deleted when the caller closes it.
   */
  runToFile(statement: FileStatement): Promise<FileHandle>
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

export function openEngine(options: EngineOptions): Engine {
  const { dataDir, database, tagPrefix, onDamaged } = options
  mkdirSync(dataDir, { recursive: true })
  const sessions = openSessions(dataDir, options.settings)
  const files = openStatementFiles(dataDir, sessions)
  const version = prepareDatabase(sessions.open(), database)
  const statements = createRunningStatements(sessions, options.sessions, tagPrefix)

  async function runAndReportDamage<T>(
    { signal }: Pick<Statement, 'signal'>,
    run: (tag: string) => Promise<T>,
  ): Promise<T> {
    try {
      return await statements.run(signal, run)
    } catch (error) {
      const failure = toEngineError(error, version)
      const found = describeDamage(failure.code, failure.message)
      if (found === null) throw failure
      onDamaged(found)
      throw damageError(found)
    }
  }

  return {
    version,
    async run(statement) {
      rejectUnsupportedStatement(statement)
      const { sql, data } = statement
      return runAndReportDamage(statement, (tag) =>
        data === null
          ? runOnSession(sessions, sql, tag, statement)
          : files.insert(data, tag, statement),
      )
    },
    async runToFile(statement) {
      rejectUnsupportedStatement({ ...statement, data: null })
      return runAndReportDamage(statement, (tag) => files.queryToFile(statement, tag))
    },
    async close() {
      await statements.waitUntilSettled()
      await drainPending()
      sessions.close()
      await drainPending()
    },
  }
}

async function runOnSession(
  sessions: Sessions,
  sql: string,
  tag: string,
  statement: FileStatement,
): Promise<Uint8Array> {
  const { session, preparation, release } = sessions.lease(statement, sql)
  let succeeded = false
  try {
    const { format } = statement
    const result = await session.queryAsync(`${preparation}${tag} ${sql}`, { format })
    succeeded = true
    return result.bytes()
  } finally {
    release(succeeded)
  }
}

/** Returns the functions that run statements whose data go to or come from chDB in temporary files. */
function openStatementFiles(dataDir: string, sessions: Sessions) {
  const insertsDir = join(dataDir, 'inserts')
  const resultsDir = join(dataDir, 'results')
  // Delete the temporary files of a child that was killed, and the snapshot of a backup that was killed. Opening the
  // sessions has locked the directory, so no other process uses these files.
  rmSync(join(dataDir, frozenFolder), { recursive: true, force: true })
  for (const directory of [insertsDir, resultsDir]) {
    rmSync(directory, { recursive: true, force: true })
    mkdirSync(directory)
  }
  const tagToFileName = (tag: string): string => tag.replace(/\W/g, '')
  return {
    /**
     * Runs an INSERT with data. chDB accepts the data only within the text of the statement, and there an
     * empty line ends the data: chDB would run the rest as SQL. So the data go through a file, which chDB
     * reads unchanged and with several threads.
     */
    async insert(data: InsertData, tag: string, statement: Statement): Promise<Uint8Array> {
      const file = join(insertsDir, tagToFileName(tag))
      try {
        await writeFile(file, data.bytes)
        const source = `FROM INFILE ${quoteString(file)} COMPRESSION 'none'`
        const sql = `${data.target} ${source} ${data.settings} FORMAT ${data.format}`
        return await runOnSession(sessions, sql, tag, statement)
      } finally {
        await rm(file, { force: true })
      }
    },
    /**
     * Runs a query with its result in a file: chDB returns a result only as a whole in memory, and its streams
     * repeat the beginning of the format in every chunk.
     */
    async queryToFile(statement: FileStatement, tag: string): Promise<FileHandle> {
      const path = join(resultsDir, tagToFileName(tag))
      try {
        const target = `INTO OUTFILE ${quoteString(path)} COMPRESSION 'none'`
        const sql = `${statement.sql}\n${target} FORMAT ${statement.format}`
        await runOnSession(sessions, sql, tag, statement)
        return await open(path)
      } finally {
        await rm(path, { force: true })
      }
    },
  }
}

/** Creates the database and returns the version of the engine. */
function prepareDatabase(session: Session, database: string | undefined): string {
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
function rejectUnsupportedStatement({ sql, data }: Statement): void {
  const text = data?.target ?? sql
  const count = splitStatements(text).length
  if (count === 0) throw createEngineError(62, 'SYNTAX_ERROR', 'Empty query.')
  if (count > 1) {
    throw createEngineError(62, 'SYNTAX_ERROR', 'Syntax error (Multi-statements are not allowed).')
  }
  // For this form chDB accepts the data, writes nothing and reports success.
  if (data !== null && /\binput\s*\(/i.test(text)) {
    throw createEngineError(
      48,
      'NOT_IMPLEMENTED',
      'INSERT ... SELECT FROM input() is not supported here.',
    )
  }
}
