// Converts the schemas of schemas/api to schemas of OpenAPI: references to files become references to
// components, numbers get a format, and bounds are added to the descriptions, where people see them.
import {
  bodySchemas,
  parametersOf,
  propertiesOf,
  requiredParametersOf,
  requiredPropertiesOf,
  responseSchemas,
  type JsonSchema,
} from './schemas.ts'

export type Json = Readonly<Record<string, unknown>>

const components: readonly JsonSchema[] = [
  ...Object.values(responseSchemas),
  ...Object.values(bodySchemas),
]
const componentTitles = new Set(components.map(({ title }) => title))
const byFile = new Map(components.map((schema) => [schema.$id, schema]))

export const componentSchemas: Json = Object.fromEntries(
  components.map((schema) => [schema.title, toOpenApiSchema(schema)]),
)

export function referenceTo(schema: JsonSchema): string {
  return `#/components/schemas/${schema.title ?? ''}`
}

/** Returns the parameters of a query, including the style in which the values of lists are written. */
export function toQueryParameters(schema: JsonSchema): readonly Json[] {
  const required = requiredParametersOf(schema)
  return parametersOf(schema).map(([name, parameter]) => {
    const rule = withLargestInteger(parameter)
    const { description, title, examples: _examples, ...ownRule } = rule
    const isList = rule.type === 'array'
    return {
      name,
      in: 'query',
      required: required.includes(name),
      description: [description, describeBounds(rule)].filter(Boolean).join(' '),
      ...(isList ? { style: 'form', explode: true } : {}),
      schema: componentTitles.has(title)
        ? toReference(rule)
        : { ...toOpenApiSchema({ ...ownRule, description: '' }), description: undefined },
    }
  })
}

function toReference(rule: JsonSchema): Json {
  const reference = { $ref: referenceTo(rule) }
  return rule.default === undefined ? reference : { allOf: [reference], default: rule.default }
}

/**
 * Adds a maximum to the schema of an integer that has none: Number.MAX_SAFE_INTEGER, because larger integers are
 * rejected.
 */
function withLargestInteger(rule: JsonSchema): JsonSchema {
  return rule.type === 'integer' ? { maximum: Number.MAX_SAFE_INTEGER, ...rule } : rule
}

/**
 * Converts a schema. If it extends other schemas, the result repeats their properties instead of using `allOf`, because
 * openapi-python-client leaves out properties next to an `allOf`.
 */
function toOpenApiSchema(schema: JsonSchema): Json {
  const { examples, properties: _own, allOf: _extended, items, anyOf, ...rest } = schema
  const properties = propertiesOf(schema)
  const required = requiredPropertiesOf(schema)
  const bounds = schema.description === undefined ? '' : describeBounds(schema)
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([keyword]) => !isInternalKeyword(keyword))),
    ...(schema.format !== undefined && isInternalFormat(schema.format)
      ? { format: undefined }
      : {}),
    ...(schema.$ref === undefined ? {} : { $ref: referenceTo(byFile.get(schema.$ref) ?? {}) }),
    ...formatOf(schema),
    ...(bounds === '' ? {} : { description: `${schema.description} ${bounds}`.trim() }),
    ...(items ? { items: toOpenApiSchema(items) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(toOpenApiSchema) } : {}),
    ...(required.length > 0 ? { required } : {}),
    ...(properties.length > 0
      ? {
          properties: Object.fromEntries(
            properties.map(([name, property]) => [name, toOpenApiSchema(property)]),
          ),
        }
      : {}),
    ...(examples ? { examples } : {}),
  }
}

/** Whether a keyword is only for this service, and left out of /openapi.json. */
function isInternalKeyword(keyword: string): boolean {
  return keyword === '$id' || keyword === '$schema' || keyword.startsWith('x-')
}

/** Whether the format is not in OpenAPI's registry of formats. */
function isInternalFormat(format: string): boolean {
  return format === 'unicode'
}

/**
 * Returns the format of a number. Without one, generated clients in Java, Go, C# and Rust read integers into 32
 * bits, which can hold neither milliseconds nor, from 2038 on, seconds.
 */
function formatOf(schema: JsonSchema): Json {
  const types = [schema.type].flat()
  if (types.includes('number')) return { format: 'double' }
  if (!types.includes('integer')) return {}
  const { minimum = -Infinity, maximum = Infinity } = schema
  return { format: minimum >= -(2 ** 31) && maximum < 2 ** 31 ? 'int32' : 'int64' }
}

/**
 * Describes the bounds and the default, for example `1 to 500, default 100.`; returns an empty text if the schema has
 * neither.
 */
function describeBounds(schema: JsonSchema): string {
  const parts = [
    describeRange(schema.minimum, schema.maximum, ''),
    describeRange(schema.minLength, schema.maxLength, ' characters'),
    describeRange(schema.minItems, schema.maxItems, ' values'),
    describeRange(undefined, schema.items?.maxLength, ' characters each'),
    isSimpleValue(schema.default) ? `default ${String(schema.default)}` : '',
  ].filter(Boolean)
  const text = parts.join(', ')
  return text && `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

function isSimpleValue(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value)
}

function describeRange(min: number | undefined, max: number | undefined, unit: string): string {
  if (min === undefined) return max === undefined ? '' : `at most ${max}${unit}`
  return max === undefined ? `at least ${min}${unit}` : `${min} to ${max}${unit}`
}
