// The error responses of /openapi.json. Their examples are created by the same code as the real errors.
import type { AccountRoute } from './account-route.ts'
import {
  refusedKeyError,
  missingKeyError,
  missingTokenError,
  invalidTokenError,
} from './authenticate.ts'
import { bodyTooLarge, createBodyParser, defaultMaxBytes, notJson } from './body.ts'
import {
  accountsUnavailable,
  badCredentials,
  emailTaken,
  eventNotFound,
  exportNotFound,
  internalError,
  keyNotFound,
  marketNotFound,
  matchNotFound,
  methodNotAllowed,
  orderBookNotFound,
  priceNotFound,
  rateLimited,
  RequestError,
  storeUnavailable,
  tooBusy,
  tooManyKeys,
  tooManyWebhooks,
  webhookNotFound,
} from './errors.ts'
import { exportKindNames } from './exports/kinds.ts'
import { locations } from './limits.ts'
import type { Json } from './openapi-schema.ts'
import { createQueryParser } from './parameters.ts'
import { requireWallet } from './require-wallet.ts'
import { maxActiveKeys } from './accounts/accounts.ts'
import { maxWebhooks } from './webhooks/webhooks.ts'
import type { Route } from './route.ts'
import { parametersOf, querySchemas, type BodyName, type QueryName } from './schemas.ts'

/** The error responses of an operation with one status. */
export interface ErrorResponse {
  readonly status: number
  readonly description: string
  readonly errors: readonly RequestError[]
}

/** Functions that create an example of an error, by the error type that routes list in their documents. */
const exampleErrors: Readonly<Record<string, () => RequestError>> = {
  market_not_found: () => marketNotFound(),
  event_not_found: () => eventNotFound(),
  queried_market_not_found: () => marketNotFound('query'),
  queried_markets_not_found: () => marketNotFound('query', 'market_ids'),
  queried_event_not_found: () => eventNotFound('query'),
  export_not_found: () => exportNotFound(exportKindNames),
  price_not_found: () => priceNotFound(1792627198123, { isFetched: true, headers: {} }),
  orderbook_not_found: orderBookNotFound,
  match_not_found: matchNotFound,
  key_not_found: keyNotFound,
  email_taken: emailTaken,
  too_many_keys: () => tooManyKeys(maxActiveKeys),
  webhook_not_found: webhookNotFound,
  webhook_market_not_found: () => marketNotFound('body'),
  too_many_webhooks: () => tooManyWebhooks(maxWebhooks),
  invalid_credentials: badCredentials,
  invalid_api_key: () => refusedKeyError('unknown'),
}

/** Returns the error responses of a data route. */
export function errorResponsesOf({ path, method, document }: Route): readonly ErrorResponse[] {
  const { notFound, query, body } = document
  return [
    {
      status: 401,
      description: 'Missing or invalid API key.',
      errors: [missingKeyError(), refusedKeyError('unknown')],
    },
    { status: 404, description: 'Not found.', errors: notFound.map(exampleErrorOf) },
    methodErrorResponse(method === 'POST' ? ['POST'] : ['HEAD', 'GET']),
    ...(body ? bodyErrorResponses(body.schema, body.maxBytes) : [parameterError(path, query)]),
    rateLimitErrorResponse([locations.key]),
    { status: 500, description: 'Internal error.', errors: [internalError()] },
    {
      status: 503,
      description: 'The data is unavailable at the moment; try again later.',
      errors: [storeUnavailable()],
    },
  ]
}

/**
 * Returns the error responses of an account route. `methods`: all methods of the path, as the router lists them.
 */
export function accountErrorResponsesOf(
  { document }: AccountRoute,
  methods: readonly string[],
): readonly ErrorResponse[] {
  const { body, security, errors } = document
  const isByToken = security === 'token'
  return [
    ...(isByToken
      ? [
          {
            status: 401,
            description: 'Missing or invalid token.',
            errors: [missingTokenError(), invalidTokenError()],
          },
        ]
      : []),
    ...errors.map(({ status, types }) => ({
      status,
      description: 'Rejected.',
      errors: types.map(exampleErrorOf),
    })),
    methodErrorResponse(methods),
    ...(body ? bodyErrorResponses(body, defaultMaxBytes) : []),
    rateLimitErrorResponse([
      isByToken ? locations.token : locations.address,
      ...(security === 'optional key' ? [locations.email] : []),
    ]),
    { status: 500, description: 'Internal error.', errors: [internalError()] },
    {
      status: 503,
      description: 'Accounts cannot be changed at the moment; try again later.',
      errors: [accountsUnavailable(), ...(body === 'credentials' ? [tooBusy()] : [])],
    },
  ]
}

/**
 * Returns examples by name. A name consists of the types of the error's details; a number is appended if an earlier
 * example has the same name.
 */
export function toErrorExamples(errors: readonly RequestError[]): Json {
  return Object.fromEntries(
    errors.map(({ details }, i) => {
      const type = [...new Set(details.map((detail) => detail.type))].join('-')
      const isRepeated = errors.slice(0, i).some((other) => other.details[0]?.type === type)
      const name = isRepeated ? `${type}-${i + 1}` : type
      return [name, { value: { detail: details, request_id: exampleRequestId } }]
    }),
  )
}

const exampleRequestId = '7f3c1f0e-9d2b-4a57-8c6e-2b1d6f0a9e11'

function methodErrorResponse(methods: readonly string[]): ErrorResponse {
  return {
    status: 405,
    description: 'The path does not have this method; `Allow` lists those that it has.',
    errors: [methodNotAllowed([...methods, 'OPTIONS'])],
  }
}

function rateLimitErrorResponse(keyLocations: readonly (readonly string[])[]): ErrorResponse {
  return {
    status: 429,
    description: 'Too many requests.',
    errors: keyLocations.map((location) => rateLimited(location, 1, {})),
  }
}

function parameterError(path: string, query: QueryName | undefined): ErrorResponse {
  return {
    status: 422,
    description: 'Invalid parameters; the response lists every error.',
    errors: [
      ...(path.includes('{address}')
        ? [catchRequestError(() => requireWallet({ address: '0x12' }))]
        : []),
      ...(query ? [exampleOfInvalidQuery(query)] : []),
    ],
  }
}

function bodyErrorResponses(body: BodyName, maxBytes: number): readonly ErrorResponse[] {
  const parse = createBodyParser(body)
  return [
    { status: 413, description: 'The body is too large.', errors: [bodyTooLarge(maxBytes)] },
    { status: 415, description: 'The body is not JSON.', errors: [notJson()] },
    {
      status: 422,
      description: 'The body is invalid; the response lists every error.',
      errors: [catchRequestError(() => [{}, null].map(parse))],
    },
  ]
}

/**
 * Returns the error of an invalid query. In this query, the first parameter with a maximum exceeds it by one; if no
 * parameter has a maximum, the first enum has an unknown value. All required parameters are missing.
 */
function exampleOfInvalidQuery(query: QueryName): RequestError {
  const parameters = parametersOf(querySchemas[query])
  const bounded = parameters.find(([, { maximum }]) => maximum !== undefined)
  const [name, { maximum }] = bounded ?? parameters.find(([, rule]) => rule.enum) ?? ['', {}]
  const value = maximum === undefined ? 'other' : String(maximum + 1)
  const parse = createQueryParser(query)
  return catchRequestError(() => parse(new URLSearchParams({ [name]: value })))
}

function exampleErrorOf(type: string): RequestError {
  const rejection = exampleErrors[type]
  if (!rejection) throw new Error(`openapi-errors.ts has no example of ${type}`)
  return rejection()
}

function catchRequestError(run: () => unknown): RequestError {
  try {
    run()
  } catch (error) {
    if (error instanceof RequestError) return error
    throw error
  }
  throw new Error('an example of an error was accepted')
}
