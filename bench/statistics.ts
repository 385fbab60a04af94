// Statistics of many measurements, and the format of tables.

export function medianOf(values: readonly number[]): number {
  return percentileOf(values, 0.5)
}

/** The smallest value that the fraction `share` of all values does not exceed; NaN without values. */
export function percentileOf(values: readonly number[], share: number): number {
  const rank = Math.max(1, Math.ceil(share * values.length))
  return values.toSorted((a, b) => a - b)[rank - 1] ?? Number.NaN
}

/** A line of a table. The caller rounds the numbers. */
export function tableRow(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |\n`
}

export function tableHead(names: readonly string[]): string {
  return tableRow(names) + tableRow(names.map(() => '---'))
}
