// The JSON Schemas of requests and responses of /v1 (schemas/api). The parameter parser, the JSON
// writer and /openapi.json all use them, so validation, responses and documentation agree.
import { apiSchemas } from '../../schemas/generated/api-schemas.ts'
import { platformNames } from '../platforms/identity.ts'

/** The keywords of JSON Schema 2020-12 that the files in schemas/api use. */
export interface JsonSchema {
  readonly $schema?: string
  readonly $id?: string
  readonly $ref?: string
  readonly title?: string
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly string[]
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly format?: string
  readonly items?: JsonSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly allOf?: readonly JsonSchema[]
  readonly anyOf?: readonly JsonSchema[]
  readonly pattern?: string
  readonly examples?: readonly unknown[]
  /** Only for a parameter: surrounding white space is removed. */
  readonly 'x-trim'?: boolean
  /**
   * Only for a parameter: it is a time in Unix seconds, and a value above `maximum` is rejected as a time in
   * milliseconds.
   */
  readonly 'x-unix-seconds'?: boolean
  /** Only for a field of a body: the Unicode normalization form that is applied before validation. */
  readonly 'x-normal-form'?: string
}

type SchemaName = keyof typeof apiSchemas
export type QueryName = Extract<SchemaName, `query-${string}`>
const bodyNames = [
  'credentials',
  'new-key',
  'prices-request',
  'new-webhook',
  'webhook-replay',
] as const satisfies readonly SchemaName[]
export type BodyName = (typeof bodyNames)[number]
export type ResponseName = Exclude<SchemaName, QueryName | BodyName>

const schemas: Readonly<Record<SchemaName, JsonSchema>> = {
  ...apiSchemas,
  platform: { ...apiSchemas.platform, enum: platformNames },
}

/** Schemas of query parameters. */
export const querySchemas = pickSchemas((name): name is QueryName => name.startsWith('query-'))

/** Schemas of request bodies. */
export const bodySchemas = pickSchemas((name): name is BodyName =>
  bodyNames.some((body) => body === name),
)

/** Schemas of responses. */
export const responseSchemas = pickSchemas(
  (name): name is ResponseName => !(name in querySchemas || name in bodySchemas),
)

function pickSchemas<N extends SchemaName>(
  isPicked: (name: SchemaName) => name is N,
): Readonly<Record<N, JsonSchema>> {
  const names = (Object.keys(schemas) as SchemaName[]).filter(isPicked)
  return Object.fromEntries(names.map((name) => [name, schemas[name]])) as Record<N, JsonSchema>
}

const byId = new Map<string, JsonSchema>(
  [...Object.values(responseSchemas), ...Object.values(querySchemas)].map((s: JsonSchema) => [
    s.$id ?? '',
    s,
  ]),
)

/** Returns the schema that `$ref` names, with the keywords next to `$ref`, which take precedence. */
export function resolveSchema(schema: JsonSchema): JsonSchema {
  if (schema.$ref === undefined) return schema
  const target = byId.get(schema.$ref)
  if (!target) throw new Error(`schemas/api has no ${schema.$ref}`)
  const { $ref: _ref, ...overrides } = schema
  const { $id: _id, $schema: _schema, ...rule } = resolveSchema(target)
  return { ...rule, ...overrides }
}

/** Returns the properties of an object schema; the properties of the schemas that it extends come first. */
export function propertiesOf(schema: JsonSchema): readonly (readonly [string, JsonSchema])[] {
  const inherited = (schema.allOf ?? []).flatMap((s) => propertiesOf(resolveSchema(s)))
  return [...inherited, ...Object.entries(schema.properties ?? {})]
}

/** Returns the required properties of an object schema, including those of the schemas that it extends. */
export function requiredPropertiesOf(schema: JsonSchema): readonly string[] {
  const inherited = (schema.allOf ?? []).flatMap((s) => requiredPropertiesOf(resolveSchema(s)))
  return [...inherited, ...(schema.required ?? [])]
}

/** Returns all parameters of a query schema, including those of the schemas that it extends. */
export function parametersOf(schema: JsonSchema): readonly (readonly [string, JsonSchema])[] {
  const own = Object.entries(schema.properties ?? {}).map(
    ([name, s]) => [name, resolveSchema(s)] as const,
  )
  const inherited = (schema.allOf ?? []).flatMap((s) => parametersOf(resolveSchema(s)))
  return [...own, ...inherited]
}

/** Returns the names of the required parameters that have no default. */
export function requiredParametersOf(schema: JsonSchema): readonly string[] {
  const defaults = new Set(
    parametersOf(schema).flatMap(([name, s]) => (s.default === undefined ? [] : [name])),
  )
  return requiredPropertiesOf(schema).filter((name) => !defaults.has(name))
}
