// What a feed hears when a platform did not answer: never thrown for our own log or code.

/**
 * `refused`: the platform understood and said no (a final 4xx); asking again changes nothing.
 * `too_large`: the answer is bigger than we read; ask for less.
 * `failed`: no usable answer after all attempts (network, 429, 5xx, not JSON, wrong shape).
 */
export type UpstreamErrorKind = 'refused' | 'too_large' | 'failed'

export class UpstreamError extends Error {
  readonly kind: UpstreamErrorKind
  /** HTTP status of the last answer, 0 if there was none. */
  readonly status: number
  constructor(
    message: string,
    options: { kind: UpstreamErrorKind; status: number; cause?: unknown },
  ) {
    super(message, { cause: options.cause })
    this.name = 'UpstreamError'
    this.kind = options.kind
    this.status = options.status
  }
}
