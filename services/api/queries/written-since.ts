// The SQL of the queries with which the catalogs read a table in pages: all rows first, and then those that were written
// since.

/**
 * Returns a function that returns the SQL for `since_ms`, Unix milliseconds of the store's clock; 0: all rows. A page is
 * ordered by `key`, the sort key of the table, and has one row for each key: the newest one, or the newest one of those
 * that were written since. That row may be older than a row that was written earlier, for example after a crash of the
 * projector, so the catalogs must compare versions. With FINAL, the store would read and compare all rows of the table
 * (docs/decisions/078-refresh-by-keys.md). `where`: the condition for the rows after the last page.
 */
export function createPageSql(options: {
  readonly table: string
  readonly columns: string
  readonly key: string
  readonly where: string
}): (sinceMs: number) => string {
  const { table, columns, key, where } = options
  const allSql = `
SELECT ${columns} FROM ${table} FINAL
WHERE ${where}
ORDER BY ${key} LIMIT {limit:UInt32}`
  const writtenSql = `
SELECT ${columns} FROM ${table}
WHERE written_at >= fromUnixTimestamp64Milli({since_ms:Int64}, 'UTC') AND ${where}
ORDER BY ${key}, version DESC LIMIT 1 BY ${key} LIMIT {limit:UInt32} SETTINGS max_threads = 1`
  return (sinceMs) => (sinceMs === 0 ? allSql : writtenSql)
}
