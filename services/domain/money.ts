// Exact decimals: every price, size and volume of the unified model, from the platform's words to /v1.
// A decimal is a canonical string; arithmetic goes through scaled integers, so nothing is rounded but
// by those two that say so.

/** No exponent, no plus, no needless zeros: "0.53", "12", "-0.5". Equal numbers are equal strings. */
export type Decimal = string

/** Digits before and behind the point together; keeps an exponent from asking for gigabytes. */
const maxDigits = 64

const canonical = /^(?:0|-?[1-9]\d*|-?(?:0|[1-9]\d*)\.\d*[1-9])$/
const written = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/

/** Any way of writing a number, as a JSON number or in a string, or null if it is none. */
export function parseDecimal(value: unknown): Decimal | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = String(value)
  if (text.length <= maxDigits && canonical.test(text)) return text
  if (text.length > 2 * maxDigits) return null
  const parts = written.exec(text)
  if (parts === null) return null
  const [, sign, whole = '', fraction = '', exponent = '0'] = parts
  if (whole === '' && fraction === '') return null
  return place(sign === '-', whole + fraction, fraction.length - Number(exponent))
}

/** `digits` with the point `scale` places from the right; a negative scale appends zeros. */
function place(negative: boolean, digits: string, scale: number): Decimal | null {
  const significant = digits.replace(/^0+/, '')
  if (significant === '') return '0'
  if (Math.max(significant.length, scale, significant.length - scale) > maxDigits) return null
  const padded =
    scale > 0
      ? significant.padStart(scale + 1, '0')
      : significant.padEnd(significant.length - scale, '0')
  const point = padded.length - Math.max(scale, 0)
  const fraction = padded.slice(point).replace(/0+$/, '')
  return `${negative ? '-' : ''}${padded.slice(0, point)}${fraction === '' ? '' : `.${fraction}`}`
}

/** Number of digits behind the point. */
export function fractionDigitsOf(value: Decimal): number {
  const point = value.indexOf('.')
  return point < 0 ? 0 : value.length - point - 1
}

/** `value` × 10^fractionDigits. Throws a RangeError if that is not whole, rather than round. */
export function toScaled(value: Decimal, fractionDigits: number): bigint {
  const missing = fractionDigits - fractionDigitsOf(value)
  if (missing < 0) throw new RangeError(`${value} has more than ${fractionDigits} fraction digits`)
  return BigInt(value.replace('.', '')) * 10n ** BigInt(missing)
}

export function fromScaled(units: bigint, fractionDigits: number): Decimal {
  const negative = units < 0n
  const digits = String(negative ? -units : units).padStart(fractionDigits + 1, '0')
  const point = digits.length - fractionDigits
  const fraction = digits.slice(point).replace(/0+$/, '')
  const text = digits.slice(0, point) + (fraction === '' ? '' : `.${fraction}`)
  return negative ? `-${text}` : text
}

/** Negative, zero or positive, as Array.sort wants it. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const digits = Math.max(fractionDigitsOf(a), fractionDigitsOf(b))
  const difference = toScaled(a, digits) - toScaled(b, digits)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
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
  const digits = values.reduce((most, value) => Math.max(most, fractionDigitsOf(value)), 0)
  return fromScaled(
    values.reduce((sum, value) => sum + toScaled(value, digits), 0n),
    digits,
  )
}

/** Half away from zero, the way people round. `denominator` is not 0. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  const isNegative = numerator < 0n !== denominator < 0n
  const [n, d] = [absolute(numerator), absolute(denominator)]
  const quotient = (2n * n + d) / (2n * d)
  return isNegative ? -quotient : quotient
}

/** To at most so many digits behind the point, half away from zero. */
export function roundDecimal(value: Decimal, fractionDigits: number): Decimal {
  const surplus = fractionDigitsOf(value) - fractionDigits
  if (surplus <= 0) return value
  const units = toScaled(value, fractionDigits + surplus)
  return fromScaled(divideRounded(units, 10n ** BigInt(surplus)), fractionDigits)
}

function absolute(units: bigint): bigint {
  return units < 0n ? -units : units
}
