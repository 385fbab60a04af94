// Used by all tables: the row type, and times in the form of the columns.

export type Row = readonly unknown[]

/**
 * Text for DateTime64(3): Unix seconds with three decimals, which is exact. Padded to ten digits, because
 * ClickHouse would parse a shorter number such as "2026" as the beginning of a date.
 */
export function toDateTime64(timeMs: number): string {
  const milliseconds = timeMs % 1000
  const seconds = String((timeMs - milliseconds) / 1000)
  return `${seconds.padStart(10, '0')}.${String(milliseconds).padStart(3, '0')}`
}
