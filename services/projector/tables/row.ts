// Used by all tables: the row type and the value ranges of columns. A record with a value out of range is
// refused before the insert, because ClickHouse rejects a whole insert if one row has such a value.

export type Row = readonly unknown[]

/** Reason why a record was refused; also a label of a metric. */
export type Refusal = 'time_out_of_range' | 'decimal_out_of_range' | 'index_out_of_range'

/**
 * Start of the year 2100; later times are out of range. Candles store times as 32-bit seconds (until 2106),
 * and versions of trades overflow in 2109.
 */
const endOfTimeMs = 4_102_444_800_000

export function isTime(timeMs: number): boolean {
  return Number.isInteger(timeMs) && timeMs >= 0 && timeMs < endOfTimeMs
}

const decimal = /^-?(\d+)(?:\.\d+)?$/

/** Whether a Decimal column with `wholeDigits` digits before the decimal point can store the number. */
export function isDecimal(text: string, wholeDigits: number): boolean {
  const whole = decimal.exec(text)?.[1]
  return whole !== undefined && whole.length <= wholeDigits
}

/**
 * Text for DateTime64(3): Unix seconds with three decimals, which is exact. Padded to ten digits, because
 * ClickHouse would parse a shorter number such as "2026" as the beginning of a date.
 */
export function toDateTime64(timeMs: number): string {
  const milliseconds = timeMs % 1000
  const seconds = String((timeMs - milliseconds) / 1000)
  return `${seconds.padStart(10, '0')}.${String(milliseconds).padStart(3, '0')}`
}
