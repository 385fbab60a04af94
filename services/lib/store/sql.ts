// Minimal SQL text functions: quote identifiers, split text into statements, find the data of an INSERT.
// They recognize only strings, quoted identifiers and comments, and do not parse SQL. Used by
// migrate.ts, and by the chDB child, which rejects several statements in one request as a server does.

/**
 * Returns the index after the string, quoted name or comment that starts at `at`, or `at` if none starts
 * there.
 */
function skipQuotedText(sql: string, at: number): number {
  const char = sql[at]
  if (char === "'" || char === '"' || char === '`') {
    for (let i = at + 1; i < sql.length; i++) {
      if (sql[i] === '\\') i++
      else if (sql[i] === char) return i + 1 // a doubled quote is read as two adjacent strings
    }
    return sql.length
  }
  if (char === '#' && (sql[at + 1] === ' ' || sql[at + 1] === '!')) return endOfLine(sql, at)
  if (char === '-' && sql[at + 1] === '-') return endOfLine(sql, at)
  if (char === '/' && sql[at + 1] === '*') return endOfBlockComment(sql, at)
  if (char === '$') return endOfHeredoc(sql, at)
  return at
}

function endOfLine(sql: string, at: number): number {
  const end = sql.indexOf('\n', at)
  return end < 0 ? sql.length : end + 1
}

/**
 * Returns the index after the block comment. The depth is counted, because block comments of ClickHouse can
 * contain block comments.
 */
function endOfBlockComment(sql: string, at: number): number {
  let depth = 0
  for (let i = at; i < sql.length; i++) {
    if (sql.startsWith('/*', i)) {
      depth++
      i++
    } else if (sql.startsWith('*/', i)) {
      depth--
      i++
      if (depth === 0) return i + 1
    }
  }
  return sql.length
}

/** Returns the index after the heredoc `$tag$ anything $tag$`, or `at` if none starts there. */
function endOfHeredoc(sql: string, at: number): number {
  const open = /^\$\w*\$/.exec(sql.slice(at, at + 128))?.[0]
  if (open === undefined) return at
  const end = sql.indexOf(open, at + open.length)
  return end < 0 ? at : end + open.length
}

/**
 * Splits the text into statements without semicolons. Statements that contain only comments and white
 * space are left out.
 */
export function splitStatements(sql: string): readonly string[] {
  const statements: string[] = []
  let start = 0
  let hasContent = false
  let i = 0
  const endStatement = (): void => {
    if (hasContent) statements.push(sql.slice(start, i).trim())
    hasContent = false
    start = i + 1
  }
  while (i < sql.length) {
    const end = skipQuotedText(sql, i)
    if (end > i) {
      const comment = sql.startsWith('--', i) || sql.startsWith('/*', i) || sql[i] === '#'
      hasContent ||= !comment
      i = end
      continue
    }
    if (sql[i] === ';') endStatement()
    else hasContent ||= !/\s/.test(sql[i] ?? ' ')
    i++
  }
  endStatement()
  return statements
}

/**
 * Returns the first word of a statement in upper case, after comments and opening brackets, or '' if
 * there is none.
 */
export function firstWord(sql: string): string {
  let i = 0
  while (i < sql.length) {
    const char = sql[i] ?? ''
    if (/[\s(]/.test(char)) {
      i++
      continue
    }
    const end = /['"`$]/.test(char) ? i : skipQuotedText(sql, i)
    if (end === i) break
    i = end
  }
  return /^\w+/.exec(sql.slice(i, i + 64))?.[0].toUpperCase() ?? ''
}

/** The clauses of an INSERT that is followed by data in a named format. */
export interface DataInsert {
  /** `INSERT INTO table (columns)` */
  readonly target: string
  /** `SETTINGS ...`, or ''. */
  readonly settings: string
  readonly format: string
  /** Index in the text at which the data begin. */
  readonly dataOffset: number
}

/**
 * Parses an INSERT that is followed by data. Returns null when the text contains no data: INSERT ...
 * SELECT, or another statement.
 */
export function parseDataInsert(sql: string): DataInsert | null {
  if (firstWord(sql) !== 'INSERT') return null
  let depth = 0
  let settingsAt: number | null = null
  let i = 0
  while (i < sql.length) {
    const end = skipQuotedText(sql, i)
    if (end > i) {
      i = end
      continue
    }
    const char = sql[i] ?? ''
    if (char === '(') depth++
    if (char === ')') depth--
    const rest = /\w/.test(char) ? sql.slice(i, i + 256) : char
    const word = /^\w+/.exec(rest)?.[0] ?? char
    if (depth === 0) {
      const format = /^format\s+(\w+)/i.exec(rest)
      const values = /^values$/i.test(word)
      if (format !== null || values) {
        return {
          target: sql.slice(0, settingsAt ?? i).trimEnd(),
          settings: sql.slice(settingsAt ?? i, i).trimEnd(),
          format: format?.[1] ?? 'Values',
          dataOffset: i + (format?.[0] ?? word).length,
        }
      }
      if (/^settings\s+\w+\s*=/i.test(rest)) settingsAt ??= i
    }
    i += word.length
  }
  return null
}

/** Quotes an identifier, for places in SQL where parameters are not allowed. */
export function quoteIdentifier(name: string): string {
  return `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``
}
