// The errors with which a request can be answered. Any part of the api throws them; only http/error-response.ts turns
// them into a response.

/** One error, in the format of the response. */
export interface ErrorDetail {
  /** Where the error is: `query`, `path`, `header` or `body`, then the name of the parameter, header or field. */
  readonly loc: readonly string[]
  readonly msg: string
  readonly type: string
}

export class RequestError extends Error {
  readonly status: number
  readonly details: readonly ErrorDetail[]
  readonly headers: Readonly<Record<string, string>>
  constructor(
    status: number,
    details: readonly ErrorDetail[],
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(details.map((f) => f.msg).join('; '))
    this.name = 'RequestError'
    this.status = status
    this.details = details
    this.headers = headers
  }
}

export function invalidParameters(details: readonly ErrorDetail[]): RequestError {
  return new RequestError(422, details)
}

export function routeNotFound(): RequestError {
  return new RequestError(404, [{ loc: ['path'], msg: 'No such path', type: 'route_not_found' }])
}

export function methodNotAllowed(allowedMethods: readonly string[]): RequestError {
  const allow = allowedMethods.join(', ')
  return new RequestError(
    405,
    [{ loc: ['path'], msg: `This path allows ${allow}`, type: 'method_not_allowed' }],
    { Allow: allow },
  )
}

/** Error 404: a market is unknown. `location`: the part of the request that names the market. */
export function marketNotFound(
  location: 'path' | 'query' | 'body' = 'path',
  parameter = 'market_id',
): RequestError {
  return notFoundError([location, parameter], 'market_not_found', 'No such market')
}

/** Error 404: markets are unknown. `parameterNames`: the path parameters that name these markets. */
export function marketsNotFound(parameterNames: readonly string[]): RequestError {
  const details = parameterNames.map((name) => ({
    loc: ['path', name],
    msg: 'No such market',
    type: 'market_not_found',
  }))
  return new RequestError(404, details)
}

export function matchNotFound(): RequestError {
  return notFoundError(['path'], 'match_not_found', 'These two markets are not a match')
}

/** Error 404: an event is unknown. `location`: the part of the request that names the event. */
export function eventNotFound(location: 'path' | 'query' = 'path'): RequestError {
  const parameter = location === 'path' ? 'slug' : 'event_slug'
  return notFoundError([location, parameter], 'event_not_found', 'No such event')
}

export function exportNotFound(kinds: readonly string[]): RequestError {
  const msg = `No such export; there are ${kinds.join(', ')}`
  return notFoundError(['path', 'kind'], 'export_not_found', msg)
}

/**
 * Error 404: a market has no price at a time. `firstPriceMs`: the time of the market's first known price in Unix
 * milliseconds; null if no price is known. `isFetched`: whether all trades until the requested time were fetched, so
 * that no earlier price can be found.
 */
export function priceNotFound(
  firstPriceMs: number | null,
  { isFetched, headers }: { isFetched: boolean; headers: Readonly<Record<string, string>> },
): RequestError {
  const first =
    firstPriceMs === null
      ? 'No price of this market has been observed yet'
      : `No price was observed at or before this time; the first was observed at ${Math.ceil(firstPriceMs / 1000)}`
  const msg = isFetched ? first : 'The trades before this time are not fetched yet; try again later'
  return notFoundError(['path', 'market_id'], 'price_not_found', msg, headers)
}

export function orderBookNotFound(): RequestError {
  return notFoundError(
    ['path', 'market_id'],
    'orderbook_not_found',
    'No order book of this market was recorded',
  )
}

/** Error 401: the API key is missing or invalid. */
export function badApiKey(
  type: 'missing_api_key' | 'invalid_api_key',
  msg: string,
  loc: readonly string[] = ['header', 'X-API-Key'],
): RequestError {
  return new RequestError(401, [{ loc, msg, type }], {
    'WWW-Authenticate': 'ApiKey realm="oddslog"',
  })
}

export function badToken(type: 'missing_token' | 'invalid_token', msg: string): RequestError {
  const error = type === 'invalid_token' ? ', error="invalid_token"' : ''
  return new RequestError(401, [{ loc: ['header', 'Authorization'], msg, type }], {
    'WWW-Authenticate': `Bearer realm="oddslog"${error}`,
  })
}

/** Error 401 of a login. It is the same for an unknown email and for a wrong password. */
export function badCredentials(): RequestError {
  return new RequestError(401, [
    { loc: ['body'], msg: 'Email or password is wrong', type: 'invalid_credentials' },
  ])
}

export function rateLimited(
  loc: readonly string[],
  retryAfterS: number,
  headers: Readonly<Record<string, string>>,
): RequestError {
  return new RequestError(
    429,
    [{ loc, msg: `Too many requests; try again in ${retryAfterS} s`, type: 'rate_limited' }],
    { ...headers, 'Retry-After': String(retryAfterS) },
  )
}

/**
 * Error 429 of an export. The account already has the maximum number of running exports; the request succeeds once
 * one of them has ended.
 */
export function tooManyExports(max: number): RequestError {
  const msg = `Your account has ${max} running exports, which is the maximum; wait until one has ended`
  const loc = ['header', 'X-API-Key']
  return new RequestError(429, [{ loc, msg, type: 'too_many_exports' }], { 'Retry-After': '10' })
}

/** Error 429 of a stream. `max`: the maximum number of streams of an account. */
export function tooManyStreams(max: number): RequestError {
  const msg = `Your account has ${max} open streams, which is the maximum; close one first`
  const loc = ['header', 'X-API-Key']
  return new RequestError(429, [{ loc, msg, type: 'too_many_streams' }], { 'Retry-After': '10' })
}

export function tooManyStreamsInTotal(): RequestError {
  return unavailableError('too_busy', 'Too many open streams; try again')
}

export function emailTaken(): RequestError {
  return new RequestError(409, [
    {
      loc: ['body', 'email'],
      msg: 'This email already has an account; log in instead',
      type: 'email_taken',
    },
  ])
}

export function tooManyKeys(max: number): RequestError {
  const msg = `You have ${max} active keys, which is the maximum; revoke one first`
  return new RequestError(409, [{ loc: ['body'], msg, type: 'too_many_keys' }])
}

export function keyNotFound(): RequestError {
  return notFoundError(['path', 'key_id'], 'key_not_found', 'No such key in this account')
}

export function tooManyWebhooks(max: number): RequestError {
  const msg = `You have ${max} webhooks, which is the maximum; delete one first`
  return new RequestError(409, [{ loc: ['body'], msg, type: 'too_many_webhooks' }])
}

export function webhookNotFound(): RequestError {
  return notFoundError(
    ['path', 'webhook_id'],
    'webhook_not_found',
    'No such webhook in this account',
  )
}

/** Error of a body that cannot be read or is not valid JSON. */
export function badBody(status: 413 | 415 | 422, type: string, msg: string): RequestError {
  return new RequestError(status, [{ loc: ['body'], msg, type }])
}

export function internalError(): RequestError {
  return new RequestError(500, [{ loc: [], msg: 'Internal error', type: 'internal_error' }])
}

export function storeUnavailable(): RequestError {
  return unavailableError(
    'store_unavailable',
    'The data cannot be reached at the moment; try again',
  )
}

/** Error 503 while the log cannot be followed yet. */
export function logUnavailable(): RequestError {
  return unavailableError('log_unavailable', 'The service is starting; try again')
}

export function accountsUnavailable(): RequestError {
  return unavailableError(
    'accounts_unavailable',
    'Accounts cannot be changed at the moment; check whether the change was made before you try again',
  )
}

export function tooBusy(): RequestError {
  return unavailableError('too_busy', 'Too many concurrent logins and signups; try again')
}

export function tooManyExportsInTotal(): RequestError {
  return unavailableError('too_busy', 'Too many concurrent exports; try again')
}

function unavailableError(type: string, msg: string): RequestError {
  return new RequestError(503, [{ loc: [], msg, type }], { 'Retry-After': '2' })
}

function notFoundError(
  loc: readonly string[],
  type: string,
  msg: string,
  headers: Readonly<Record<string, string>> = {},
): RequestError {
  return new RequestError(404, [{ loc, msg, type }], headers)
}
