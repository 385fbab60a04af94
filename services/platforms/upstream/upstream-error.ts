// The error of a failed request to a platform. Failures of the log or of this service's own code
// are other errors.

/**
 * `refused`: a final 4xx; a repetition would give the same result.
 * `too_large`: the body exceeds the maximum size; request less.
 * `failed`: no usable response after all attempts (network, 429, 5xx, not JSON, unexpected shape).
 */
export type UpstreamErrorKind = 'refused' | 'too_large' | 'failed'

export class UpstreamError extends Error {
  readonly kind: UpstreamErrorKind
  /** HTTP status of the last response; 0 if there was none. */
  readonly status: number
  /** See UpstreamResponse; -Infinity unless `refused`. */
  readonly asOfMs: number
  constructor(
    message: string,
    options: { kind: UpstreamErrorKind; status: number; asOfMs?: number; cause?: unknown },
  ) {
    super(message, { cause: options.cause })
    this.name = 'UpstreamError'
    this.kind = options.kind
    this.status = options.status
    this.asOfMs = options.asOfMs ?? -Infinity
  }
}

export function isRefusedError(error: unknown): error is UpstreamError {
  return error instanceof UpstreamError && error.kind === 'refused'
}

/**
 * Whether one of the requested ids may be the cause: the platform rejects the id, or the answer is too large.
 * For other statuses (401, 403 ...) the cause is this client.
 */
export function isCausedByIds({ kind, status }: UpstreamError): boolean {
  return kind === 'too_large' || invalidRequestStatuses.has(status)
}

/**
 * Whether the platform refuses what was requested: an id, path or parameter that it does not know. For other
 * statuses (401, 403 ...) it refuses this client, and a later request can succeed.
 */
export function isInvalidRequestError(error: unknown): error is UpstreamError {
  return isRefusedError(error) && invalidRequestStatuses.has(error.status)
}

const invalidRequestStatuses = new Set([400, 404, 410, 414, 422])

/**
 * Returns the result of a request, or `fallback` if the platform refuses what was requested, as platforms do for
 * an unknown id. Rejects if the platform refuses this client.
 */
export async function fallbackIfRefused<T>(fallback: T, request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (error) {
    if (isInvalidRequestError(error)) return fallback
    throw error
  }
}

/**
 * As `fallbackIfRefused`, but returns `fallback` also if the response is too large to read. The caller then requests
 * less.
 */
export async function fallbackIfUnusable<T>(fallback: T, request: () => Promise<T>): Promise<T> {
  try {
    return await fallbackIfRefused(fallback, request)
  } catch (error) {
    if (error instanceof UpstreamError && error.kind === 'too_large') return fallback
    throw error
  }
}
