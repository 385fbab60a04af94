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

function notFound(parameter: string, type: string, msg: string): RequestError {
  return new RequestError(404, [{ loc: ['path', parameter], msg, type }])
}
