// What the benchmarks say about many measurements.

export function medianOf(values: readonly number[]): number {
  return percentileOf(values, 0.5)
}

/** The smallest value that the part `share` of all values does not exceed; NaN of none. */
export function percentileOf(values: readonly number[], share: number): number {
  const rank = Math.max(1, Math.ceil(share * values.length))
  return values.toSorted((a, b) => a - b)[rank - 1] ?? Number.NaN
}

/** A line of a table. Numbers as given by the caller: rounding is his. */
export function tableRow(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |\n`
}

export function tableHead(names: readonly string[]): string {
  return tableRow(names) + tableRow(names.map(() => '---'))
}
