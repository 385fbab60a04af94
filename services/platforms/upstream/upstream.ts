// HTTP client of one host of a platform, used by the sources: rate limits, time-outs, validation
// and retries.
import type { Platform } from '../../../schemas/generated/events.ts'
import { backOffMs, type BackOff } from '../../lib/run/retry.ts'
import type { Sleep } from '../../lib/run/wait.ts'
import type { RequestSigner } from '../credentials.ts'
import type { RequestClass } from '../request-class.ts'
import { createAnswerTimes, isSuspectOutcome } from './answer-time.ts'
import { createAttempts, maxConcurrentRequests } from './attempts.ts'
import { toFailedAttempt } from './failed-attempt.ts'
import { createRequestSignatures, type SignatureObserver } from './request-signatures.ts'
import { createRequestSlots } from './request-slots.ts'
import type { TokenBucket } from './token-bucket.ts'

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
   * Whether a watermark will depend on the response. If so, and the response comes from a cache or has an
   * unexpected `Date`, the request is repeated once; the second response is accepted in any case.
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
  /** The value of `Upstream.clockDifferenceMs` when the response was received. */
  readonly clockDifferenceMs: number
}

export interface Upstream {
  /** Rejects with UpstreamError, or with the signal's reason. */
  send(request: UpstreamRequest, signal: AbortSignal): Promise<UpstreamResponse>
  /**
   * The platform's clock, estimated from the last response. The poller uses this time to decide what to request. What
   * is complete depends on the `asOfMs` of responses.
   */
  readonly nowMs: () => number
  /** By how much the platform's clock is ahead of the system clock; see AnswerTimes. */
  readonly clockDifferenceMs: () => number
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
  /**
   * Reports by how much the platform's clock is ahead of the system clock; see AnswerTimes.
   */
  reportClockDifference(platform: Platform, differenceMs: number): void
  /** Counts requests by class, route and result, and list entries that a platform omits. */
  count(
    counter: 'requests' | 'left_out',
    labels: Readonly<Record<string, string>>,
    by?: number,
  ): void
  /** Reports that a request of the class has begun to wait (`by` 1), or was sent or given up (`by` -1). */
  reportWaitingRequests(platform: Platform, requestClass: RequestClass, by: 1 | -1): void
  /** Reports the rate that the rate limit `limit` reserves for the class now. */
  reportReservedRate(
    platform: Platform,
    limit: string,
    requestClass: RequestClass,
    requestsPerSecond: number,
  ): void
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
  readonly waitUntilSendable?: (requestClass: RequestClass, signal: AbortSignal) => Promise<void>
  /** Called with the number of characters of each usable response. */
  readonly onResponse?: (requestClass: RequestClass, characters: number) => void
}

/** `quotaFraction`: the fraction of the host's request limits that this process may use now, 0 to 1. */
export function createUpstream(
  baseUrl: string,
  deps: UpstreamDeps,
  quotaFraction: () => number = () => 1,
): Upstream {
  const { tuning, now, sleep, random, observer, platform } = deps
  const slots = createRequestSlots(() => Math.round(maxConcurrentRequests * quotaFraction()))
  const times = createAnswerTimes(now, deps.steadyNow ?? now, (differenceMs) =>
    observer.reportClockDifference(platform, differenceMs),
  )
  const signatures = createRequestSignatures(platform, deps.signer ?? null, observer)
  const { attempt, close } = createAttempts(baseUrl, { tuning, now, times, signatures })

  /** Waits until the rate limit and the limit of concurrent requests allow an attempt, and then makes the attempt. */
  async function attemptWhenAllowed(
    request: UpstreamRequest,
    wasLastAnswerSuspect: boolean,
    signal: AbortSignal,
  ): Promise<UpstreamResponse> {
    const { bucket, requestClass } = request
    observer.reportWaitingRequests(platform, requestClass, 1)
    try {
      await deps.waitUntilSendable?.(requestClass, signal)
      await bucket.take({ requestClass, slots }, signal)
    } finally {
      observer.reportWaitingRequests(platform, requestClass, -1)
    }
    try {
      return await attempt(request, wasLastAnswerSuspect, signal)
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
          const response = await attemptWhenAllowed(request, wasSuspect, signal)
          count('ok')
          deps.onResponse?.(requestClass, response.text.length)
          signatures.report(true)
          return response
        } catch (cause) {
          signal.throwIfAborted()
          const error = toFailedAttempt(route, cause)
          count(error.outcome)
          if (error.kind !== 'failed') throw error
          wasSuspect ||= isSuspectOutcome(error.outcome)
          const pauseMs = error.pauseMs ?? backOffMs({ ...tuning.backOff, random }, failures)
          // A 429 concerns not only this request but all requests of the client, so all routes of the token
          // bucket pause.
          if (error.status === 429) request.bucket.noteRefusal(now() + pauseMs)
          if (failures + 1 >= tuning.attempts) {
            if (signatures.isRejection(error.status)) signatures.report(false)
            throw error
          }
          await sleep(pauseMs, signal)
        }
      }
    },
    nowMs: times.platformNowMs,
    clockDifferenceMs: times.clockDifferenceMs,
    close,
  }
}
