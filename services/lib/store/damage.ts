// Recognizes errors of ClickHouse that mean damaged files of a table, as after a disk that was full during a
// merge: ClickHouse then sometimes keeps the merged part with empty files. Used by the chDB child, which
// reports the damage to its parent, and by failures.ts for a server.

/**
 * Error codes that ClickHouse returned when files of a part had been truncated, overwritten or
 * deleted in tests.
 */
const damageCodes: ReadonlySet<number> = new Set([
  32, // ATTEMPT_TO_READ_AFTER_EOF
  33, // CANNOT_READ_ALL_DATA
  40, // CHECKSUM_DOESNT_MATCH
  107, // FILE_DOESNT_EXIST
  246, // CORRUPTED_DATA
  271, // CANNOT_DECOMPRESS
  432, // UNKNOWN_CODEC
])

/**
 * Matches the folder of a table in an error message. The `damageCodes` have other causes, too, but then the message
 * has no such path.
 */
const tablePath = /\/store\/[0-9a-f]{3}\/[0-9a-f-]{36}\//

const maxLength = 400

/**
 * Returns code and message in one line if they mean that files of a table are damaged, otherwise null. Errors of a full
 * disk, of memory limits and timeouts have other codes.
 */
export function describeDamage(code: number, message: string): string | null {
  if (!damageCodes.has(code) || !tablePath.test(message)) return null
  const text = message.replace(/\s+/g, ' ').replace(/^Code: \d+\. DB::Exception: /, '')
  return `error ${code}: ${text.slice(0, maxLength)}`
}

/**
 * Query for the errors since the child opened the directory. It includes errors of merges, which no statement
 * returns.
 */
export const backgroundErrors = `SELECT code, value, last_error_message AS message FROM system.errors
  WHERE code IN (${[...damageCodes].join(', ')})`

export interface BackgroundError {
  readonly code: number
  /** How many times the error has occurred. */
  readonly value: number
  /** The message of the newest occurrence. */
  readonly message: string
}

/**
 * Returns a function that finds damage among the errors that are new since its last call. The first call finds
 * none.
 */
export function createDamageFinder(): (errors: readonly BackgroundError[]) => string | null {
  let known: ReadonlyMap<number, number> | null = null
  return (errors) => {
    const before = known
    known = new Map(errors.map(({ code, value }) => [code, value]))
    if (before === null) return null
    const damages = errors
      .filter(({ code, value }) => value > (before.get(code) ?? 0))
      .flatMap(({ code, message }) => describeDamage(code, message) ?? [])
    return damages[0] ?? null
  }
}
