// Converts decimals to the integers by which ClickHouse stores them: 0.53 in a Decimal(38, 18) is
// 530000000000000000.
import { parseDecimal, toScaled, truncateDecimal } from './money.ts'

/** Integers with up to this many digits are exact in a double. */
const maxExactDigits = 15
/** Maximum number of results that a scaler caches. Most prices occur again and again. */
const maxCached = 10_000
const powers = Array.from({ length: maxExactDigits + 1 }, (_, n) => 10 ** n)

/**
 * Returns a function that multiplies a decimal by 10^scale and returns the integer part of the product. It
 * returns null if the value is not a decimal or has too many digits before the point. A bigint counts as
 * multiplied already.
 */
export function createDecimalScaler(
  precision: number,
  scale: number,
): (value: unknown) => number | bigint | null {
  const limit = 10n ** BigInt(precision)
  const cached = new Map<string, bigint>()

  function toBigint(text: string): bigint | null {
    const decimal = parseDecimal(text)
    if (decimal === null) return null
    const scaled = toScaled(truncateDecimal(decimal, scale), scale)
    return scaled < limit && -scaled < limit ? scaled : null
  }

  return (value) => {
    if (typeof value === 'bigint') return value < limit && -value < limit ? value : null
    if (typeof value !== 'string' && typeof value !== 'number') return null
    const text = String(value)
    const exact = toExactNumber(text, scale, precision)
    if (exact !== null) return exact
    const known = cached.get(text)
    if (known !== undefined) return known
    const scaled = toBigint(text)
    if (scaled === null) return null
    if (cached.size >= maxCached) cached.clear()
    cached.set(text, scaled)
    return scaled
  }
}

const zero = '0'.charCodeAt(0)
const point = '.'.charCodeAt(0)

/** Returns the scaled integer if the text has only digits and a point, and the result has at most 15 digits. */
function toExactNumber(text: string, scale: number, precision: number): number | null {
  if (scale >= maxExactDigits || text === '' || text.length > maxExactDigits + 1) return null
  let integer = 0
  let fractionDigits = -1
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    if (code === point && fractionDigits < 0 && i > 0) {
      fractionDigits = 0
      continue
    }
    const digit = code - zero
    if (digit < 0 || digit > 9) return null
    if (fractionDigits === scale) continue
    if (fractionDigits >= 0) fractionDigits += 1
    integer = integer * 10 + digit
  }
  const missing = scale - Math.max(fractionDigits, 0)
  if (integer >= (powers[maxExactDigits - missing] ?? 0)) return null
  const scaled = integer * (powers[missing] ?? NaN)
  return precision < maxExactDigits && scaled >= (powers[precision] ?? 0) ? null : scaled
}
