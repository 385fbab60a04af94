// Encoders of rows by table and columns. The types of the columns are read from the store before the first
// insert into a table. Used by clickhouse.ts.
import { createRowEncoder, type EncodeRows } from './native-format.ts'
import { quoteIdentifier } from './sql.ts'

export interface TableEncoders {
  /** Rejects with a StoreError if there is no such table or column. */
  of(table: string, columns: readonly string[]): Promise<EncodeRows>
}

type Query = (sql: string) => Promise<{ readonly name: string; readonly type: string }[]>

export function createTableEncoders(query: Query): TableEncoders {
  const encoders = new Map<string, EncodeRows>()
  return {
    async of(table, columns) {
      const key = JSON.stringify([table, columns])
      const known = encoders.get(key)
      if (known !== undefined) return known
      const rows = await query(`DESCRIBE TABLE ${quoteIdentifier(table)}`)
      const encode = createRowEncoder(columns, new Map(rows.map(({ name, type }) => [name, type])))
      encoders.set(key, encode)
      return encode
    },
  }
}
