// JSON encoding of rows for inserts, and exact parsing of JSON results. Used by clickhouse.ts.
import { setImmediate as yieldToEvents } from 'node:timers/promises'

const rowsPerChunk = 1_000

/**
 * A replacer for JSON.stringify, which rejects bigint values: it writes them as strings, from which
 * ClickHouse also reads integers.
 */
function bigintAsString(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}

/**
 * Encodes rows in the format JSONCompactEachRow. It yields chunks, so that encoding many rows does not
 * block the event loop.
 */
export async function* encodeRows(rows: readonly (readonly unknown[])[]): AsyncGenerator<Buffer> {
  for (let start = 0; start < rows.length; start += rowsPerChunk) {
    if (start > 0) await yieldToEvents()
    const lines = rows.slice(start, start + rowsPerChunk).map(encodeRow)
    yield Buffer.from(`${lines.join('\n')}\n`)
  }
}

function encodeRow(row: readonly unknown[]): string {
  return row.some((value) => typeof value === 'bigint')
    ? JSON.stringify(row, bigintAsString)
    : JSON.stringify(row)
}

/** Matches strings, and numbers of 16 digits or more, which a double may not hold exactly. */
const stringOrLongNumber = /"(?:[^"\\]|\\.)*"|-?\d[\d.]{15,}(?:[eE][+-]?\d+)?/g
const longNumber = /\d[\d.]{15}/

/**
 * Parses a JSON result with unquoted numbers. A number that a double cannot hold exactly becomes a
 * string.
 */
export function parseExact(json: string): unknown {
  if (!longNumber.test(json)) return JSON.parse(json)
  return JSON.parse(
    json.replace(stringOrLongNumber, (token) =>
      token.startsWith('"') || isExact(token) ? token : `"${token}"`,
    ),
  )
}

function isExact(token: string): boolean {
  // ClickHouse writes an exponent only in floats, with enough digits to restore the same float.
  if (/e/i.test(token)) return true
  return significantDigits(token) === significantDigits(Number(token).toExponential())
}

function significantDigits(number: string): string {
  const digits = number.replace(/e.*$/, '').replace(/[-.]/g, '')
  return digits.replace(/^0+/, '').replace(/0+$/, '')
}
