// Formats durations, sizes and tables for people to read.

/** For example `0 s`, `0.3 s`, `45 s`, `5 min`, `3.2 h`, `14 days`. */
export function formatDuration(ms: number): string {
  const s = ms / 1000
  if (s === 0) return '0 s'
  if (s < 9.95) return `${s.toFixed(1)} s`
  if (s < 120) return `${Math.round(s)} s`
  if (s < 7_200) return `${Math.round(s / 60)} min`
  if (s < 172_800) return `${(s / 3_600).toFixed(1)} h`
  return `${Math.round(s / 86_400)} days`
}

const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const

/** For example `512 B`, `12.3 GB`. */
export function formatBytes(bytes: number): string {
  let value = Math.abs(bytes)
  let unit = 0
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  const digits = unit === 0 || value >= 99.95 ? 0 : 1
  return `${bytes < 0 ? '-' : ''}${value.toFixed(digits)} ${units[unit]}`
}

export const formatCount = (n: number): string => n.toLocaleString('en-US')

/** Requests a second. */
export const formatRate = (perSecond: number): string => perSecond.toFixed(1)

/** Aligns the first `leftColumns` columns to the left and the others to the right. Returns one line for each row. */
export function toColumns(
  rows: readonly (readonly string[])[],
  leftColumns: number,
): readonly string[] {
  const widths = (rows[0] ?? []).map((_cell, i) =>
    Math.max(...rows.map((row) => row[i]?.length ?? 0)),
  )
  return rows.map((row) =>
    row
      .map((cell, i) =>
        i < leftColumns ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  )
}
