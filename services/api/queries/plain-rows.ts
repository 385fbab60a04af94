// Rows by the thousand, for the catalog: parsed as they are, without a look for numbers that a double
// does not hold. The statement must have none: decimals as strings, integers below 2^53.
import type { Params, Store } from '../../platform/store/port.ts'

export async function queryPlainRows<Row>(
  store: Store,
  sql: string,
  params: Params,
): Promise<readonly Row[]> {
  const bytes = await store.bytes(sql, params, 'JSONEachRow')
  // a line break is never inside a value: JSON escapes it
  return JSON.parse(`[${bytes.toString().trimEnd().replaceAll('\n', ',')}]`) as Row[]
}
