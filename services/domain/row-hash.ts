// SQL for content hashes of rows, which `ops verify` and the manifests of exports use.
//
// The hash of a row is SipHash-2-4, with a key of zeros, of the row as one line of TSV: the text of each column,
// separated by tabs, escaped, NULL as \N. The text is the same whatever the type of a column, the version of ClickHouse
// and the form of the service. The hash of several rows is the XOR of their hashes, so it depends neither on their
// order nor on the parts of the table, and hashes of parts can be combined. The hash detects errors, but does not
// protect against forgery.

/** Returns an expression for the hash of a row. */
export function rowHashSql(columns: readonly string[]): string {
  return `sipHash64(formatRowNoNewline('TSV', ${columns.join(', ')}))`
}

/** Returns an aggregate expression for the hash of several rows: 16 hexadecimal digits. */
export function rowsHashSql(rowHash: string): string {
  return `leftPad(lower(hex(groupBitXor(${rowHash}))), 16, '0')`
}

/**
 * Settings that a statement with these expressions must have, because an operator may have changed the defaults of the
 * server.
 */
export const rowHashSettings = `format_tsv_null_representation = '\\\\N', date_time_output_format = 'simple'`
