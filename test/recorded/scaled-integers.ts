// Decimals by scaled integers, for what the recordings' tests expect: apart from services/domain/money.ts,
// so that each checks the other. Answers are compared as the doubles that JSON.parse makes of them.

const digits = 40

/** Throws if it is no plain decimal. */
export function unitsOf(value: string | number): bigint {
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(String(value)) ?? []
  if (sign === undefined || fraction.length > digits) throw new Error(`not a decimal: ${value}`)
  const units = BigInt(whole + fraction.padEnd(digits, '0'))
  return sign === '-' ? -units : units
}

export function unitsIn(row: Readonly<Record<string, unknown>>, field: string): bigint {
  return unitsOf(row[field] as number)
}

export function sumOf(all: readonly bigint[]): bigint {
  return all.reduce((sum, units) => sum + units, 0n)
}

export function numberOf(units: bigint): number {
  const text = String(units < 0n ? -units : units).padStart(digits + 1, '0')
  const number = Number(`${text.slice(0, -digits)}.${text.slice(-digits)}`)
  return units < 0n ? -number : number
}

/** Half away from zero. */
export function rounded(units: bigint, fractionDigits: number): bigint {
  const step = 10n ** BigInt(digits - fractionDigits)
  const away = units < 0n ? -step / 2n : step / 2n
  return ((units + away) / step) * step
}

export function product(a: bigint, b: bigint): bigint {
  return (a * b) / one
}

export function quotient(a: bigint, b: bigint): bigint {
  return (a * one) / b
}

export const one = unitsOf(1)
