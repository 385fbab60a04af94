// Repeats a request that failed for a time: as the service asks for with Retry-After, or with growing delays.
import { ApiError, ConnectionError } from './errors.ts'

export interface RetryPolicy {
  /** Attempts after the first one. */
  readonly retries: number
  /** Longest sum of all waits of one request. If the service asks for a longer one, the request fails at once. */
  readonly maxWaitMs: number
}

/** The longest wait that a rate limit of one minute can ask for, and a second one. */
export const defaultRetryPolicy: RetryPolicy = { retries: 5, maxWaitMs: 120_000 }

const firstBackoffMs = 500
const temporaryStatuses = [502, 503, 504]

/**
 * `isSafe`: repeating the request changes nothing, even if the service has executed it already. `pause` waits
 * between two attempts.
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  policy: RetryPolicy,
  isSafe: boolean,
  pause: (ms: number) => Promise<void>,
): Promise<T> {
  let waitedMs = 0
  for (let retries = 0; ; retries++) {
    try {
      return await attempt()
    } catch (error) {
      const delayMs = retries < policy.retries ? delayBefore(error, retries, isSafe) : null
      if (delayMs === null || waitedMs + delayMs > policy.maxWaitMs) throw error
      waitedMs += delayMs
      await pause(delayMs)
    }
  }
}

/** Null: another attempt is useless or unsafe. */
function delayBefore(error: unknown, retries: number, isSafe: boolean): number | null {
  const backoffMs = backoff(retries)
  if (error instanceof ConnectionError) return isSafe ? backoffMs : null
  if (!(error instanceof ApiError)) return null
  // the service has not executed a request that it answers with 429
  const isTemporary = error.status === 429 || (isSafe && temporaryStatuses.includes(error.status))
  return isTemporary ? (error.retryAfterMs ?? backoffMs) : null
}

/** Up to half of each delay is random, so that clients that failed together do not come back together. */
export function backoff(retries: number): number {
  return firstBackoffMs * 2 ** retries * (1 - Math.random() / 2)
}

/** Rejects with the reason of `signal` when it aborts. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }
    const timer = setTimeout(end, ms)
    const abort = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    if (signal?.aborted) abort()
    else signal?.addEventListener('abort', abort, { once: true })
  })
}
