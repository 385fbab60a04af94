// /openapi.json: OpenAPI 3.1 put together from the routes and from the schemas that requests are
// checked with and answers are written by.
import {
  answerSchemas,
  bodySchemas,
  parametersOf,
  querySchemas,
  requiredOf,
  type JsonSchema,
} from './schemas.ts'
import type { AccountDocument, AccountRoute } from './account-route.ts'
import type { Route } from './route.ts'

type Json = Readonly<Record<string, unknown>>

const pathParameters: Readonly<Record<string, string>> = {
  market_id: 'Unified id of the market, percent-encoded where it needs to be.',
  address: 'Address of the wallet: 0x and 40 hex digits, in either case.',
  slug: 'Slug of the event, percent-encoded where it needs to be.',
  key_id: 'Of the key: its `id`, not the key itself.',
}

const headers: Readonly<Record<string, Json>> = {
  'X-Request-Id': {
    description: 'Names the request; the one that the request carried, if it was sane.',
    schema: { type: 'string' },
  },
  'X-Data-Complete-Until': {
    description:
      'Unix milliseconds: every older trade of the market, or activity of the wallet, is known, but for the gaps.',
    schema: { type: 'integer' },
  },
  'X-Data-Gaps': {
    description:
      'What is missing in the time that the answer speaks of: `<from ms>-<until ms>;<reason>`, separated by commas, `more` at the end if there are more. Absent when nothing is.',
    schema: { type: 'string' },
  },
  'RateLimit-Limit': {
    description: 'Requests that the window takes that is nearest to used up.',
    schema: { type: 'integer' },
  },
  'RateLimit-Remaining': {
    description: 'How many of them are left.',
    schema: { type: 'integer' },
  },
  'RateLimit-Reset': {
    description: 'Seconds until the window begins anew.',
    schema: { type: 'integer' },
  },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
}

/** On every answer, whatever its status. */
const everywhere = ['X-Request-Id', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

const securitySchemes: Readonly<Record<string, Json>> = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'For data. `POST /v1/auth/signup` gives you one.',
  },
  token: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'For your keys. `POST /v1/auth/login` gives you one.',
  },
}

export function createOpenApi(
  routes: readonly Route[],
  accountRoutes: readonly AccountRoute[],
  version: string,
): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'oddslog',
      version,
      description:
        'Prediction markets of two platforms in one model: markets, events, prices, trades, order books and candles. Data needs an API key in the header `X-API-Key`. Prices are probabilities of the first outcome, numbers are exact decimals, ranges of time include their start and exclude their end.',
    },
    servers: [{ url: '/', description: 'This service.' }],
    security: [{ apiKey: [] }],
    tags: [
      { name: 'Markets', description: 'Questions that are traded.' },
      { name: 'Events', description: 'Markets that belong together.' },
      { name: 'Matches', description: 'Questions that both platforms ask.' },
      {
        name: 'Wallets',
        description: 'What wallets of platform_a did and hold; platform_b has none.',
      },
      { name: 'Accounts', description: 'Signing up, logging in, and API keys.' },
    ],
    paths: toPaths(routes, accountRoutes),
    components: {
      schemas: Object.fromEntries(
        [...Object.values(answerSchemas), ...Object.values(bodySchemas)].map((s: JsonSchema) => [
          s.title,
          toOpenApiSchema(s),
        ]),
      ),
      headers,
      securitySchemes,
    },
  }
}

function toPaths(routes: readonly Route[], accountRoutes: readonly AccountRoute[]): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const route of routes) paths[route.path] = { get: toOperation(route) }
  for (const route of accountRoutes)
    paths[route.path] = {
      ...paths[route.path],
      [route.method.toLowerCase()]: toAccountOperation(route),
    }
  return paths
}

const security: Readonly<Record<AccountDocument['security'], readonly Json[]>> = {
  none: [],
  token: [{ token: [] }],
  'optional key': [{ apiKey: [] }, {}],
}

function toAccountOperation({ path, document }: AccountRoute): Json {
  const { operationId, summary, description, body, status, answer, faults } = document
  return {
    operationId,
    tags: ['Accounts'],
    summary,
    description,
    security: security[document.security],
    parameters: toPathParameters(path),
    ...(body ? { requestBody: { required: true, content: toContent(bodySchemas[body]) } } : {}),
    responses: {
      [status]: {
        description: 'Successful Response',
        headers: headersOf(everywhere),
        ...(answer ? { content: toContent(answerSchemas[answer]) } : {}),
      },
      ...(document.security === 'token'
        ? { 401: toError('No token, or one that is not valid: `missing_token`, `invalid_token`.') }
        : {}),
      ...Object.fromEntries(
        faults.map((fault) => [
          fault.status,
          toError(`Refused: ${fault.types.map((t) => `\`${t}\``).join(', ')}.`),
        ]),
      ),
      ...(body
        ? {
            413: toError('The body is too large.'),
            415: toError('The body is not sent as JSON.'),
            422: toError('The body is not what it should be; every fault is told.'),
          }
        : {}),
      429: toError('Too many requests.', ['Retry-After']),
      500: toError('Something failed on our side.'),
      503: toError('Accounts cannot be changed at the moment.', ['Retry-After']),
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
      ...toPathParameters(path),
      ...(query ? toQueryParameters(querySchemas[query]) : []),
    ],
    responses: {
      200: {
        description: 'Successful Response',
        headers: headersOf([
          ...everywhere,
          ...(document.tellsCompleteness ? ['X-Data-Complete-Until', 'X-Data-Gaps'] : []),
        ]),
        content: toContent(answerSchemas[answer]),
      },
      304: { description: 'The client has it already: If-None-Match named its ETag.' },
      401: toError('No live API key: `missing_api_key`, `invalid_api_key`.'),
      ...(notFound.length > 0
        ? { 404: toError(`Not found: ${notFound.map((t) => `\`${t}\``).join(', ')}.`) }
        : {}),
      ...(query
        ? { 422: toError('Parameters are not what they should be; every fault is told.') }
        : {}),
      429: toError('Too many requests.', ['Retry-After']),
      500: toError('Something failed on our side.'),
      503: toError('The data cannot be reached at the moment.', ['Retry-After']),
    },
  }
}

function toPathParameters(path: string): readonly Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: pathParameters[name],
    schema: { type: 'string' },
  }))
}

function toQueryParameters(schema: JsonSchema): readonly Json[] {
  const required = requiredOf(schema)
  return parametersOf(schema).map(([name, parameter]) => {
    const { description, title: _title, examples: _examples, ...rule } = parameter
    const isList = rule.type === 'array'
    return {
      name,
      in: 'query',
      required: required.includes(name),
      description,
      ...(isList ? { style: 'form', explode: true } : {}),
      schema: rule,
    }
  })
}

function headersOf(names: readonly string[]): Json {
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

function toError(description: string, more: readonly string[] = []): Json {
  return {
    description,
    headers: headersOf([...everywhere, ...more]),
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
