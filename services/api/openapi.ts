// /openapi.json: OpenAPI 3.1 put together from the routes and from the schemas that requests are
// checked with and answers are written by.
import {
  answerSchemas,
  parametersOf,
  querySchemas,
  requiredOf,
  type JsonSchema,
} from './schemas.ts'
import type { Route } from './route.ts'

type Json = Readonly<Record<string, unknown>>

const pathParameters: Readonly<Record<string, string>> = {
  market_id: 'Unified id of the market, percent-encoded where it needs to be.',
  slug: 'Slug of the event, percent-encoded where it needs to be.',
}

const headers: Readonly<Record<string, Json>> = {
  'X-Request-Id': {
    description: 'Names the request; the one that the request carried, if it was sane.',
    schema: { type: 'string' },
  },
  'X-Data-Complete-Until': {
    description: 'Unix milliseconds: every older trade of the market is known, but for the gaps.',
    schema: { type: 'integer' },
  },
  'X-Data-Gaps': {
    description:
      'What is missing in the time that the answer speaks of: `<from ms>-<until ms>;<reason>`, separated by commas, `more` at the end if there are more. Absent when nothing is.',
    schema: { type: 'string' },
  },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
}

export function createOpenApi(routes: readonly Route[], version: string): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'oddslog',
      version,
      description:
        'Prediction markets of two platforms in one model: markets, events, prices, trades, order books and candles. Prices are probabilities of the first outcome, numbers are exact decimals, ranges of time include their start and exclude their end.',
    },
    servers: [{ url: '/', description: 'This service.' }],
    security: [],
    tags: [
      { name: 'Markets', description: 'Questions that are traded.' },
      { name: 'Events', description: 'Markets that belong together.' },
    ],
    paths: Object.fromEntries(routes.map((route) => [route.path, { get: toOperation(route) }])),
    components: {
      schemas: Object.fromEntries(
        Object.values(answerSchemas).map((s: JsonSchema) => [s.title, toOpenApiSchema(s)]),
      ),
      headers,
    },
  }
}

function toOperation({ path, document }: Route): Json {
  const { operationId, tag, summary, description, query, answer, notFound } = document
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    parameters: [
      ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => toPathParameter(name)),
      ...(query ? toQueryParameters(querySchemas[query]) : []),
    ],
    responses: {
      200: {
        description: 'Successful Response',
        headers: headersOf(document.tellsCompleteness),
        content: toContent(answerSchemas[answer]),
      },
      304: { description: 'The client has it already: If-None-Match named its ETag.' },
      ...(notFound.length > 0
        ? { 404: toError(`Not found: ${notFound.map((t) => `\`${t}\``).join(', ')}.`) }
        : {}),
      ...(query
        ? { 422: toError('Parameters are not what they should be; every fault is told.') }
        : {}),
      500: toError('Something failed on our side.'),
      503: toError('The data cannot be reached at the moment.', {
        'Retry-After': { $ref: '#/components/headers/Retry-After' },
      }),
    },
  }
}

function toPathParameter(name: string): Json {
  return {
    name,
    in: 'path',
    required: true,
    description: pathParameters[name],
    schema: { type: 'string' },
  }
}

function toQueryParameters(schema: JsonSchema): readonly Json[] {
  const required = requiredOf(schema)
  return parametersOf(schema).map(([name, parameter]) => {
    const { description, title: _title, examples: _examples, ...rule } = parameter
    return { name, in: 'query', required: required.includes(name), description, schema: rule }
  })
}

function headersOf(tellsCompleteness: boolean): Json {
  const names = tellsCompleteness
    ? ['X-Request-Id', 'X-Data-Complete-Until', 'X-Data-Gaps']
    : ['X-Request-Id']
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

function toContent(schema: JsonSchema): Json {
  const examples = schema.examples ?? []
  return {
    'application/json': {
      schema: { $ref: componentOf(schema) },
      ...(examples.length > 0 ? { example: examples[0] } : {}),
    },
  }
}

function toError(description: string, extra: Json = {}): Json {
  const named = { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } }
  return {
    description,
    headers: { ...named, ...extra },
    content: toContent(answerSchemas.error),
  }
}

function componentOf(schema: JsonSchema): string {
  return `#/components/schemas/${schema.title ?? ''}`
}

const byFile = new Map<string | undefined, JsonSchema>(
  Object.values(answerSchemas).map((s: JsonSchema) => [s.$id, s]),
)

/** References to files become references to components. */
function toOpenApiSchema(schema: JsonSchema): Json {
  const rewrite = (value: unknown, key: string): unknown => {
    if (key === 'examples') return value
    if (key === '$ref') return componentOf(byFile.get(String(value)) ?? {})
    if (Array.isArray(value)) return value.map((item) => rewrite(item, ''))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => name !== '$id' && name !== '$schema')
        .map(([name, inner]) => [name, rewrite(inner, name)]),
    )
  }
  return rewrite(schema, '') as Json
}
