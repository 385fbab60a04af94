// Converts Avro schemas to rows of the field tables in docs/subscribing.md: path, type in words and
// documentation of each field.

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

export interface FieldTableRow {
  /** For example `trade.id` or `bids[].price`. */
  readonly path: string
  readonly type: string
  readonly doc: string
}

/** Returns the records that are nested in a schema, by name, but not the schema itself. */
export function findNestedRecords(schema: AvroNamed): ReadonlyMap<string, AvroNamed> {
  const found = new Map<string, AvroNamed>()
  const addNested = (type: AvroType): void => {
    if (typeof type === 'string') return
    if (isUnion(type)) return type.forEach(addNested)
    if (type.type === 'record' && type !== schema) found.set(type.name ?? '', type)
    type.fields?.forEach((field) => addNested(field.type))
    if (type.items !== undefined) addNested(type.items)
  }
  addNested(schema)
  return found
}

/**
 * Returns one row for each field, followed by the rows of nested records, but not the rows of the records in
 * `recordsDocumentedElsewhere`.
 */
export function toFieldTableRows(
  schema: AvroNamed,
  recordsDocumentedElsewhere: ReadonlySet<string>,
): readonly FieldTableRow[] {
  const records = findNestedRecords(schema)
  const rows: FieldTableRow[] = []
  const add = (record: AvroNamed, path: string): void => {
    for (const { name, type, doc = '' } of record.fields ?? []) {
      rows.push({ path: path + name, type: typeToText(type), doc: docWithEnumSymbols(doc, type) })
      const inner = records.get(elementTypeName(type))
      const isList = typeToText(type).startsWith('list')
      if (inner && !recordsDocumentedElsewhere.has(inner.name ?? ''))
        add(inner, `${path}${name}${isList ? '[]' : ''}.`)
    }
  }
  add(schema, '')
  return rows
}

export function isUnion(type: AvroType): type is readonly AvroType[] {
  return Array.isArray(type)
}

/** The first branch of a nullable union that is not null; other types unchanged. */
function nonNullBranch(type: AvroType): AvroType {
  return isUnion(type) ? (type.find((branch) => branch !== 'null') ?? 'null') : type
}

/** Returns the name of a type. For a nullable union or a list, this is the name of the type inside it, at any depth. */
function elementTypeName(type: AvroType): string {
  const it = nonNullBranch(type)
  if (typeof it === 'string') return it
  if (isUnion(it)) return 'union'
  return it.items === undefined ? (it.name ?? it.type) : elementTypeName(it.items)
}

function typeToText(type: AvroType): string {
  if (isUnion(type)) return type.toReversed().map(typeToText).join(' or ')
  if (typeof type === 'string') return type
  if (type.type === 'array') return `list of ${typeToText(type.items ?? 'null')}`
  return type.name ?? type.type
}

/**
 * Returns the documentation of a field. For an enum, the symbols are appended, or the documentation of the enum if
 * it explains the symbols.
 */
function docWithEnumSymbols(doc: string, type: AvroType): string {
  const it = nonNullBranch(type)
  if (typeof it === 'string' || isUnion(it) || !it.symbols) return doc
  const symbols = it.symbols.map((symbol) => `\`${symbol}\``).join(' ')
  const explained = it.symbols.some((symbol) => it.doc?.includes(`${symbol}:`))
  return explained ? `${doc} ${it.doc ?? ''}` : `${doc} ${symbols}`
}
