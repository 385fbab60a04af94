// Makes one attempt to deliver a message: an HTTP POST.
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { retryAfterMs } from '../lib/run/retry-after.ts'
import { checkLiteralAddress, createCheckedLookup, createHostResolver } from './addresses.ts'

export interface OutgoingMessage {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * The result of an attempt. `retryAfterMs`: how long the receiver asks to wait before the next attempt; null if it
 * does not say.
 */
export type SendResult =
  | { readonly kind: 'delivered' }
  /** The receiver wants no more messages (HTTP 410). */
  | { readonly kind: 'gone'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string; readonly retryAfterMs: number | null }

/** Never rejects, unless the signal aborts. */
export type Send = (message: OutgoingMessage, signal: AbortSignal) => Promise<SendResult>

export interface SendOptions {
  /** Whether messages may be sent to addresses that are not public, and over plain HTTP. */
  readonly allowPrivate: boolean
  /** Unix milliseconds. */
  readonly now: () => number
  /** Time for the whole attempt; 15 s if omitted. */
  readonly timeoutMs?: number
  /** Resolves host names; only tests pass it. */
  readonly lookup?: ReturnType<typeof createCheckedLookup>
}

export function createSend(options: SendOptions): Send {
  const { allowPrivate, now, timeoutMs = 15_000 } = options
  const lookup = options.lookup ?? createCheckedLookup(createHostResolver())

  function post({ url, headers, body }: OutgoingMessage, signal: AbortSignal): Promise<SendResult> {
    const target = new URL(url)
    if (!allowPrivate) checkLiteralAddress(target)
    const request = target.protocol === 'https:' ? requestHttps : requestHttp
    return new Promise((resolve, reject) => {
      const sent = request(
        target,
        {
          method: 'POST',
          headers: {
            ...headers,
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
            'user-agent': 'oddslog-webhooks',
          },
          // each attempt has a connection of its own, which is closed at the end of the attempt
          agent: false,
          signal,
          ...(allowPrivate ? {} : { lookup }),
        },
        (response) => {
          resolve(toResult(response, now()))
          // The body is not needed, and a receiver could send one that never ends, so it is not read.
          response.destroy()
        },
      )
      sent.on('error', reject)
      // If the receiver switches protocols (HTTP 101), the request closes without an error and without a response.
      sent.on('close', () => reject(new Error('the receiver ended the request without a response')))
      sent.end(body)
    })
  }

  return async (message, signal) => {
    const deadline = AbortSignal.timeout(timeoutMs)
    try {
      return await post(message, AbortSignal.any([signal, deadline]))
    } catch (error) {
      signal.throwIfAborted()
      const reason = deadline.aborted
        ? `no response within ${timeoutMs / 1000} s`
        : describeError(error)
      return { kind: 'failed', reason, retryAfterMs: null }
    }
  }
}

function toResult({ statusCode = 0, headers }: IncomingMessage, nowMs: number): SendResult {
  if (statusCode >= 200 && statusCode < 300) return { kind: 'delivered' }
  const reason = `HTTP ${statusCode}`
  if (statusCode === 410) return { kind: 'gone', reason }
  if (statusCode >= 300 && statusCode < 400)
    return { kind: 'failed', reason: `${reason}: redirects are not followed`, retryAfterMs: null }
  return { kind: 'failed', reason, retryAfterMs: retryAfterMs(headers['retry-after'], nowMs) }
}

/** Returns only the code of a system error, because the message contains the address that the host name resolved to. */
function describeError(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? message
}
