// Generates /openapi.json (OpenAPI 3.1) from the routes and from the schemas that validate requests
// and write responses.
import type { AccountDocument, AccountRoute } from './account-route.ts'
import {
  accountErrorResponsesOf,
  errorResponsesOf,
  toErrorExamples,
  type ErrorResponse,
} from './openapi-errors.ts'
import { commonHeaders, headers, headersOf } from './openapi-headers.ts'
import { componentSchemas, referenceTo, toQueryParameters, type Json } from './openapi-schema.ts'
import { exportKindNames } from './exports/kinds.ts'
import { eventStreamType } from './http/response.ts'
import { describeCost } from './request-cost.ts'
import type { Route } from './route.ts'
import {
  bodySchemas,
  querySchemas,
  responseSchemas,
  type BodyName,
  type JsonSchema,
  type ResponseName,
} from './schemas.ts'

const pathParameters: Readonly<Record<string, { description: string; schema: Json }>> = {
  market_id: {
    description: 'Unified id of the market, percent-encoded if necessary.',
    schema: { type: 'string' },
  },
  other_market_id: {
    description: 'Unified id of the other market of the match, percent-encoded if necessary.',
    schema: { type: 'string' },
  },
  address: {
    description: 'Address of the wallet: 0x and 40 hex digits, in either case.',
    schema: { type: 'string', pattern: '^0x[0-9a-fA-F]{40}$' },
  },
  slug: {
    description: 'Slug of the event, percent-encoded if necessary.',
    schema: { type: 'string' },
  },
  kind: {
    description: 'What the rows of the file are.',
    schema: { type: 'string', enum: exportKindNames },
  },
  webhook_id: { description: 'The `id` of the webhook.', schema: { type: 'string' } },
  key_id: { description: 'The `id` of the key, not the key itself.', schema: { type: 'string' } },
}

const securitySchemes: Readonly<Record<string, Json>> = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'API key for data requests. `POST /v1/auth/signup` returns one.',
  },
  token: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'Access token for managing API keys and webhooks. `POST /v1/auth/login` returns one.',
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
        'Prediction markets of two platforms in one model: markets, events, prices, trades, order books and candles. Data needs an API key in the header `X-API-Key`. Prices are probabilities of the first outcome, numbers are exact decimals, and time ranges include their start and exclude their end.',
    },
    servers: [{ url: '/', description: 'This service.' }],
    security: [{ apiKey: [] }],
    tags: [
      { name: 'Markets', description: 'Questions that are traded on a platform.' },
      { name: 'Events', description: 'Groups of related markets.' },
      {
        name: 'Matches',
        description: 'Pairs of markets that ask the same question on two platforms.',
      },
      {
        name: 'Wallets',
        description: 'Activity and positions of wallets, on platforms that publish wallets.',
      },
      { name: 'Live', description: 'Follow the markets from a position in the log on.' },
      { name: 'Exports', description: 'Many rows in one file.' },
      {
        name: 'Webhooks',
        description: 'Signed messages to a URL of yours when something happens.',
      },
      { name: 'Accounts', description: 'Signup, login and API keys.' },
    ],
    paths: toPaths(routes, accountRoutes),
    components: {
      schemas: componentSchemas,
      headers,
      securitySchemes,
    },
  }
}

function toPaths(routes: readonly Route[], accountRoutes: readonly AccountRoute[]): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const route of routes) {
    const { path, method = 'GET' } = route
    paths[path] = { ...paths[path], [method.toLowerCase()]: toOperation(route) }
  }
  for (const route of accountRoutes)
    paths[route.path] = {
      ...paths[route.path],
      [route.method.toLowerCase()]: toAccountOperation(route, methodsOf(accountRoutes, route.path)),
    }
  return paths
}

const security: Readonly<Record<AccountDocument['security'], readonly Json[]>> = {
  none: [],
  token: [{ token: [] }],
  'optional key': [{ apiKey: [] }, {}],
}

function toAccountOperation(route: AccountRoute, methods: readonly string[]): Json {
  const { path, document } = route
  const { operationId, summary, description, body, status, response } = document
  return {
    operationId,
    tags: [path.startsWith('/v1/webhooks') ? 'Webhooks' : 'Accounts'],
    summary,
    description,
    security: security[document.security],
    parameters: [...toPathParameters(path), ...(hasEtag(route) ? [ifNoneMatch] : [])],
    ...(body ? { requestBody: toRequestBody(body) } : {}),
    responses: {
      [status]: {
        description: 'Successful Response',
        headers: headersOf([
          ...commonHeaders,
          'X-Ignored-Parameters',
          ...(hasEtag(route) ? ['ETag'] : []),
        ]),
        ...(response ? { content: toContent(responseSchemas[response]) } : {}),
      },
      ...(hasEtag(route) ? { 304: notModified } : {}),
      ...toErrorResponses(accountErrorResponsesOf(route, methods)),
    },
  }
}

function toOperation(route: Route): Json {
  const { path, method, document } = route
  const {
    operationId,
    tag,
    summary,
    description,
    query,
    body,
    response,
    messages,
    files = [],
  } = document
  const isPost = method === 'POST'
  return {
    operationId,
    tags: [tag],
    summary,
    description: `${description} ${describeCost(document.cost)}`,
    parameters: [
      ...toPathParameters(path),
      ...(query ? toQueryParameters(querySchemas[query]) : []),
      ...(isPost ? [] : [ifNoneMatch]),
    ],
    ...(body ? { requestBody: toRequestBody(body.schema) } : {}),
    responses: {
      200: {
        description: 'Successful Response',
        headers: headersOf([
          ...commonHeaders,
          ...(isPost ? [] : ['ETag']),
          'Cache-Control',
          'X-Ignored-Parameters',
          ...(document.hasCompletenessHeaders ? ['X-Data-Complete-Until', 'X-Data-Gaps'] : []),
          ...(document.moreHeaders ?? []),
        ]),
        content: {
          ...(response ? toContent(responseSchemas[response]) : {}),
          ...Object.fromEntries(files.map((type) => [type, { schema: fileSchema }])),
          ...(messages ? { [eventStreamType]: { schema: toMessageSchema(messages) } } : {}),
        },
      },
      ...(isPost ? {} : { 304: notModified }),
      ...toErrorResponses(errorResponsesOf(route)),
    },
  }
}

/** OpenAPI cannot describe a sequence of messages, so this is the schema of the data of one message. */
const toMessageSchema = (names: readonly ResponseName[]): Json => ({
  oneOf: names.map((name) => ({ $ref: referenceTo(responseSchemas[name]) })),
})

const fileSchema: Json = { type: 'string', format: 'binary' }

function toPathParameters(path: string): readonly Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    ...pathParameters[name],
  }))
}

function toRequestBody(body: BodyName): Json {
  return { required: true, content: toContent(bodySchemas[body]) }
}

function toContent(schema: JsonSchema): Json {
  const examples = schema.examples ?? []
  return {
    'application/json': {
      schema: { $ref: referenceTo(schema) },
      ...(examples.length > 0 ? { example: examples[0] } : {}),
    },
  }
}

/** Converts the error responses of an operation. Leaves out statuses without an example, because they do not occur. */
function toErrorResponses(responses: readonly ErrorResponse[]): Json {
  return Object.fromEntries(
    responses
      .filter(({ errors }) => errors.length > 0)
      .map(({ status, description, errors }) => {
        const types = new Set(errors.flatMap(({ details }) => details.map(({ type }) => type)))
        const isListed = status === 401 || status === 404 || status === 409 || status === 503
        const listed = isListed ? ` Types: ${[...types].map((t) => `\`${t}\``).join(', ')}.` : ''
        return [
          status,
          {
            description: description + listed,
            headers: headersOf([...commonHeaders, ...(headersOfStatus[status] ?? [])]),
            content: {
              'application/json': {
                schema: { $ref: referenceTo(responseSchemas.error) },
                examples: toErrorExamples(errors),
              },
            },
          },
        ]
      }),
  )
}

const headersOfStatus: Readonly<Record<number, readonly string[]>> = {
  405: ['Allow'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

const ifNoneMatch: Json = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of an earlier response: if it is still right, the status is 304.',
  schema: { type: 'string' },
}

const notModified: Json = {
  description: 'Not modified: If-None-Match contains the ETag of the response.',
  headers: headersOf([...commonHeaders, 'ETag']),
}

/** Whether responses have an ETag: the service adds one to each 200 response of a GET. */
function hasEtag({ method }: AccountRoute): boolean {
  return method === 'GET'
}

function methodsOf(routes: readonly AccountRoute[], path: string): readonly string[] {
  const methods = routes.filter((route) => route.path === path).map((route) => route.method)
  return methods.flatMap((method) => (method === 'GET' ? ['HEAD', 'GET'] : [method]))
}
