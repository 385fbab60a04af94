// What a request returns besides its data, and the options of one request.
import type { Completeness, DataGap } from './generated/types.ts'

export interface Answer<T> {
  /** The body of the response. */
  readonly data: T
  /**
   * From `X-Data-Complete-Until`, `X-Data-Gaps` and `X-History-Not-Requested`; null if the response is not about one
   * market or wallet.
   */
  readonly completeness: Completeness | null
  /** Identifies the request in the log of the service. */
  readonly requestId: string
  readonly headers: Headers
}

export interface RequestOptions {
  /** Access token of `logIn`, for the operations on API keys. */
  readonly token?: string
  /** Ends the request, and the wait before a further attempt. */
  readonly signal?: AbortSignal
}

/** Null if the headers state nothing. */
export function parseCompleteness(headers: Headers): Completeness | null {
  const completeUntil = headers.get('X-Data-Complete-Until')
  if (completeUntil === null) return null
  const texts = (headers.get('X-Data-Gaps') ?? '').split(/,\s*/).filter((text) => text !== '')
  return {
    complete_until_ms: Number(completeUntil),
    gaps: texts.flatMap(parseGap),
    has_more_gaps: texts.includes('more'),
    history_not_requested: headers.get('X-History-Not-Requested'),
  }
}

/** `<from>-<until>;<reason>`. The times can be negative. */
function parseGap(text: string): DataGap[] {
  const parts = /^(-?\d+)-(-?\d+);(.+)$/.exec(text)
  if (!parts) return []
  return [{ from_ms: Number(parts[1]), until_ms: Number(parts[2]), reason: parts[3] ?? '' }]
}
