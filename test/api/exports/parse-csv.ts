// A parser of CSV (RFC 4180), for tests.

/** The rows as objects by the names of the header line. */
export function parseCsv(text: string): readonly Record<string, string>[] {
  const lines: string[][] = []
  let fields: string[] = []
  // a field in quotes, or without them, and what ends it
  const field = /(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n)/gy
  for (let match = field.exec(text); match; match = field.exec(text)) {
    fields.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    if (match[3] === ',') continue
    lines.push(fields)
    fields = []
    if (field.lastIndex === text.length) break
  }
  const [names = [], ...rows] = lines
  return rows.map((row) => Object.fromEntries(names.map((name, i) => [name, row[i] ?? ''])))
}
