// Which calls the generated clients make: of each operation of /openapi.json, one with the required
// parameters, one with every parameter, and one for each documented error.

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

export interface Operation {
  readonly operationId: string
  readonly tags: readonly [string]
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly example: unknown } }
  }
  readonly responses: Readonly<Record<string, Response>>
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly schema: Schema
}

interface Response {
  readonly content?: {
    readonly 'application/json'?: {
      readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
    }
  }
}

export interface Schema {
  readonly $ref?: string
  readonly allOf?: readonly Schema[]
  readonly type?: string | readonly string[]
  readonly enum?: readonly string[]
  readonly default?: unknown
  readonly minimum?: number
  readonly format?: string
}

type Values = Readonly<Record<string, unknown>>

export interface Call {
  readonly name: string
  readonly operationId: string
  readonly tag: string
  /** In lower case. */
  readonly method: string
  readonly template: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly path: Values
  readonly query: Values
  readonly header: Values
  readonly body: unknown
}

export interface DocumentedOperation {
  readonly template: string
  readonly method: string
  readonly operation: Operation
}

export function operationsOf({ paths }: OpenApi): readonly DocumentedOperation[] {
  return Object.entries(paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ template, method, operation })),
  )
}

/** `samples`: values of parameters by name; null for a parameter that is left out. */
export function toCall(
  document: OpenApi,
  { template, method, operation }: DocumentedOperation,
  samples: Values,
  isFull: boolean,
): Omit<Call, 'name' | 'url' | 'headers'> {
  const valuesIn = (place: Parameter['in']): Values =>
    Object.fromEntries(
      operation.parameters
        .filter((parameter) => parameter.in === place && (isFull || parameter.required))
        .map(({ name, schema }): [string, unknown] => [
          name,
          name in samples ? samples[name] : sampleOf(document, schema),
        ])
        .filter(([, value]) => value !== null),
    )
  return {
    operationId: operation.operationId,
    tag: operation.tags[0],
    method,
    template,
    path: valuesIn('path'),
    query: valuesIn('query'),
    header: valuesIn('header'),
    body: operation.requestBody?.content['application/json'].example ?? null,
  }
}

export interface DocumentedError {
  readonly status: number
  readonly type: string
  /** Null for 304, which has no body. */
  readonly example: unknown
}

export function documentedErrorsOf({ responses }: Operation): readonly DocumentedError[] {
  return Object.entries(responses).flatMap(([status, { content }]) => {
    if (status === '304') return [{ status: 304, type: 'not_modified', example: null }]
    const examples = content?.['application/json']?.examples ?? {}
    return Object.entries(examples).map(([type, { value }]) => ({
      status: Number(status),
      type,
      example: value,
    }))
  })
}

function sampleOf(document: OpenApi, schema: Schema): unknown {
  if (schema.default !== undefined) return schema.default
  const reference = schema.$ref ?? schema.allOf?.[0]?.$ref
  if (reference !== undefined) {
    const name = reference.split('/').at(-1) ?? ''
    return sampleOf(document, document.components.schemas[name] ?? {})
  }
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'array') return ['x']
  if (schema.type === 'boolean') return true
  return schema.type === 'string' ? 'rain' : (schema.minimum ?? 1)
}
