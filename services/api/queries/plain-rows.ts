// Reads many rows for the catalog and for positions. It parses them with plain JSON.parse, which is
// fast but turns all numbers into doubles. The statement must therefore return decimals as strings,
// and only integers below 2^53.
import type { Params, Store } from '../../lib/store/port.ts'

export async function queryPlainRows<Row>(
  store: Store,
  sql: string,
  params: Params,
): Promise<readonly Row[]> {
  const bytes = await store.bytes(sql, params, 'JSONEachRow')
  // JSON escapes line breaks, so each one separates two rows
  return JSON.parse(`[${bytes.toString().trimEnd().replaceAll('\n', ',')}]`) as Row[]
}
