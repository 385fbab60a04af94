// Exact parsing of JSON results. Used by clickhouse.ts.

/** Matches strings, and numbers of 16 digits or more, which a double may not hold exactly. */
const stringOrLongNumber = /"(?:[^"\\]|\\.)*"|-?\d[\d.]{15,}(?:[eE][+-]?\d+)?/g
const longNumber = /\d[\d.]{15}/

/**
 * Parses a JSON result with unquoted numbers. A number that a double cannot hold exactly becomes a
 * string.
 */
export function parseExactJson(json: string): unknown {
  if (!longNumber.test(json)) return JSON.parse(json)
  return JSON.parse(
    json.replace(stringOrLongNumber, (token) =>
      token.startsWith('"') || isExactNumber(token) ? token : `"${token}"`,
    ),
  )
}

function isExactNumber(token: string): boolean {
  // ClickHouse writes an exponent only in floats, with enough digits to restore the same float.
  if (/e/i.test(token)) return true
  return significantDigits(token) === significantDigits(Number(token).toExponential())
}

function significantDigits(number: string): string {
  const digits = number.replace(/e.*$/, '').replace(/[-.]/g, '')
  return digits.replace(/^0+/, '').replace(/0+$/, '')
}
