// Avro schemas as tables that people read: every field of a record by its path, with its type in words.

export type AvroType = string | readonly AvroType[] | AvroNamed
export interface AvroNamed {
  readonly type: string
  readonly name?: string
  readonly doc?: string
  readonly symbols?: readonly string[]
  readonly items?: AvroType
  readonly values?: AvroType
  readonly fields?: readonly AvroField[]
}
interface AvroField {
  readonly name: string
  readonly type: AvroType
  readonly doc?: string
}

export interface FieldRow {
  /** `trade.id`, `bids[].price`. */
  readonly path: string
  readonly type: string
  readonly doc: string
}

/** The records inside a schema, by name; not the schema itself. */
export function recordsIn(schema: AvroNamed): ReadonlyMap<string, AvroNamed> {
  const found = new Map<string, AvroNamed>()
  const visit = (type: AvroType): void => {
    if (typeof type === 'string') return
    if (isUnion(type)) return type.forEach(visit)
    if (type.type === 'record' && type !== schema) found.set(type.name ?? '', type)
    type.fields?.forEach((field) => visit(field.type))
    if (type.items !== undefined) visit(type.items)
  }
  visit(schema)
  return found
}

/** A row for each field, and below it those of the records in it, but for those explained elsewhere. */
export function toRows(schema: AvroNamed, elsewhere: ReadonlySet<string>): readonly FieldRow[] {
  const records = recordsIn(schema)
  const rows: FieldRow[] = []
  const add = (record: AvroNamed, path: string): void => {
    for (const { name, type, doc = '' } of record.fields ?? []) {
      rows.push({ path: path + name, type: inWords(type), doc: withSymbols(doc, type) })
      const inner = records.get(innermost(type))
      const isList = inWords(type).startsWith('list')
      if (inner && !elsewhere.has(inner.name ?? ''))
        add(inner, `${path}${name}${isList ? '[]' : ''}.`)
    }
  }
  add(schema, '')
  return rows
}

export function isUnion(type: AvroType): type is readonly AvroType[] {
  return Array.isArray(type)
}

/** The type itself, without the null beside it. */
function present(type: AvroType): AvroType {
  return isUnion(type) ? (type.find((branch) => branch !== 'null') ?? 'null') : type
}

/** What a union or a list is about, by name. */
function innermost(type: AvroType): string {
  const it = present(type)
  if (typeof it === 'string') return it
  if (isUnion(it)) return 'union'
  return it.items === undefined ? (it.name ?? it.type) : innermost(it.items)
}

function inWords(type: AvroType): string {
  if (isUnion(type)) return type.toReversed().map(inWords).join(' or ')
  if (typeof type === 'string') return type
  if (type.type === 'array') return `list of ${inWords(type.items ?? 'null')}`
  return type.name ?? type.type
}

/** An enum's explanation belongs to the field. */
function withSymbols(doc: string, type: AvroType): string {
  const it = present(type)
  if (typeof it === 'string' || isUnion(it) || !it.symbols) return doc
  const symbols = it.symbols.map((symbol) => `\`${symbol}\``).join(' ')
  const explained = it.symbols.some((symbol) => it.doc?.includes(`${symbol}:`))
  return explained ? `${doc} ${it.doc ?? ''}` : `${doc} ${symbols}`
}
