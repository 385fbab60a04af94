// The errors that the client throws.
import type { ErrorDetail } from './generated/types.ts'

export class OddslogError extends Error {
  override readonly name: string = 'OddslogError'
}

/** The service answered with an error. */
export class ApiError extends OddslogError {
  override readonly name = 'ApiError'
  readonly status: number
  /** All errors that the service found; empty if the answer is not from the service, but from a proxy. */
  readonly detail: readonly ErrorDetail[]
  /** Include it when you report a problem. Null if the answer is not from the service. */
  readonly requestId: string | null
  readonly headers: Headers
  /** From `Retry-After`. */
  readonly retryAfterMs: number | null

  constructor(status: number, headers: Headers, body: string) {
    const { detail, requestId } = parseErrorBody(body)
    super(describe(status, detail, body))
    this.status = status
    this.detail = detail
    this.requestId = requestId ?? headers.get('X-Request-Id')
    this.headers = headers
    this.retryAfterMs = parseRetryAfter(headers.get('Retry-After'), Date.now())
  }

  /** Whether one of the errors has this type, for example `market_not_found`. */
  hasType(type: string): boolean {
    return this.detail.some((one) => one.type === type)
  }
}

/** The service could not be reached, did not answer in time, or its answer broke off. `cause` has the reason. */
export class ConnectionError extends OddslogError {
  override readonly name = 'ConnectionError'
}

/** The service ended a stream for a reason that another connection does not remove. */
export class StreamError extends OddslogError {
  override readonly name = 'StreamError'
  /** For example `invalid_api_key`. */
  readonly type: string

  constructor(type: string, msg: string) {
    super(`${msg} (${type})`)
    this.type = type
  }
}

/** Milliseconds from `nowMs` on. `text`: seconds or an HTTP date. */
export function parseRetryAfter(text: string | null, nowMs: number): number | null {
  if (text === null) return null
  if (/^\d+$/.test(text.trim())) return Number(text) * 1000
  const atMs = Date.parse(text)
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs)
}

interface ParsedErrorBody {
  readonly detail: readonly ErrorDetail[]
  readonly requestId: string | null
}

function parseErrorBody(text: string): ParsedErrorBody {
  try {
    const { detail, request_id: requestId } = JSON.parse(text) as Record<string, unknown>
    return {
      detail: Array.isArray(detail) ? (detail as ErrorDetail[]) : [],
      requestId: typeof requestId === 'string' ? requestId : null,
    }
  } catch {
    return { detail: [], requestId: null }
  }
}

function describe(status: number, detail: readonly ErrorDetail[], body: string): string {
  const messages = detail.map(({ loc, msg, type }) => `${loc.join('.')}: ${msg} (${type})`)
  return `${status} ${messages.length > 0 ? messages.join('; ') : body.slice(0, 200)}`.trim()
}
