// What the tables have in common: a row as the store takes it, and what a column can hold. A record
// that a table cannot hold is refused by value, because one such row would fail its whole block.

export type Row = readonly unknown[]

/** Why a record was refused: a short word from a fixed list. */
export type Refusal = 'time_out_of_range' | 'decimal_out_of_range' | 'index_out_of_range'

/** Year 2100: candles keep a moment as 32-bit seconds, and trade versions end in 2109. */
const endOfTimeMs = 4_102_444_800_000

export function isTime(timeMs: number): boolean {
  return Number.isInteger(timeMs) && timeMs >= 0 && timeMs < endOfTimeMs
}

const decimal = /^-?(\d+)(?:\.\d+)?$/

/** Whether a Decimal column with that many digits before the point takes it. */
export function isDecimal(text: string, wholeDigits: number): boolean {
  const whole = decimal.exec(text)?.[1]
  return whole !== undefined && whole.length <= wholeDigits
}

/**
 * For DateTime64(3): seconds with three decimals, as text, which loses nothing. Ten digits, because
 * the engine takes "2026" and the like for the beginning of a date.
 */
export function toDateTime64(timeMs: number): string {
  const milliseconds = timeMs % 1000
  const seconds = String((timeMs - milliseconds) / 1000)
  return `${seconds.padStart(10, '0')}.${String(milliseconds).padStart(3, '0')}`
}
