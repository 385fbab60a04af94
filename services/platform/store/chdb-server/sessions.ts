// Sessions of chDB, so that nothing of one request reaches another.
//
// A session keeps what a request leaves behind: output of a failed query, which is put before the next
// answer; settings; parameters; USE; temporary tables. So a session serves again only after a success
// that could leave no more than its settings and parameters, and only a request of the same shape: same
// database, same settings, parameters of the same names, which overwrite the old ones. Every other
// request gets a new session: 0.4 ms of processor time with USE and SET, nothing leaks (20,000 opened).
import { Session } from 'chdb'
import { firstWord, quoteName } from '../sql.ts'

export interface Shape {
  readonly database: string
  readonly settings: ReadonlyMap<string, string>
  readonly params: ReadonlyMap<string, string>
}

export interface Lease {
  readonly session: Session
  /** SQL to run before the statement, or ''. */
  readonly preparation: string
  /** The statement has succeeded, or it has not. */
  readonly release: (succeeded: boolean) => void
}

export interface Sessions {
  lease(shape: Shape, sql: string): Lease
  /** A new one, which nobody else gets. */
  open(): Session
  close(): void
}

/** Idle ones, of all shapes together. */
const keptSessions = 16

/** Statements of these kinds leave nothing in their session. */
const tracelessWords: ReadonlySet<string> = new Set(['SELECT', 'WITH', 'INSERT', 'SHOW', 'EXISTS'])

export function openSessions(
  dataDir: string,
  settings: Readonly<Record<string, string | number>>,
): Sessions {
  const connectionArgs = Object.entries(settings).map(([name, value]) => `--${name}=${value}`)
  const open = (): Session => new Session(dataDir, { connectionArgs })
  // The engine lives while one session does.
  const keeper = open()
  /** Longest unused first. */
  const idle: { readonly key: string; readonly session: Session }[] = []

  function take(key: string): Session | undefined {
    const at = idle.findLastIndex((entry) => entry.key === key)
    return at < 0 ? undefined : idle.splice(at, 1)[0]?.session
  }

  function keep(key: string, session: Session): void {
    idle.push({ key, session })
    if (idle.length > keptSessions) idle.shift()?.session.close()
  }

  return {
    lease(shape, sql) {
      const key = shapeKey(shape)
      const used = take(key)
      const session = used ?? open()
      const sets = setList(used === undefined ? shape.settings : noSettings, shape.params)
      const use = used === undefined ? `USE ${quoteName(shape.database)}; ` : ''
      const traceless = tracelessWords.has(firstWord(sql))
      return {
        session,
        preparation: sets === '' ? use : `${use}SET ${sets}; `,
        release(succeeded) {
          if (succeeded && traceless) keep(key, session)
          else session.close()
        },
      }
    },
    open,
    close() {
      for (const { session } of idle.splice(0)) session.close()
      keeper.close()
    },
  }
}

const noSettings: ReadonlyMap<string, string> = new Map()

function shapeKey({ database, settings, params }: Shape): string {
  // In the order given: a client that changes it opens a session more, no harm.
  return JSON.stringify([database, [...settings], [...params.keys()]])
}

function setList(
  settings: ReadonlyMap<string, string>,
  params: ReadonlyMap<string, string>,
): string {
  const sets: string[] = []
  for (const [name, value] of settings) sets.push(`${name}=${quoteString(value)}`)
  for (const [name, value] of params) sets.push(`param_${name}=${quoteString(value)}`)
  return sets.join(', ')
}

export function quoteString(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\0', '\\0')}'`
}
