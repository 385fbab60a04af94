// What can be wrong with a request, as values that any part of the api throws. The error middleware
// is the one place that turns them into an answer.

/** One fault, in the words of the contract. */
export interface Fault {
  /** `query`, `path`, `header` or `body`, then the name. */
  readonly loc: readonly string[]
  readonly msg: string
  readonly type: string
}

export class RequestError extends Error {
  readonly status: number
  readonly faults: readonly Fault[]
  readonly headers: Readonly<Record<string, string>>
  constructor(
    status: number,
    faults: readonly Fault[],
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(faults.map((f) => f.msg).join('; '))
    this.name = 'RequestError'
    this.status = status
    this.faults = faults
    this.headers = headers
  }
}

export function invalidParameters(faults: readonly Fault[]): RequestError {
  return new RequestError(422, faults)
}

export function routeNotFound(): RequestError {
  return new RequestError(404, [{ loc: ['path'], msg: 'No such path', type: 'route_not_found' }])
}

export function methodNotAllowed(allowed: readonly string[]): RequestError {
  const allow = allowed.join(', ')
  return new RequestError(
    405,
    [{ loc: ['path'], msg: `This path takes ${allow}`, type: 'method_not_allowed' }],
    { Allow: allow },
  )
}

export function marketNotFound(): RequestError {
  return notFound('market_id', 'market_not_found', 'No such market')
}

export function eventNotFound(): RequestError {
  return notFound('slug', 'event_not_found', 'No such event')
}

export function priceNotFound(): RequestError {
  return notFound('market_id', 'price_not_found', 'No price was observed by then')
}

export function orderBookNotFound(): RequestError {
  return notFound('market_id', 'orderbook_not_found', 'No order book of this market was ever seen')
}

/** No key, or one that is no good. */
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

/** The same for an unknown email and for a wrong password. */
export function badCredentials(): RequestError {
  return new RequestError(401, [
    { loc: ['body'], msg: 'Email or password is wrong', type: 'invalid_credentials' },
  ])
}

export function rateLimited(
  waitS: number,
  headers: Readonly<Record<string, string>>,
): RequestError {
  return new RequestError(
    429,
    [{ loc: [], msg: `Too many requests; try again in ${waitS} s`, type: 'rate_limited' }],
    { ...headers, 'Retry-After': String(waitS) },
  )
}

export function emailTaken(): RequestError {
  return new RequestError(409, [
    { loc: ['body', 'email'], msg: 'This email has an account: log in', type: 'email_taken' },
  ])
}

export function tooManyKeys(most: number): RequestError {
  const msg = `You have ${most} live keys, the most there may be: revoke one first`
  return new RequestError(409, [{ loc: ['body'], msg, type: 'too_many_keys' }])
}

export function keyNotFound(): RequestError {
  return notFound('key_id', 'key_not_found', 'You have no such key')
}

/** The body cannot be read as what it should be. */
export function badBody(status: 413 | 415 | 422, type: string, msg: string): RequestError {
  return new RequestError(status, [{ loc: ['body'], msg, type }])
}

export function unavailable(type: string, msg: string): RequestError {
  return new RequestError(503, [{ loc: [], msg, type }], { 'Retry-After': '2' })
}

function notFound(parameter: string, type: string, msg: string): RequestError {
  return new RequestError(404, [{ loc: ['path', parameter], msg, type }])
}
