// Retries calls to the store during short outages: while the chDB child or the server restarts.
// clickhouse.ts sends its requests through this module, which gets the client from connector.ts.
import type { ClickHouseClient } from '@clickhouse/client'
import { retry } from '../run/retry.ts'
import type { Connector } from './connector.ts'
import { isServerError, toStoreFailure, wasRequestNeverSent } from './failures.ts'
import { StoreUnavailable } from './port.ts'

type Work<T> = (client: ClickHouseClient, signal?: AbortSignal) => Promise<T>

export interface RetryingClient {
  /**
   * For requests that may be executed twice. Sends the request again when the connection was lost. Rejects with
   * StoreError or StoreUnavailable. After `timeoutMs`, aborts the signal that `work` received and rejects with
   * StoreUnavailable.
   */
  runIdempotent<T>(work: Work<T>, timeoutMs?: number): Promise<T>
  /** Like runIdempotent, without a timeout. Rejects with StoreUnavailable when `signal` aborts. */
  runUntilAborted<T>(work: Work<T>, signal: AbortSignal): Promise<T>
  /**
   * For requests that must not be executed twice. Waits while the store is unavailable, then sends the
   * request once: if the connection is lost after that, the store may have executed it.
   */
  runOnce<T>(work: Work<T>): Promise<T>
  /** Makes waiting and later calls reject with StoreUnavailable. */
  stop(): void
}

/**
 * How long calls wait for a store that is unavailable. A restart of the chDB child takes only about 0.5
 * s; a restart of a server can take some seconds.
 */
const maxOutageMs = 8_000
const reconnectPolicy = { firstMs: 50, maxMs: maxOutageMs }

export function createRetryingClient(connector: Connector): RetryingClient {
  const stopping = new AbortController()

  async function runWithRetries<T>(
    work: Work<T>,
    isRetriable: (cause: unknown) => boolean,
    timeout: { readonly ms: number; readonly signal?: AbortSignal } = { ms: Infinity },
  ): Promise<T> {
    const withinMs = Math.min(maxOutageMs, timeout.ms)
    const until = performance.now() + withinMs
    const attempt = async (): Promise<T> => {
      const client = await connector.client(Math.max(0, until - performance.now()))
      // the client ignores a signal that has aborted before the request
      timeout.signal?.throwIfAborted()
      return work(client, timeout.signal)
    }
    try {
      return await retry(attempt, {
        ...reconnectPolicy,
        withinMs,
        isRetriable: (cause) => isRetriable(cause) && timeout.signal?.aborted !== true,
        signal: stopping.signal,
      })
    } catch (cause) {
      if (timeout.signal?.aborted === true)
        throw new StoreUnavailable(
          timeout.ms === Infinity
            ? 'the caller cancelled the request to the store'
            : `the store did not answer within ${timeout.ms} ms`,
          { cause },
        )
      throw toStoreFailure(cause)
    }
  }

  const isRetriable = (cause: unknown): boolean => !isServerError(cause)

  async function runIdempotent<T>(work: Work<T>, timeoutMs?: number): Promise<T> {
    if (timeoutMs === undefined) return runWithRetries(work, isRetriable)
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(), timeoutMs)
    try {
      const { signal } = deadline
      return await runWithRetries(work, isRetriable, { ms: timeoutMs, signal })
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    runIdempotent,
    runUntilAborted: (work, signal) => runWithRetries(work, isRetriable, { ms: Infinity, signal }),
    runOnce: (work) => runWithRetries(work, wasRequestNeverSent),
    stop: () => stopping.abort(new StoreUnavailable('the store is closed')),
  }
}
