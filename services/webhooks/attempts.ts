// Signs messages and makes attempts to deliver them. Limits how many attempts of all webhooks run at a time.
import type { Webhook } from '../domain/webhook-registry.ts'
import { createConcurrencyLimit } from '../lib/run/concurrency-limit.ts'
import { signMessage, webhookSecretOf } from '../lib/run/webhook-signing.ts'
import type { StoredMessage } from './endpoint.ts'
import type { Send, SendResult } from './send.ts'

/**
 * Maximum number of concurrent attempts to deliver a message. `working`: for webhooks whose last attempt succeeded.
 * `failing`: for webhooks whose last attempt failed. With separate limits, receivers that never answer do not delay
 * messages to receivers that do.
 */
const maxAttempts = { working: 64, failing: 16 } as const

export interface AttemptDeliveryOptions {
  /** The secret from which the secret of each webhook is derived. */
  readonly secret: string
  readonly send: Send
  /** Unix milliseconds. */
  readonly now: () => number
  readonly onDeliveryAttempted: (result: SendResult['kind']) => void
}

/**
 * Makes one attempt to deliver a message. Rejects only if the signal aborts. `isFailing`: the last attempt of this
 * webhook failed.
 */
export type AttemptDelivery = (
  webhook: Webhook,
  message: StoredMessage,
  isFailing: boolean,
  signal: AbortSignal,
) => Promise<SendResult>

export function createAttemptDelivery({
  secret,
  send,
  now,
  onDeliveryAttempted,
}: AttemptDeliveryOptions): AttemptDelivery {
  const working = createConcurrencyLimit(() => maxAttempts.working)
  const failing = createConcurrencyLimit(() => maxAttempts.failing)
  return ({ id, definition: { url } }, message, isFailing, signal) => {
    const limit = isFailing ? failing : working
    return limit(async () => {
      const body = bodyOf(message)
      const signed = { id: message.message_id, sentAtMs: now(), body }
      const headers = signMessage(webhookSecretOf(secret, id), signed)
      const result = await send({ url, headers, body }, signal)
      onDeliveryAttempted(result.kind)
      return result
    }, signal)
  }
}

/** Returns the body of the request that delivers the message. It is the same in each attempt. */
function bodyOf({ type, occurred_at_ms: occurredAtMs, offset, data }: StoredMessage): string {
  const timestamp = new Date(occurredAtMs).toISOString()
  return JSON.stringify({ type, timestamp, position: offset, data: JSON.parse(data) })
}
