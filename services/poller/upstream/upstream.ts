// One host of a platform: asks politely, reads defensively, and tries again what may work again.
import { Pool } from 'undici'
import type { Platform } from '../../../schemas/generated/events.ts'
import type { PollerObserver } from '../observer.ts'
import type { PollerTuning } from '../tuning.ts'
import { createTurns } from '../turns.ts'
import { backoffMs, type Sleep } from '../wait.ts'
import { readText, TooLarge } from './body.ts'
import { retryAfterMs } from './retry-after.ts'
import type { TokenBucket } from './token-bucket.ts'
import { UpstreamError } from './upstream-error.ts'

/**
 * The platforms' edges answer eager clients with error pages: this many requests at a time from all
 * processes together, one from each at the least.
 */
const concurrentRequests = 4
/** A Retry-After beyond this is not believed. */
const longestPauseMs = 120_000

export interface UpstreamRequest {
  /** Names the route in metrics; no ids in it. */
  readonly route: string
  readonly path: string
  readonly query?: readonly (readonly [name: string, value: string])[]
  /** A JSON body makes it a POST. */
  readonly post?: string
  readonly bucket: TokenBucket
  /** Whether the JSON has the shape that was asked for; if not, it counts as a failure and is asked for again. */
  readonly isExpected: (value: unknown) => boolean
}

export interface UpstreamAnswer {
  /** The full address that was asked. */
  readonly url: string
  readonly text: string
  /** JSON.parse of `text`. */
  readonly value: unknown
  readonly receivedAtMs: number
}

export interface Upstream {
  /** Rejects with UpstreamError, or with the signal's reason. */
  ask(request: UpstreamRequest, signal: AbortSignal): Promise<UpstreamAnswer>
  /**
   * The platform's clock, or ours if that is behind: never later than what its answers have said.
   * As of the last answer.
   */
  readonly nowMs: () => number
  close(): Promise<void>
}

/** One attempt that may be repeated. */
class Attempt extends Error {
  readonly outcome: string
  readonly status: number
  readonly pauseMs: number | null
  constructor(
    outcome: string,
    status: number,
    options: { pauseMs?: number; cause?: unknown } = {},
  ) {
    super(outcome, { cause: options.cause })
    this.outcome = outcome
    this.status = status
    this.pauseMs = options.pauseMs ?? null
  }
}

export interface UpstreamDeps {
  readonly platform: Platform
  readonly tuning: PollerTuning
  readonly now: () => number
  readonly sleep: Sleep
  readonly random: () => number
  readonly observer: PollerObserver
}

/** `part`: which part of the work with this host is ours now, 0 to 1. */
export function createUpstream(
  baseUrl: string,
  deps: UpstreamDeps,
  part: () => number = () => 1,
): Upstream {
  const { tuning, now, sleep, random, observer, platform } = deps
  const base = new URL(baseUrl)
  const basePath = base.pathname.replace(/\/+$/, '')
  const pool = new Pool(base.origin, {
    connections: concurrentRequests,
    connect: { timeout: tuning.connectTimeoutMs },
    headersTimeout: tuning.headersTimeoutMs,
    bodyTimeout: tuning.bodyTimeoutMs,
  })
  const turns = createTurns(() => Math.round(concurrentRequests * part()))
  /** How far the platform's clock is behind ours; never positive. */
  let clockOffsetMs = 0

  async function attempt(
    request: UpstreamRequest,
    target: string,
    signal: AbortSignal,
  ): Promise<UpstreamAnswer> {
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(tuning.requestTimeoutMs)])
    const response = await pool.request({
      path: target,
      method: request.post === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'application/json',
        'accept-encoding': 'gzip',
        'user-agent': 'oddslog',
        ...(request.post === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: request.post ?? null,
      signal: deadline,
    })
    const status = response.statusCode
    const text = await readText(response, tuning.maxBodyBytes)
    const receivedAtMs = now()
    const saidMs = Date.parse(String(response.headers['date'] ?? ''))
    if (Number.isFinite(saidMs)) clockOffsetMs = Math.min(0, saidMs - receivedAtMs)

    const isHtml =
      String(response.headers['content-type'] ?? '').includes('text/html') || /^\s*</.test(text)
    if (status === 429 || status === 503) {
      const pauseMs = retryAfterMs(response.headers['retry-after'], receivedAtMs)
      throw new Attempt(
        String(status),
        status,
        pauseMs === null ? {} : { pauseMs: Math.min(pauseMs, longestPauseMs) },
      )
    }
    if (isHtml) throw new Attempt('html', status)
    if (status === 408 || status === 425 || status >= 500 || status < 200) {
      throw new Attempt(String(status), status)
    }
    if (status >= 300) {
      throw new UpstreamError(`${request.route} answered ${status}: ${text.slice(0, 200)}`, {
        kind: 'refused',
        status,
      })
    }
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch (cause) {
      throw new Attempt('not_json', status, { cause })
    }
    if (!request.isExpected(value)) throw new Attempt('unexpected_shape', status)
    return { url: base.origin + target, text, value, receivedAtMs }
  }

  return {
    async ask(request, signal) {
      const query = new URLSearchParams()
      for (const [name, value] of request.query ?? []) query.append(name, value)
      const target = `${basePath}${request.path}${query.size > 0 ? `?${query.toString()}` : ''}`
      for (let tried = 0; ; tried += 1) {
        let failure: Attempt
        try {
          // Outside the limit: a route group that has to be quiet must not hold the host's connections.
          await request.bucket.take(signal)
          const answer = await turns(() => attempt(request, target, signal), signal)
          observer.count('requests', { platform, route: request.route, outcome: 'ok' })
          return answer
        } catch (error) {
          signal.throwIfAborted()
          if (error instanceof TooLarge) {
            observer.count('requests', { platform, route: request.route, outcome: 'too_large' })
            throw new UpstreamError(`${request.route}: ${error.message}`, {
              kind: 'too_large',
              status: 200,
              cause: error,
            })
          }
          if (error instanceof UpstreamError) {
            observer.count('requests', {
              platform,
              route: request.route,
              outcome: String(error.status),
            })
            throw error
          }
          failure = error instanceof Attempt ? error : new Attempt('network', 0, { cause: error })
        }
        observer.count('requests', { platform, route: request.route, outcome: failure.outcome })
        const waitMs =
          failure.pauseMs ??
          backoffMs({
            attempt: tried,
            baseMs: tuning.backoffBaseMs,
            capMs: tuning.backoffCapMs,
            random,
          })
        // A 429 is about the client, not about this request: the whole route group keeps quiet.
        if (failure.status === 429) request.bucket.pauseUntil(now() + waitMs)
        if (tried + 1 >= tuning.attempts) {
          throw new UpstreamError(`${request.route}: ${failure.outcome}`, {
            kind: 'failed',
            status: failure.status,
            cause: failure,
          })
        }
        await sleep(waitMs, signal)
      }
    },
    nowMs: () => now() + clockOffsetMs,
    close: () => pool.destroy(),
  }
}
