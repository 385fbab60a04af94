// The error of one attempt of a request. upstream.ts repeats the attempt, or throws the error.
import { BodyTooLargeError } from './body.ts'
import { UpstreamError, type UpstreamErrorKind } from './upstream-error.ts'

/** An attempt that failed; it is repeated if its kind is `failed`. */
export class FailedAttempt extends UpstreamError {
  /** Label of the result in metrics. */
  readonly outcome: string
  /** The pause that the platform requested. */
  readonly pauseMs: number | null
  constructor(
    message: string,
    options: {
      outcome: string
      kind?: UpstreamErrorKind
      status: number
      asOfMs?: number
      pauseMs?: number | null
      cause?: unknown
    },
  ) {
    super(message, { kind: 'failed', ...options })
    this.outcome = options.outcome
    this.pauseMs = options.pauseMs ?? null
  }
}

/** Converts `cause`, which an attempt on the route has thrown, to a FailedAttempt. */
export function toFailedAttempt(route: string, cause: unknown): FailedAttempt {
  if (cause instanceof FailedAttempt) return cause
  return cause instanceof BodyTooLargeError
    ? new FailedAttempt(`${route}: ${cause.message}`, {
        outcome: 'too_large',
        kind: 'too_large',
        status: 200,
        cause,
      })
    : new FailedAttempt(`${route}: network`, { outcome: 'network', status: 0, cause })
}
