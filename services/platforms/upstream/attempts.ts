// Makes one attempt of a request to a host: sends it, and decides whether the response is a usable answer.
// Used by upstream.ts, which repeats failed attempts.
import type { IncomingHttpHeaders } from 'node:http'
import { Pool } from 'undici'
import { parseBounded } from '../../lib/run/bounded-json.ts'
import type { Headers } from '../credentials.ts'
import type { AnswerTimes } from './answer-time.ts'
import { readText } from './body.ts'
import { FailedAttempt } from './failed-attempt.ts'
import { withoutHeaderValues, type RequestSignatures } from './request-signatures.ts'
import { retryAfterMs } from '../../lib/run/retry-after.ts'
import { maxPauseMs } from './token-bucket.ts'
import type { UpstreamRequest, UpstreamResponse, UpstreamTuning } from './upstream.ts'

/**
 * Maximum number of concurrent requests over all processes together; each process may always send one. With
 * more, the platforms' CDNs return error pages.
 */
export const maxConcurrentRequests = 4

interface ReceivedResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly url: string
  readonly sentAtMs: number
  /** The headers that signed the request. */
  readonly signature: Headers
  readonly wasSuspect: boolean
  readonly receivedAtMs: number
}

interface AttemptDeps {
  readonly tuning: UpstreamTuning
  readonly now: () => number
  readonly times: AnswerTimes
  readonly signatures: RequestSignatures
}

export function createAttempts(baseUrl: string, { tuning, now, times, signatures }: AttemptDeps) {
  const base = new URL(baseUrl)
  const basePath = base.pathname.replace(/\/+$/, '')
  const pool = new Pool(base.origin, {
    connections: maxConcurrentRequests,
    connect: { timeout: tuning.connectTimeoutMs },
    headersTimeout: tuning.headersTimeoutMs,
    bodyTimeout: tuning.bodyTimeoutMs,
  })
  let attempts = 0

  function toRequestTarget({ path, query = [], uniqueParameter }: UpstreamRequest): string {
    const parameters = new URLSearchParams()
    for (const [name, value] of query) parameters.append(name, value)
    attempts += 1
    // The value starts with the time, so that other processes do not use the same values.
    if (uniqueParameter !== undefined) parameters.append(uniqueParameter, `${now()}${attempts}`)
    return `${basePath}${path}${parameters.size > 0 ? `?${parameters.toString()}` : ''}`
  }

  /** `wasLastAnswerSuspect`: the time of an earlier response to this request was suspect (see answer-time.ts). */
  async function attempt(
    request: UpstreamRequest,
    wasLastAnswerSuspect: boolean,
    signal: AbortSignal,
  ): Promise<UpstreamResponse> {
    const target = toRequestTarget(request)
    const method = request.post === undefined ? 'GET' : 'POST'
    const signature = await signatures.signRequest({
      method,
      path: target.split('?', 1)[0] ?? '',
      atMs: times.platformNowMs(),
    })
    const sentAtMs = times.nowMs()
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(tuning.requestTimeoutMs)])
    const response = await pool.request({
      path: target,
      method,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'gzip',
        'user-agent': 'oddslog',
        ...(request.post === undefined ? {} : { 'content-type': 'application/json' }),
        ...signature,
      },
      body: request.post ?? null,
      signal: deadline,
    })
    const text = await readText(response, tuning.maxBodyBytes)
    const received: ReceivedResponse = {
      status: response.statusCode,
      headers: response.headers,
      text,
      url: base.origin + target,
      sentAtMs,
      signature,
      wasSuspect: wasLastAnswerSuspect,
      receivedAtMs: now(),
    }
    return readResponse(request, received, { times, signatures })
  }

  return { attempt, close: (): Promise<void> => pool.destroy() }
}

/** Returns the answer in the response. Throws a FailedAttempt if the response is not usable. */
function readResponse(
  request: UpstreamRequest,
  { status, headers, text, url, sentAtMs, signature, wasSuspect, receivedAtMs }: ReceivedResponse,
  { times, signatures }: Pick<AttemptDeps, 'times' | 'signatures'>,
): UpstreamResponse {
  const isHtml = String(headers['content-type'] ?? '').includes('text/html') || /^\s*</.test(text)
  const toFailure = (outcome: string, details: { pauseMs?: number | null; cause?: unknown } = {}) =>
    new FailedAttempt(`${request.route}: ${outcome}`, { outcome, status, ...details })
  if (status === 429 || status === 503) {
    const pauseMs = retryAfterMs(headers['retry-after'], receivedAtMs)
    throw toFailure(String(status), { pauseMs: pauseMs && Math.min(pauseMs, maxPauseMs) })
  }
  if (isHtml) throw toFailure('html')
  if (status === 408 || status === 425 || status >= 500 || status < 200)
    throw toFailure(String(status))
  // Error pages were rejected before this line, because their `Date` may be the time of a proxy.
  const { asOfMs, suspicion, clockDifferenceMs } = times.computeTime(headers, sentAtMs)
  // The request is retried, because its signature may have contained a wrong time. This response has just
  // corrected the estimate of the platform's time, with which the next attempt is signed.
  if (signatures.isRejection(status))
    throw new FailedAttempt(`${request.route}: 401, ${signatures.advice}`, {
      outcome: '401',
      status,
    })
  if (status >= 300) {
    const excerpt = withoutHeaderValues(text, signature).slice(0, 200)
    throw new FailedAttempt(`${request.route} returned ${status}: ${excerpt}`, {
      outcome: String(status),
      kind: 'refused',
      status,
      asOfMs,
    })
  }
  if (request.isEvidence === true && suspicion !== null && !wasSuspect) {
    throw toFailure(suspicion)
  }
  let value: unknown
  try {
    value = parseBounded(text).value
  } catch (cause) {
    throw toFailure('not_json', { cause })
  }
  if (!request.hasExpectedShape(value)) throw toFailure('unexpected_shape')
  return { url, text, value, receivedAtMs, asOfMs, clockDifferenceMs }
}
