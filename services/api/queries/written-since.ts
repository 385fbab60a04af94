// The condition of the queries for the catalog, which read the rows that were written since a given time.

/**
 * SQL: a condition for the rows whose `key` (the sort key of the table, or its first column) is that of a row that was
 * written since `{since_ms:Int64}`, Unix milliseconds of the store's clock; 0: all rows. So the result can have rows that
 * were written earlier. The keys are read first, because the condition `written_at >= ...` alone makes the store read and
 * compare all rows of the table.
 */
export const hasKeyWrittenSince = (table: string, key: string): string => `
  ({since_ms:Int64} = 0 OR ${key} IN (
    SELECT ${key} FROM ${table} WHERE written_at >= fromUnixTimestamp64Milli({since_ms:Int64}, 'UTC')))`
