// Reads many rows for the catalog and for positions. It parses them with plain JSON.parse, which is
// fast but turns all numbers into doubles. The statement must therefore return decimals as strings,
// and only integers below 2^53.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Params, Store } from '../../lib/store/port.ts'

/** How many bytes are parsed in one turn of the event loop. This takes about half a millisecond. */
const bytesPerTurn = 64 * 1024

export async function queryPlainRows<Row>(
  store: Store,
  sql: string,
  params: Params,
): Promise<readonly Row[]> {
  const bytes = await store.bytes(sql, params, 'JSONEachRow')
  const parts: (readonly Row[])[] = []
  for (let from = 0; from < bytes.length;) {
    if (from > 0) await nextTurn()
    // JSON escapes line breaks, so a line break always separates two rows
    const lineBreak = bytes.indexOf('\n', from + bytesPerTurn)
    const until = lineBreak < 0 ? bytes.length : lineBreak
    const rows = bytes.toString('utf8', from, until).trimEnd().replaceAll('\n', ',')
    parts.push(JSON.parse(`[${rows}]`) as Row[])
    from = until + 1
  }
  return parts.flat()
}
