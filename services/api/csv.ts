// Converts rows from JSON to CSV, in the style of the exports (exports/export-kind.ts): a header line, texts in
// double quotes, null as an empty field. Numbers keep the text that they have in JSON.

/** Matches a field of a flat JSON object: its name, and its value. */
const field = /"(\w+)":("(?:[^"\\]|\\.)*"|[^,{}[\]]+)/g

/** `rows`: the JSON of flat objects that all have the fields `names`. */
export function toCsv(names: readonly string[], rows: readonly string[]): string {
  const lines = rows.map((row) => {
    const values = new Map<string, string>()
    for (const [, name = '', value = ''] of row.matchAll(field)) values.set(name, toCsvField(value))
    return names.map((name) => values.get(name) ?? '').join(',')
  })
  return `${[names.map(quote).join(','), ...lines].join('\n')}\n`
}

function toCsvField(json: string): string {
  if (json === 'null') return ''
  return json.startsWith('"') ? quote(JSON.parse(json) as string) : json
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
