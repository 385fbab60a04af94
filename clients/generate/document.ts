// Reads from /openapi.json what the clients are generated from: the types, and the operations with their parameters.

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly required?: readonly string[]
  /** Of an object whose keys are data. */
  readonly additionalProperties?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly maximum?: number
}

export interface Field {
  readonly name: string
  readonly description: string
  readonly schema: Schema
  readonly isRequired: boolean
}

export interface Parameter extends Field {
  readonly place: 'path' | 'query' | 'body'
}

export interface Operation {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly parameters: readonly Parameter[]
  /** Null if the answer has no body; 'file' if it is not JSON. */
  readonly answer: Schema | 'file' | null
  readonly credential: 'key' | 'token' | 'none'
  /** Null if the answer is not a page that `cursor` continues. */
  readonly list: List | null
}

export interface List {
  /** The field of the page that has the rows; null if the page is an array. */
  readonly field: string | null
  readonly item: Schema
  readonly maxLimit: number
}

export interface Model {
  readonly schemas: Readonly<Record<string, Schema>>
  readonly operations: readonly Operation[]
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>
}
interface DocumentOperation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly parameters: readonly {
    readonly name: string
    readonly in: string
    readonly required: boolean
    readonly description: string
    readonly schema: Schema
  }[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

export function toModel(document: Document): Model {
  const { schemas } = document.components
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      toOperation(schemas, method.toUpperCase(), path, operation),
    ),
  )
  return { schemas, operations }
}

export function fieldsOf({ properties = {}, required = [] }: Schema): readonly Field[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    description: schema.description ?? '',
    schema,
    isRequired: required.includes(name),
  }))
}

/** The name of the component that a reference leads to; null if the schema is no reference. */
export function referredName({ $ref, allOf }: Schema): string | null {
  const reference = $ref ?? allOf?.[0]?.$ref
  return reference?.split('/').at(-1) ?? null
}

/** Whether null is among the values; of a component, too. */
export function isNullable(schema: Schema, schemas: Model['schemas']): boolean {
  const name = referredName(schema)
  if (name !== null) return isNullable(schemas[name] ?? {}, schemas)
  return typesOf(schema).includes('null') || (schema.anyOf ?? []).some((one) => one.type === 'null')
}

/** The type, or the only alternative, besides null. */
export function withoutNull(schema: Schema): Schema {
  if (schema.anyOf) return schema.anyOf.find((one) => one.type !== 'null') ?? {}
  const [type = ''] = typesOf(schema).filter((one) => one !== 'null')
  return type === '' ? schema : { ...schema, type }
}

function typesOf({ type = [] }: Schema): readonly string[] {
  return [type].flat()
}

function toOperation(
  schemas: Model['schemas'],
  method: string,
  path: string,
  operation: DocumentOperation,
): Operation {
  const { operationId: name, summary, description, security = [{ apiKey: [] }] } = operation
  const answer = toAnswer(name, operation)
  const parameters = toParameters(schemas, operation)
  const has = (scheme: string): boolean => security.some((one) => scheme in one)
  const isOpen = security.length === 0 || security.some((one) => Object.keys(one).length === 0)
  const credential = isOpen ? 'none' : has('apiKey') ? 'key' : 'token'
  const list = answer === null || answer === 'file' ? null : toList(schemas, parameters, answer)
  return { name, method, path, summary, description, parameters, answer, credential, list }
}

function toParameters(
  schemas: Model['schemas'],
  { parameters, requestBody }: DocumentOperation,
): readonly Parameter[] {
  const body = requestBody?.content?.['application/json']?.schema
  const bodyFields = body ? fieldsOf(schemas[referredName(body) ?? ''] ?? body) : []
  return [
    ...parameters.flatMap(({ name, in: place, required: isRequired, description, schema }) =>
      place === 'path' || place === 'query'
        ? [{ name, place, isRequired, description: withoutEncoding(description), schema } as const]
        : [],
    ),
    ...bodyFields.map((field) => ({ ...field, place: 'body' as const })),
  ]
}

/** The clients encode the parameters of the path. */
function withoutEncoding(description: string): string {
  return description.replace(', percent-encoded if necessary', '')
}

function toAnswer(name: string, { responses }: DocumentOperation): Schema | 'file' | null {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))
  if (!success) throw new Error(`${name} has no successful response`)
  const { content } = success[1]
  if (content === undefined) return null
  return content['application/json']?.schema ?? 'file'
}

function toList(
  schemas: Model['schemas'],
  parameters: readonly Parameter[],
  answer: Schema,
): List | null {
  const limit = parameters.find(({ name }) => name === 'limit')
  if (!limit || !parameters.some(({ name }) => name === 'cursor')) return null
  const page = schemas[referredName(answer) ?? ''] ?? answer
  const maxLimit = limit.schema.maximum ?? 100
  if (page.items) return { field: null, item: page.items, maxLimit }
  const arrays = fieldsOf(page).filter(({ schema, isRequired }) => schema.items && isRequired)
  const [rows] = arrays
  if (!rows?.schema.items || arrays.length > 1)
    throw new Error(
      `${referredName(answer)} is a page without rows, or with several required lists`,
    )
  return { field: rows.name, item: rows.schema.items, maxLimit }
}
