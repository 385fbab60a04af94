// Delivery of the messages of one webhook: order, repetition, and when the service switches it off.
import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, it } from '@jest/globals'
import type { WebhookDelivery } from '../../schemas/generated/events.ts'
import {
  createEndpoint,
  maxFailingMs,
  type StoredMessage,
} from '../../services/webhooks/endpoint.ts'
import { createDelivery } from '../../services/webhooks/endpoints.ts'
import type { SendResult } from '../../services/webhooks/send.ts'
import { until } from '../support/waiting.ts'

const minuteMs = 60_000
const hourMs = 3_600_000
const failed = (retryAfterMs: number | null = null): SendResult => ({
  kind: 'failed',
  reason: 'HTTP 500',
  retryAfterMs,
})
const delivered: SendResult = { kind: 'delivered' }

const none: WebhookDelivery = createDelivery('wh_1', 0, 0)

const messageAt = (offset: number): StoredMessage => ({
  webhook_id: 'wh_1',
  message_id: `msg_${offset}`,
  type: 'price.crossed',
  occurred_at_ms: 0,
  data: '{}',
  offset,
})

const running: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of running.splice(0)) await stop()
})

/** An endpoint whose pauses take no time: the clock jumps to their end. `answer`: the result of each attempt. */
function open(answer: (attempt: number) => SendResult, delivery: WebhookDelivery = none) {
  let nowMs = 0
  const topic: StoredMessage[] = []
  const attempts: { offset: number; atMs: number; isFailing: boolean }[] = []
  const stopping = new AbortController()
  const disabled: string[] = []
  const endpoint = createEndpoint({
    delivery,
    async send({ offset }, isFailing) {
      attempts.push({ offset, atMs: nowMs, isFailing })
      await setImmediate()
      return answer(attempts.length)
    },
    readMessages: async (from, max) => {
      const messages = topic.filter(({ offset }) => offset >= from).slice(0, max)
      await setImmediate()
      return messages
    },
    messagesEnd: () => (topic.at(-1)?.offset ?? -1) + 1,
    now: () => nowMs,
    random: () => 1,
    onChanged: () => undefined,
    onDisabled: (reason) => disabled.push(reason),
    async sleep(ms, signal) {
      const { retry_at_ms: retryAtMs, disabled_at_ms: disabledAtMs } = endpoint.delivery()
      // otherwise it waits for a message
      if (disabledAtMs === null && retryAtMs !== null && retryAtMs > nowMs) nowMs += ms
      else
        await new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error))
          if (signal.aborted) reject(signal.reason as Error)
        })
    },
  })
  const ended = endpoint.run(stopping.signal)
  running.push(async () => {
    stopping.abort()
    await ended
  })
  return {
    endpoint,
    attempts,
    disabled,
    offsets: () => attempts.map(({ offset }) => offset),
    /** Appends messages to the topic and passes them to the endpoint, as the follower does. */
    add: (...offsets: readonly number[]): void => {
      for (const offset of offsets) {
        topic.push(messageAt(offset))
        endpoint.offer(messageAt(offset))
      }
    },
    hasDelivered: (offset: number) => until(() => endpoint.delivery().next_offset === offset + 1),
  }
}

describe('messages', () => {
  it('are sent in order, each once', async () => {
    const { add, offsets, hasDelivered } = open(() => delivered)
    add(0, 1)
    add(5)
    await hasDelivered(5)
    expect(offsets()).toEqual([0, 1, 5])
  })

  it('that are delivered already are not sent again', async () => {
    const { add, offsets, hasDelivered } = open(() => delivered, { ...none, next_offset: 5 })
    add(0, 4, 5, 6)
    await hasDelivered(6)
    expect(offsets()).toEqual([5, 6])
  })

  it('are read from the log if there are many, and none is lost or repeated', async () => {
    const all = Array.from({ length: 100 }, (_, i) => i)
    const { add, offsets, hasDelivered, attempts } = open(() => delivered)
    add(...all.slice(0, 50))
    // others come while the first ones are read and sent
    await until(() => attempts.length > 20, Boolean, { everyMs: 1 })
    for (const offset of all.slice(50)) {
      add(offset)
      await setImmediate()
    }
    await hasDelivered(99)
    expect(offsets()).toEqual(all)
  })
})

describe('after a failure', () => {
  it('the same message is sent again, with longer and longer pauses, and then the next one', async () => {
    const { add, attempts, hasDelivered, endpoint } = open((attempt) =>
      attempt <= 4 ? failed() : delivered,
    )
    add(0, 1)
    await hasDelivered(1)
    expect(attempts).toEqual([
      { offset: 0, atMs: 0, isFailing: false },
      { offset: 0, atMs: 5_000, isFailing: true },
      { offset: 0, atMs: 15_000, isFailing: true },
      { offset: 0, atMs: 35_000, isFailing: true },
      { offset: 0, atMs: 75_000, isFailing: true },
      { offset: 1, atMs: 75_000, isFailing: false },
    ])
    expect(endpoint.delivery()).toMatchObject({
      failures: 0,
      failing_since_ms: null,
      last_error: null,
    })
  })

  it('Retry-After is obeyed if it is longer than the pause', async () => {
    const { add, attempts, hasDelivered } = open((attempt) => {
      if (attempt > 2) return delivered
      return failed(attempt === 1 ? 10 * minuteMs : 1)
    })
    add(0)
    await hasDelivered(0)
    expect(attempts.map(({ atMs }) => atMs)).toEqual([0, 10 * minuteMs, 10 * minuteMs + 10_000])
  })

  it('a process that continues knows since when the webhook fails', async () => {
    const before = { ...none, failures: 20, failing_since_ms: -maxFailingMs, retry_at_ms: 0 }
    const { add, disabled } = open(() => failed(), before)
    add(0)
    await until(() => disabled.length > 0)
  })
})

describe('the webhook is switched off', () => {
  it('after a day without success, and continues with the same message when it is enabled', async () => {
    let isBroken = true
    const { add, attempts, disabled, endpoint, hasDelivered } = open(() =>
      isBroken ? failed() : delivered,
    )
    add(0, 1)
    await until(() => disabled.length > 0)
    const last = attempts.at(-1)?.atMs ?? 0
    expect(last).toBeGreaterThanOrEqual(24 * hourMs)
    expect(last).toBeLessThanOrEqual(25 * hourMs)
    expect(attempts.length).toBeGreaterThan(20)
    expect(endpoint.delivery()).toMatchObject({
      next_offset: 0,
      disabled_reason: 'no message could be delivered for 24 hours (HTTP 500)',
    })
    isBroken = false
    endpoint.enable(7)
    await hasDelivered(1)
    expect(endpoint.delivery()).toMatchObject({ disabled_at_ms: null, changes_offset: 7 })
  })

  it('at once by 410', async () => {
    const { add, attempts, endpoint, disabled } = open(() => ({ kind: 'gone', reason: 'HTTP 410' }))
    add(0, 1)
    await until(() => disabled.length > 0)
    endpoint.offer(messageAt(2))
    await setImmediate()
    expect(attempts).toHaveLength(1)
    expect(endpoint.delivery().disabled_reason).toContain('HTTP 410')
  })
})

describe('a replay', () => {
  it('sends messages again, from the position on', async () => {
    const { add, endpoint, offsets, hasDelivered } = open(() => delivered)
    add(0, 1, 2)
    await hasDelivered(2)
    endpoint.replay(9, 1)
    await hasDelivered(2)
    add(3)
    await hasDelivered(3)
    expect(offsets()).toEqual([0, 1, 2, 1, 2, 3])
    expect(endpoint.delivery().changes_offset).toBe(9)
  })

  it('can leave out messages that cannot be delivered', async () => {
    const { add, endpoint, offsets, hasDelivered } = open((attempt) => {
      // while an attempt is under way, whose result then does not count
      if (attempt === 3) endpoint.replay(9, 1)
      return attempt <= 3 ? failed() : delivered
    })
    add(0, 1)
    await hasDelivered(1)
    expect(offsets()).toEqual([0, 0, 0, 1])
    expect(endpoint.delivery()).toMatchObject({ failures: 0, next_offset: 2, changes_offset: 9 })
  })
})
