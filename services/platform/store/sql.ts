// SQL as text: names quoted, and text split into statements, without understanding more of it than
// where strings, quoted names and comments end. Used on migration files, and by the chDB child to
// refuse what a server refuses: several statements in one request.

/** Where the string, name or comment that starts at `at` ends (exclusive); `at` if none starts there. */
function skipQuoted(sql: string, at: number): number {
  const char = sql[at]
  if (char === "'" || char === '"' || char === '`') {
    for (let i = at + 1; i < sql.length; i++) {
      if (sql[i] === '\\') i++
      else if (sql[i] === char) return i + 1 // a doubled quote is read as two strings side by side
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

/** Block comments nest in ClickHouse. */
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

/** $tag$ anything $tag$ */
function endOfHeredoc(sql: string, at: number): number {
  const open = /^\$\w*\$/.exec(sql.slice(at, at + 128))?.[0]
  if (open === undefined) return at
  const end = sql.indexOf(open, at + open.length)
  return end < 0 ? at : end + open.length
}

/** The statements without the semicolons between them; what holds only comments and space is left out. */
export function splitStatements(sql: string): readonly string[] {
  const statements: string[] = []
  let start = 0
  let hasContent = false
  let i = 0
  const close = (): void => {
    if (hasContent) statements.push(sql.slice(start, i).trim())
    hasContent = false
    start = i + 1
  }
  while (i < sql.length) {
    const end = skipQuoted(sql, i)
    if (end > i) {
      const comment = sql.startsWith('--', i) || sql.startsWith('/*', i) || sql[i] === '#'
      hasContent ||= !comment
      i = end
      continue
    }
    if (sql[i] === ';') close()
    else hasContent ||= !/\s/.test(sql[i] ?? ' ')
    i++
  }
  close()
  return statements
}

/** The first word of a statement, in upper case, past comments and brackets; '' if there is none. */
export function firstWord(sql: string): string {
  let i = 0
  while (i < sql.length) {
    const char = sql[i] ?? ''
    if (/[\s(]/.test(char)) {
      i++
      continue
    }
    const end = /['"`$]/.test(char) ? i : skipQuoted(sql, i)
    if (end === i) break
    i = end
  }
  return /^\w+/.exec(sql.slice(i, i + 64))?.[0].toUpperCase() ?? ''
}

/** An INSERT that names the format of its data, cut into its clauses. */
export interface DataInsert {
  /** `INSERT INTO table (columns)` */
  readonly target: string
  /** `SETTINGS ...`, or ''. */
  readonly settings: string
  readonly format: string
  /** Where in the text the data begin. */
  readonly dataOffset: number
}

/** null when the text has no data to be read: INSERT ... SELECT, or no INSERT at all. */
export function parseDataInsert(sql: string): DataInsert | null {
  if (firstWord(sql) !== 'INSERT') return null
  let depth = 0
  let settingsAt: number | null = null
  let i = 0
  while (i < sql.length) {
    const end = skipQuoted(sql, i)
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

/** A name as SQL text has it, for the places where no parameter can be. */
export function quoteName(name: string): string {
  return `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``
}
