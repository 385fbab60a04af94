// The endpoints of all webhooks: each delivers its own messages, and none waits for another.
import type { WebhookDelivery } from '../../schemas/generated/events.ts'
import type { Webhook } from '../domain/webhook-registry.ts'
import type { Batch } from '../lib/log/port.ts'
import type { AttemptDelivery } from './attempts.ts'
import { createEndpoint, type Endpoint } from './endpoint.ts'
import type { MessageLog } from './message-log.ts'

export interface EndpointsOptions {
  readonly messageLog: MessageLog
  /** The high watermark of the topic `webhook-messages` at the start. */
  readonly messagesEnd: number
  readonly attempt: AttemptDelivery
  /** Unix milliseconds. */
  readonly now: () => number
  /** For jitter: from 0 to 1. */
  readonly random: () => number
  readonly onChanged: (webhookId: string) => void
  readonly onDisabled: (webhookId: string, reason: string) => void
  /** Ends all deliveries when it aborts. */
  readonly signal: AbortSignal
  /** Called when a delivery ends because messages cannot be read. */
  readonly onFailed: (error: unknown) => void
}

export interface EndpointCounts {
  readonly delivering: number
  /** Number of enabled webhooks whose last attempt failed. */
  readonly failing: number
  readonly disabled: number
}

export interface Endpoints {
  /**
   * Adds the endpoint of a webhook. `storedDelivery`: the state of its delivery in the log; undefined for a new
   * webhook. `changesOffset`: offset in `webhooks` of the record that created the webhook.
   */
  add(webhook: Webhook, storedDelivery: WebhookDelivery | undefined, changesOffset: number): void
  remove(webhook: Webhook): void
  get(webhookId: string): Endpoint | undefined
  /** Returns the offset before which all messages are delivered. */
  oldestPosition(): number
  /** Passes records of `webhook-messages` to the endpoints. */
  offer(batch: Batch): void
  /** Starts the deliveries. All messages before `messagesEnd` (the option) must have been offered before this call. */
  start(): void
  counts(): EndpointCounts
  /** Resolves when all deliveries have ended, after `signal` has aborted. */
  waitUntilEnded(): Promise<void>
}

export function createEndpoints(options: EndpointsOptions): Endpoints {
  const { messageLog, attempt, now, random, onChanged, onDisabled, signal, onFailed } = options
  const endpoints = new Map<string, Endpoint & { readonly removal: AbortController }>()
  const runs = new Set<Promise<void>>()
  let { messagesEnd } = options
  let isStarted = false

  function run(endpoint: Endpoint, removal: AbortController): void {
    const ended = endpoint.run(AbortSignal.any([signal, removal.signal])).catch(onFailed)
    runs.add(ended)
    void ended.then(() => runs.delete(ended))
  }

  return {
    add(webhook, storedDelivery, changesOffset) {
      const { id } = webhook
      const endpoint = createEndpoint({
        delivery: storedDelivery ?? createDelivery(id, messagesEnd, changesOffset),
        send: (...message) => attempt(webhook, ...message),
        readMessages: (from, max) => messageLog.read(id, { from, until: messagesEnd, max }),
        messagesEnd: () => messagesEnd,
        now,
        random,
        onChanged: () => onChanged(id),
        onDisabled: (reason) => onDisabled(id, reason),
      })
      const removal = new AbortController()
      endpoints.set(id, { ...endpoint, removal })
      if (!storedDelivery) onChanged(id)
      if (isStarted) run(endpoint, removal)
    },

    remove({ id }) {
      endpoints.get(id)?.removal.abort()
      endpoints.delete(id)
    },

    get: (webhookId) => endpoints.get(webhookId),

    oldestPosition() {
      let oldest = messagesEnd
      for (const endpoint of endpoints.values())
        oldest = Math.min(oldest, endpoint.delivery().next_offset)
      return oldest
    },

    offer(batch) {
      for (const record of batch) {
        const message = messageLog.decode(record)
        endpoints.get(message.webhook_id)?.offer(message)
        messagesEnd = Math.max(messagesEnd, record.offset + 1)
      }
    },

    start() {
      isStarted = true
      for (const endpoint of endpoints.values()) run(endpoint, endpoint.removal)
    },

    counts() {
      const deliveries = [...endpoints.values()].map((endpoint) => endpoint.delivery())
      const on = deliveries.filter((delivery) => delivery.disabled_at_ms === null)
      const failing = on.filter((delivery) => delivery.failures > 0).length
      const disabled = deliveries.length - on.length
      return { delivering: on.length - failing, failing, disabled }
    },

    waitUntilEnded: async () => void (await Promise.all(runs)),
  }
}

/** Returns the state of the delivery of a new webhook. */
export function createDelivery(
  webhookId: string,
  nextOffset: number,
  changesOffset: number,
): WebhookDelivery {
  return {
    webhook_id: webhookId,
    next_offset: nextOffset,
    changes_offset: changesOffset,
    failures: 0,
    failing_since_ms: null,
    retry_at_ms: null,
    last_error: null,
    last_delivered_at_ms: null,
    disabled_at_ms: null,
    disabled_reason: null,
  }
}
