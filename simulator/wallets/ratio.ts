// Exact fractions for the expected positions. Rounding happens only when a decimal is written.

export interface Ratio {
  readonly n: bigint
  /** Positive. */
  readonly d: bigint
}

export const whole = (n: bigint): Ratio => ({ n, d: 1n })
export const zero = whole(0n)

export function plus(one: Ratio, other: Ratio): Ratio {
  if (one.n === 0n) return other
  if (one.d === other.d) return { n: one.n + other.n, d: one.d }
  return { n: one.n * other.d + other.n * one.d, d: one.d * other.d }
}

export const minus = (one: Ratio, other: Ratio): Ratio => plus(one, { n: -other.n, d: other.d })

/** `n / d` of a ratio, reduced, so that long sums stay small. */
export function part(of: Ratio, n: bigint, d: bigint): Ratio {
  if (n === 0n) return zero
  const common = greatestCommon(n, d)
  return { n: of.n * (n / common), d: of.d * (d / common) }
}

function greatestCommon(one: bigint, other: bigint): bigint {
  let [a, b] = [one, other]
  while (b !== 0n) [a, b] = [b, a % b]
  return a < 0n ? -a : a
}

/** As a decimal of at most `digits` (1 or more) digits after the point; halves away from zero. */
export function decimalOf({ n, d }: Ratio, digits: number): string {
  const sign = n < 0n ? '-' : ''
  const scaled = (n < 0n ? -n : n) * 10n ** BigInt(digits)
  const rounded = (2n * scaled + d) / (2n * d)
  if (rounded === 0n) return '0'
  const text = String(rounded).padStart(digits + 1, '0')
  const point = text.length - digits
  return `${sign}${text.slice(0, point)}.${text.slice(point)}`.replace(/\.?0+$/, '')
}

/** A decimal as an integer of 10^-places. */
export function unitsOf(decimal: string, places: number): bigint {
  const [units = '', rest = ''] = decimal.split('.')
  return BigInt(units + rest.padEnd(places, '0'))
}
