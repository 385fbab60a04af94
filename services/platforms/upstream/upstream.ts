// HTTP client of one host of a platform, used by the sources: rate limits, time-outs, validation
// and retries.
import { Pool } from 'undici'
import type { Platform } from '../../../schemas/generated/events.ts'
import { parseBounded } from '../../lib/run/bounded-json.ts'
import { backOffMs, type BackOff } from '../../lib/run/retry.ts'
import type { Sleep } from '../../lib/run/wait.ts'
import type { RequestSigner } from '../credentials.ts'
import type { RequestClass } from '../request-class.ts'
import { createAnswerTimes, isSuspicion } from './answer-time.ts'
import { readText } from './body.ts'
import { FailedAttempt, toFailedAttempt } from './failed-attempt.ts'
import {
  createRequestSignatures,
  withoutValues,
  type SignatureObserver,
} from './request-signatures.ts'
import { retryAfterMs } from './retry-after.ts'
import { createSlots } from './slots.ts'
import { maxPauseMs, type TokenBucket } from './token-bucket.ts'

/**
 * The platforms' CDNs return error pages to clients with many concurrent requests. This is the
 * maximum over all processes together; each process may always send one.
 */
const maxConcurrentRequests = 4

export type Query = readonly (readonly [name: string, value: string])[]

export interface UpstreamRequest {
  /** Label of the route in metrics, without ids. */
  readonly route: string
  readonly path: string
  readonly query?: Query
  /** A JSON body. If present, the request is a POST. */
  readonly post?: string
  readonly bucket: TokenBucket
  readonly requestClass: RequestClass
  /**
   * Whether the parsed response has the expected shape. If not, the attempt has failed and is
   * repeated.
   */
  readonly hasExpectedShape: (value: unknown) => boolean
  /**
   * A watermark will depend on the response. A response from a cache, or with an unexpected `Date`, is
   * requested again. If the second one is such a response, too, it is accepted.
   */
  readonly isEvidence?: boolean
  /**
   * The name of a query parameter that the platform ignores. It gets a new value in each attempt, so that
   * no cache has a response for the URL.
   */
  readonly uniqueParameter?: string
}

export interface UpstreamResponse {
  /** The full URL of the request. */
  readonly url: string
  readonly text: string
  /** `text`, parsed, without the values that are nested too deep. */
  readonly value: unknown
  readonly receivedAtMs: number
  /** The response contains what happened before this time; -Infinity if that is unknown. */
  readonly asOfMs: number
}

export interface Upstream {
  /** Rejects with UpstreamError, or with the signal's reason. */
  send(request: UpstreamRequest, signal: AbortSignal): Promise<UpstreamResponse>
  /**
   * The platform's clock, estimated from the last response. It decides what is requested. What is complete
   * depends on the `asOfMs` of responses.
   */
  readonly nowMs: () => number
  close(): Promise<void>
}

export interface UpstreamTuning {
  /**
   * Time-outs of one request: for connecting, for the headers, for silence within the body, and for
   * everything together.
   */
  readonly connectTimeoutMs: number
  readonly headersTimeoutMs: number
  readonly bodyTimeoutMs: number
  readonly requestTimeoutMs: number
  /** Maximum size of a decompressed body. */
  readonly maxBodyBytes: number
  /** Maximum attempts of one request, and the back-off between them. */
  readonly attempts: number
  readonly backOff: BackOff
}

export interface UpstreamObserver extends SignatureObserver {
  /** Counts requests by class, route and result, and list entries that a platform omits. */
  count(what: 'requests' | 'left_out', labels: Readonly<Record<string, string>>, by?: number): void
  /** Requests of the class began to wait (`by` 1), or were sent or given up (`by` -1). */
  waiting(platform: Platform, requestClass: RequestClass, by: 1 | -1): void
  /** This rate is reserved for the class now, by the rate limit of this name. */
  reserved(platform: Platform, limit: string, requestClass: RequestClass, perSecond: number): void
}

export interface UpstreamDeps {
  readonly platform: Platform
  readonly tuning: UpstreamTuning
  readonly now: () => number
  /** See createSteadyClock; `now` if omitted. */
  readonly steadyNow?: () => number
  readonly sleep: Sleep
  readonly random: () => number
  readonly observer: UpstreamObserver
  /** Signs each attempt. If it is null or omitted, the requests are anonymous. */
  readonly signer?: RequestSigner | null
  /** Resolves when a request of the class may be sent. If omitted, requests are never held back. */
  readonly untilSendable?: (requestClass: RequestClass, signal: AbortSignal) => Promise<void>
}

/** `fraction`: the fraction of the host's request limits that this process may use now, 0 to 1. */
export function createUpstream(
  baseUrl: string,
  deps: UpstreamDeps,
  fraction: () => number = () => 1,
): Upstream {
  const { tuning, now, sleep, random, observer, platform } = deps
  const base = new URL(baseUrl)
  const basePath = base.pathname.replace(/\/+$/, '')
  const pool = new Pool(base.origin, {
    connections: maxConcurrentRequests,
    connect: { timeout: tuning.connectTimeoutMs },
    headersTimeout: tuning.headersTimeoutMs,
    bodyTimeout: tuning.bodyTimeoutMs,
  })
  const slots = createSlots(() => Math.round(maxConcurrentRequests * fraction()))
  const times = createAnswerTimes(now, deps.steadyNow ?? now)
  const signatures = createRequestSignatures(platform, deps.signer ?? null, observer)
  let attempts = 0

  function toTarget({ path, query = [], uniqueParameter }: UpstreamRequest): string {
    const parameters = new URLSearchParams()
    for (const [name, value] of query) parameters.append(name, value)
    attempts += 1
    // The value starts with the time, so that other processes do not use the same values.
    if (uniqueParameter !== undefined) parameters.append(uniqueParameter, `${now()}${attempts}`)
    return `${basePath}${path}${parameters.size > 0 ? `?${parameters.toString()}` : ''}`
  }

  /** `wasSuspect` says that the time of an earlier response to this request was suspect. */
  async function attempt(
    request: UpstreamRequest,
    wasSuspect: boolean,
    signal: AbortSignal,
  ): Promise<UpstreamResponse> {
    const target = toTarget(request)
    const method = request.post === undefined ? 'GET' : 'POST'
    const signature = await signatures.sign({
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
    const status = response.statusCode
    const text = await readText(response, tuning.maxBodyBytes)
    const receivedAtMs = now()
    const isHtml =
      String(response.headers['content-type'] ?? '').includes('text/html') || /^\s*</.test(text)
    const failed = (outcome: string, more: { pauseMs?: number | null; cause?: unknown } = {}) =>
      new FailedAttempt(`${request.route}: ${outcome}`, { outcome, status, ...more })
    if (status === 429 || status === 503) {
      const pauseMs = retryAfterMs(response.headers['retry-after'], receivedAtMs)
      throw failed(String(status), { pauseMs: pauseMs && Math.min(pauseMs, maxPauseMs) })
    }
    if (isHtml) throw failed('html')
    if (status === 408 || status === 425 || status >= 500 || status < 200)
      throw failed(String(status))
    // The `Date` of an error page may be the time of a proxy.
    const { asOfMs, suspicion } = times.take(response.headers, sentAtMs)
    // The request is retried, because the rejected signature may have had a wrong time. The next attempt signs
    // with the platform's time, which this response has just corrected.
    if (signatures.isRejection(status))
      throw new FailedAttempt(`${request.route}: 401, ${signatures.advice}`, {
        outcome: '401',
        status,
      })
    if (status >= 300) {
      const excerpt = withoutValues(text, signature).slice(0, 200)
      throw new FailedAttempt(`${request.route} returned ${status}: ${excerpt}`, {
        outcome: String(status),
        kind: 'refused',
        status,
        asOfMs,
      })
    }
    if (request.isEvidence === true && suspicion !== null && !wasSuspect) {
      throw failed(suspicion)
    }
    let value: unknown
    try {
      value = parseBounded(text).value
    } catch (cause) {
      throw failed('not_json', { cause })
    }
    if (!request.hasExpectedShape(value)) throw failed('unexpected_shape')
    return { url: base.origin + target, text, value, receivedAtMs, asOfMs }
  }

  /** Makes an attempt as soon as the rate limit and the limit of concurrent requests allow it. */
  async function attemptInTurn(
    request: UpstreamRequest,
    wasSuspect: boolean,
    signal: AbortSignal,
  ): Promise<UpstreamResponse> {
    const { bucket, requestClass } = request
    observer.waiting(platform, requestClass, 1)
    try {
      await deps.untilSendable?.(requestClass, signal)
      await bucket.take({ requestClass, slots }, signal)
    } finally {
      observer.waiting(platform, requestClass, -1)
    }
    try {
      return await attempt(request, wasSuspect, signal)
    } finally {
      slots.release(requestClass)
    }
  }

  return {
    async send(request, signal) {
      const { route, requestClass } = request
      const count = (outcome: string): void =>
        observer.count('requests', { platform, class: requestClass, route, outcome })
      let wasSuspect = false
      for (let failures = 0; ; failures += 1) {
        try {
          const response = await attemptInTurn(request, wasSuspect, signal)
          count('ok')
          signatures.report(true)
          return response
        } catch (cause) {
          signal.throwIfAborted()
          const error = toFailedAttempt(route, cause)
          count(error.outcome)
          if (error.kind !== 'failed') throw error
          wasSuspect ||= isSuspicion(error.outcome)
          const pauseMs = error.pauseMs ?? backOffMs({ ...tuning.backOff, random }, failures)
          // A 429 concerns the client, not this request: pause the whole route group.
          if (error.status === 429) request.bucket.refuse(now() + pauseMs)
          if (failures + 1 >= tuning.attempts) {
            if (signatures.isRejection(error.status)) signatures.report(false)
            throw error
          }
          await sleep(pauseMs, signal)
        }
      }
    },
    nowMs: times.platformNowMs,
    close: () => pool.destroy(),
  }
}
