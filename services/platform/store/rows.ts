// Rows on their way into the store and out of it, as JSON.
import { setImmediate as yieldToEvents } from 'node:timers/promises'

const rowsPerChunk = 1_000

/** JSON knows no bigint; ClickHouse reads integers of any size, quoted or not. */
function bigintAsString(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}

/** As JSONCompactEachRow, a chunk at a time, so that a large block does not hold up everything else. */
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

/** A string, or a number that a double may not hold exactly: 16 digits or more. */
const stringOrLongNumber = /"(?:[^"\\]|\\.)*"|-?\d[\d.]{15,}(?:[eE][+-]?\d+)?/g
const longNumber = /\d[\d.]{15}/

/**
 * Parses what the engine wrote as JSON with unquoted numbers. A number that a double does not hold
 * exactly becomes a string instead of another number.
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
  // Only floats are written with an exponent, in the digits that give the same float again.
  if (/e/i.test(token)) return true
  return significantDigits(token) === significantDigits(Number(token).toExponential())
}

function significantDigits(number: string): string {
  const digits = number.replace(/e.*$/, '').replace(/[-.]/g, '')
  return digits.replace(/^0+/, '').replace(/0+$/, '')
}
