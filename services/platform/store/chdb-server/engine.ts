// One chDB data directory, opened: runs statements, a few at once, and stops those that nobody waits
// for any more.
import { mkdirSync, rmSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { drainPending, type Session } from 'chdb'
import pLimit from 'p-limit'
import { engineError, toEngineError } from './errors.ts'
import { openSessions, quoteString } from './sessions.ts'
import { splitStatements } from '../sql.ts'

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
  /** '' when there are data. */
  readonly sql: string
  readonly data: InsertData | null
  readonly database: string
  /** Format of the answer where the text names none. */
  readonly format: string
  readonly settings: ReadonlyMap<string, string>
  readonly params: ReadonlyMap<string, string>
  readonly signal: AbortSignal
}

export interface Answer {
  readonly bytes: Uint8Array
  /** Of the answer, or inserted. */
  readonly rows: number
  readonly rowBytes: number
}

export interface Engine {
  readonly version: string
  /** Rejects with EngineError. When the signal aborts, the engine's work is stopped, too. */
  run(statement: Statement): Promise<Answer>
  close(): Promise<void>
}

export interface EngineOptions {
  readonly dataDir: string
  /** Statements at once; the others wait. */
  readonly sessions: number
  readonly settings: Readonly<Record<string, string | number>>
  /** Distinguishes this engine's statements in system.processes. */
  readonly tagPrefix: string
}

const killRetryMs = 50

export function openEngine(options: EngineOptions): Engine {
  mkdirSync(options.dataDir, { recursive: true })
  const sessions = openSessions(options.dataDir, options.settings)
  // What a killed child left; the directory is ours alone now.
  const insertsDir = join(options.dataDir, 'inserts')
  rmSync(insertsDir, { recursive: true, force: true })
  mkdirSync(insertsDir)
  const version = readVersion(sessions.open())
  const limit = pLimit(options.sessions)
  const running = new Set<Promise<unknown>>()
  let lastTag = 0

  /** KILL QUERY finds only what has started, so it is repeated until the statement has settled. */
  async function killUntilSettled(tag: string, isSettled: () => boolean): Promise<void> {
    const query = `KILL QUERY WHERE startsWith(query, '${tag}') FORMAT Null`
    while (!isSettled()) {
      const killer = sessions.open()
      // Whatever becomes of this attempt, there is another one.
      await killer.queryAsync(query).catch(() => undefined)
      killer.close()
      await sleep(killRetryMs)
    }
  }

  async function runOnSession(sql: string, tag: string, statement: Statement): Promise<Answer> {
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
   * chDB would take data in the text of the statement only, and there an empty line ends them: what
   * follows is run as SQL. From a file they are read as they are, and by several threads.
   */
  async function insert(data: InsertData, tag: string, statement: Statement): Promise<Answer> {
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

  async function runCancellable(statement: Statement): Promise<Answer> {
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
      checkStatement(statement)
      const answer = limit(() => runCancellable(statement))
      running.add(answer)
      try {
        return await answer
      } catch (error) {
        throw toEngineError(error, version)
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

function readVersion(session: Session): string {
  const version = session.query('SELECT version()', 'TSV').trim()
  session.close()
  return version
}

/** What chDB would do otherwise than a server, or silently wrong. */
function checkStatement({ sql, data }: Statement): void {
  const text = data?.target ?? sql
  const count = splitStatements(text).length
  if (count === 0) throw engineError(62, 'SYNTAX_ERROR', 'Empty query.')
  if (count > 1) {
    throw engineError(62, 'SYNTAX_ERROR', 'Syntax error (Multi-statements are not allowed).')
  }
  // chDB takes the data, writes nothing and reports success.
  if (data !== null && /\binput\s*\(/i.test(text)) {
    throw engineError(
      48,
      'NOT_IMPLEMENTED',
      'INSERT ... SELECT FROM input() is not supported here.',
    )
  }
}
