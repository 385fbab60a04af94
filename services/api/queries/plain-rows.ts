// Reads many rows for the catalog and for positions. It parses them with plain JSON.parse, which is
// fast but turns all numbers into doubles. The statement must therefore return decimals as strings,
// and only integers below 2^53.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Params, Store } from '../../lib/store/port.ts'

/** How many bytes are one part. Parsing them takes a quarter of a millisecond. */
const bytesPerPart = 32 * 1024

/** The rows of a result, which are parsed when they are needed. */
export interface UnparsedRows<Row> {
  readonly count: number
  /** Returns undefined if there are no rows. */
  last(): Row | undefined
  /** Returns all rows in order, in parts of some dozen to some hundred rows. */
  parts(): Generator<readonly Row[]>
}

export async function queryUnparsedRows<Row>(
  store: Store,
  sql: string,
  params: Params,
): Promise<UnparsedRows<Row>> {
  const bytes = await store.bytes(sql, params, 'JSONEachRow')
  const parse = (from: number, until: number): readonly Row[] => {
    const rows = bytes.toString('utf8', from, until).trimEnd().replaceAll('\n', ',')
    return JSON.parse(`[${rows}]`) as Row[]
  }
  return {
    count: countLines(bytes),
    last: () => parse(bytes.lastIndexOf('\n', -2) + 1, bytes.length).at(-1),
    *parts() {
      for (let from = 0; from < bytes.length;) {
        // JSON escapes line breaks, so a line break always separates two rows
        const lineBreak = bytes.indexOf('\n', from + bytesPerPart)
        const until = lineBreak < 0 ? bytes.length : lineBreak
        yield parse(from, until)
        from = until + 1
      }
    },
  }
}

export async function queryPlainRows<Row>(
  store: Store,
  sql: string,
  params: Params,
): Promise<readonly Row[]> {
  return parseAllRows(await queryUnparsedRows<Row>(store, sql, params))
}

/** Parses the rows in several turns of the event loop. */
export async function parseAllRows<Row>(rows: UnparsedRows<Row>): Promise<readonly Row[]> {
  const parts: (readonly Row[])[] = []
  for (const part of rows.parts()) {
    if (parts.length > 0) await nextTurn()
    parts.push(part)
  }
  return parts.flat()
}

/** Each line ends with a line break. */
function countLines(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf('\n'); at >= 0; at = bytes.indexOf('\n', at + 1)) count += 1
  return count
}
