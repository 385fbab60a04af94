// Delivers the messages of one webhook, one after the other: a message is sent only after the one before it was
// delivered.
import type { WebhookDelivery, WebhookMessage } from '../../schemas/generated/events.ts'
import { createNotifier } from '../lib/run/notifier.ts'
import { backOffMs, type BackOff } from '../lib/run/retry.ts'
import type { Sleep } from '../lib/run/wait.ts'
import type { SendResult } from './send.ts'

/** A message at its offset in the topic `webhook-messages`. */
export type StoredMessage = WebhookMessage & { readonly offset: number }

/** How long a failing webhook is retried before it is switched off. */
export const maxFailingMs = 86_400_000
const retryBackOff: BackOff = { firstMs: 5_000, maxMs: 3_600_000 }

/** Maximum number of messages of a webhook in memory. Further messages are read from the log when they are due. */
const maxQueued = 8
/** Timers of Node.js have a maximum, so a longer pause is divided into waits of at most this length. */
const maxWaitMs = 3_600_000

export interface EndpointOptions {
  readonly delivery: WebhookDelivery
  /** Sends a message. Rejects only if the signal aborts. `isFailing`: the last attempt of this webhook failed. */
  readonly send: (
    message: StoredMessage,
    isFailing: boolean,
    signal: AbortSignal,
  ) => Promise<SendResult>
  /**
   * Reads the first messages of the webhook, at most `max`, at or after the offset `from` and before the offset that
   * messagesEnd() returns at the time of the call.
   */
  readonly readMessages: (from: number, max: number) => Promise<readonly StoredMessage[]>
  /** Returns the offset after the newest message that was offered to any endpoint. */
  readonly messagesEnd: () => number
  /** Unix milliseconds. */
  readonly now: () => number
  /** For jitter: from 0 to 1. */
  readonly random: () => number
  /** Called when `delivery` has changed. */
  readonly onChanged: () => void
  /** Called when the webhook was switched off. */
  readonly onDisabled: (reason: string) => void
  readonly sleep?: Sleep
}

export interface Endpoint {
  readonly delivery: () => WebhookDelivery
  /** Queues a new message of the webhook. The caller passes the messages in the order of the topic. */
  offer(message: StoredMessage): void
  disable(reason: string): void
  /**
   * Switches the webhook on again. `offset`, also in the methods below: the offset of the change in the topic
   * `webhooks`.
   */
  enable(offset: number): void
  /** Continues the deliveries at a position in `webhook-messages`, before or after the current one. */
  replay(offset: number, position: number): void
  /** Records that the change at this offset has taken effect. */
  markApplied(offset: number): void
  /** Delivers messages until the signal aborts. Rejects only if messages cannot be read. */
  run(signal: AbortSignal): Promise<void>
}

export function createEndpoint(options: EndpointOptions): Endpoint {
  const { send, readMessages, messagesEnd, now, random, onChanged, onDisabled } = options
  const notifier = createNotifier(options.sleep)
  let { delivery } = options
  /** The next messages, oldest first. */
  const queue: StoredMessage[] = []
  /** From this offset on, messages must still be read from the log into the queue; null: the queue has all messages. */
  let unreadFrom: number | null = null
  /** Increases with each replay, so that the result of an attempt that began before the replay is ignored. */
  let replays = 0

  function changeDelivery(changes: Partial<WebhookDelivery>): void {
    delivery = { ...delivery, ...changes }
    onChanged()
    notifier.notify()
  }

  const withoutFailures = { failures: 0, failing_since_ms: null, retry_at_ms: null }

  function disable(reason: string): void {
    if (delivery.disabled_at_ms !== null) return
    changeDelivery({ disabled_at_ms: now(), disabled_reason: reason })
    onDisabled(reason)
  }

  /** Reads messages from the log when the queue is empty and there are more. */
  async function refillQueue(): Promise<void> {
    while (queue.length === 0 && unreadFrom !== null) {
      const from = unreadFrom
      const before = replays
      const until = messagesEnd()
      const messages = await readMessages(from, maxQueued)
      if (before !== replays) continue
      queue.push(...messages)
      const isFull = messages.length === maxQueued
      const readUntil = isFull ? (messages.at(-1)?.offset ?? from) + 1 : until
      // messages that were offered during the read are not in the queue yet
      unreadFrom = readUntil < messagesEnd() ? readUntil : null
    }
  }

  function applyResult(message: StoredMessage, result: SendResult): void {
    if (result.kind === 'delivered') {
      queue.shift()
      return changeDelivery({
        ...withoutFailures,
        next_offset: message.offset + 1,
        last_error: null,
        last_delivered_at_ms: now(),
      })
    }
    const { reason } = result
    const sinceMs = delivery.failing_since_ms ?? now()
    const pauseMs = Math.max(
      backOffMs({ ...retryBackOff, random }, delivery.failures),
      result.kind === 'failed' ? Math.min(result.retryAfterMs ?? 0, maxFailingMs) : 0,
    )
    changeDelivery({
      failures: delivery.failures + 1,
      failing_since_ms: sinceMs,
      retry_at_ms: now() + pauseMs,
      last_error: reason,
    })
    if (result.kind === 'gone') disable(`the receiver wants no more messages (${reason})`)
    else if (now() - sinceMs >= maxFailingMs)
      disable(`no message could be delivered for 24 hours (${reason})`)
  }

  async function deliverNext(signal: AbortSignal): Promise<void> {
    if (delivery.disabled_at_ms !== null) return notifier.wait(maxWaitMs, signal)
    const waitMs = (delivery.retry_at_ms ?? 0) - now()
    if (waitMs > 0) return notifier.wait(Math.min(waitMs, maxWaitMs), signal)
    await refillQueue()
    const [message] = queue
    if (!message) return notifier.wait(maxWaitMs, signal)
    const before = replays
    const result = await send(message, delivery.failures > 0, signal)
    if (before === replays) applyResult(message, result)
  }

  return {
    delivery: () => delivery,
    offer(message) {
      if (message.offset < delivery.next_offset) return
      if (unreadFrom === null && queue.length < maxQueued) queue.push(message)
      else unreadFrom ??= message.offset
      notifier.notify()
    },
    disable,
    enable(offset) {
      changeDelivery({
        ...withoutFailures,
        changes_offset: offset,
        disabled_at_ms: null,
        disabled_reason: null,
      })
    },
    replay(offset, position) {
      replays += 1
      queue.length = 0
      unreadFrom = position < messagesEnd() ? position : null
      changeDelivery({ ...withoutFailures, changes_offset: offset, next_offset: position })
    },
    markApplied: (offset) => changeDelivery({ changes_offset: offset }),
    async run(signal) {
      while (!signal.aborted)
        await deliverNext(signal).catch((error: unknown) => {
          if (!signal.aborted) throw error
        })
    },
  }
}
