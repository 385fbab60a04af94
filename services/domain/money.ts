// Exact decimals, for all prices, sizes and volumes from the platforms' responses to the responses of /v1. A
// decimal is a string in a canonical form. Arithmetic uses integers, scaled by a power of ten, so that only
// divideRounded and roundDecimal round.

/**
 * A decimal number in canonical form, without exponent, plus sign or unnecessary zeros: "0.53", "12", "-0.5".
 * Equal numbers are equal strings.
 */
export type Decimal = string

/**
 * Maximum number of digits before and after the point together. Without this limit a short input with a large
 * exponent, such as 1e9999, would become a very long string.
 */
const maxDigits = 64

const canonicalPattern = /^(?:0|-?[1-9]\d*|-?(?:0|[1-9]\d*)\.\d*[1-9])$/
const numberPattern = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/

/**
 * Parses a JSON number, or a number in a string, in any notation. Returns null if the value is not a number.
 */
export function parseDecimal(value: unknown): Decimal | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = String(value)
  if (text.length <= maxDigits && canonicalPattern.test(text)) return text
  if (text.length > 2 * maxDigits) return null
  const parts = numberPattern.exec(text)
  if (parts === null) return null
  const [, sign, whole = '', fraction = '', exponent = '0'] = parts
  if (whole === '' && fraction === '') return null
  return withDecimalPoint(sign === '-', whole + fraction, fraction.length - Number(exponent))
}

/**
 * Inserts the decimal point into `digits`, `scale` places from the right. A negative scale appends zeros.
 * Returns null if the result would have too many digits.
 */
function withDecimalPoint(isNegative: boolean, digits: string, scale: number): Decimal | null {
  const significant = digits.replace(/^0+/, '')
  if (significant === '') return '0'
  if (Math.max(significant.length, scale, significant.length - scale) > maxDigits) return null
  const padded =
    scale > 0
      ? significant.padStart(scale + 1, '0')
      : significant.padEnd(significant.length - scale, '0')
  const point = padded.length - Math.max(scale, 0)
  const fraction = padded.slice(point).replace(/0+$/, '')
  return `${isNegative ? '-' : ''}${padded.slice(0, point)}${fraction === '' ? '' : `.${fraction}`}`
}

export function isDecimal(value: unknown): value is Decimal {
  return typeof value === 'string' && parseDecimal(value) === value
}

/** Returns the number of digits after the decimal point. */
export function fractionDigitsOf(value: Decimal): number {
  const point = value.indexOf('.')
  return point < 0 ? 0 : value.length - point - 1
}

/**
 * Returns `value` × 10^fractionDigits. Throws a RangeError, instead of rounding, if this is not an integer.
 */
export function toScaled(value: Decimal, fractionDigits: number): bigint {
  const missing = fractionDigits - fractionDigitsOf(value)
  if (missing < 0) throw new RangeError(`${value} has more than ${fractionDigits} fraction digits`)
  return BigInt(value.replace('.', '')) * 10n ** BigInt(missing)
}

/** Returns `units` / 10^fractionDigits, the inverse of `toScaled`. */
export function fromScaled(units: bigint, fractionDigits: number): Decimal {
  const negative = units < 0n
  const digits = String(negative ? -units : units).padStart(fractionDigits + 1, '0')
  const point = digits.length - fractionDigits
  const fraction = digits.slice(point).replace(/0+$/, '')
  const text = digits.slice(0, point) + (fraction === '' ? '' : `.${fraction}`)
  return negative ? `-${text}` : text
}

/**
 * Returns a negative number, 0 or a positive number, like any comparison function for Array.sort. Compares texts: of two
 * canonical decimals with equally many digits before the point, the larger number is the larger text.
 */
export function compareDecimals(a: Decimal, b: Decimal): number {
  if (a === b) return 0
  const isNegative = a.startsWith('-')
  if (isNegative !== b.startsWith('-')) return isNegative ? -1 : 1
  const longer = lengthBeforePointOf(a) - lengthBeforePointOf(b)
  const isMagnitudeLarger = longer === 0 ? a > b : longer > 0
  return isMagnitudeLarger === isNegative ? -1 : 1
}

/** Returns the number of characters before the decimal point. */
export function lengthBeforePointOf(value: Decimal): number {
  const point = value.indexOf('.')
  return point < 0 ? value.length : point
}

export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const digits = Math.max(fractionDigitsOf(a), fractionDigitsOf(b))
  return fromScaled(toScaled(a, digits) + toScaled(b, digits), digits)
}

export function subtractDecimals(a: Decimal, b: Decimal): Decimal {
  const digits = Math.max(fractionDigitsOf(a), fractionDigitsOf(b))
  return fromScaled(toScaled(a, digits) - toScaled(b, digits), digits)
}

export function multiplyDecimals(a: Decimal, b: Decimal): Decimal {
  const [digitsA, digitsB] = [fractionDigitsOf(a), fractionDigitsOf(b)]
  return fromScaled(toScaled(a, digitsA) * toScaled(b, digitsB), digitsA + digitsB)
}

export function sumDecimals(values: readonly Decimal[]): Decimal {
  const digits = values.reduce(
    (mostDigits, value) => Math.max(mostDigits, fractionDigitsOf(value)),
    0,
  )
  return fromScaled(
    values.reduce((sum, value) => sum + toScaled(value, digits), 0n),
    digits,
  )
}

/** Divides two integers and rounds the result half away from zero. `denominator` must not be 0. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  const isNegative = numerator < 0n !== denominator < 0n
  const [n, d] = [absoluteValue(numerator), absoluteValue(denominator)]
  const quotient = (2n * n + d) / (2n * d)
  return isNegative ? -quotient : quotient
}

/** Rounds a decimal half away from zero to at most `fractionDigits` digits after the point. */
export function roundDecimal(value: Decimal, fractionDigits: number): Decimal {
  const surplus = fractionDigitsOf(value) - fractionDigits
  if (surplus <= 0) return value
  const units = toScaled(value, fractionDigits + surplus)
  return fromScaled(divideRounded(units, 10n ** BigInt(surplus)), fractionDigits)
}

/**
 * Cuts a number off after `fractionDigits` digits, as ClickHouse does when it reads a decimal with more digits than
 * its column has. `text` has no exponent.
 */
export function truncateDecimal(text: string, fractionDigits: number): Decimal {
  const point = text.indexOf('.')
  const isShort = point < 0 || text.length - point - 1 <= fractionDigits
  if (isShort && canonicalPattern.test(text)) return text
  return parseDecimal(point < 0 ? text : text.slice(0, point + 1 + fractionDigits)) ?? text
}

function absoluteValue(units: bigint): bigint {
  return units < 0n ? -units : units
}
