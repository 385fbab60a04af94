// The role webhooks over a real log, with receivers that are functions.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { WebhookDefinition } from '../../schemas/generated/events.ts'
import { partitionOf } from '../../services/lib/log/partitioner.ts'
import { createOutbox } from '../../services/webhooks/checkpoints.ts'
import { createInitialDetection } from '../../services/webhooks/detect.ts'
import type { OutgoingMessage, SendResult } from '../../services/webhooks/send.ts'
import { maxMessagesPerDay } from '../../services/webhooks/webhook-state.ts'
import { runWebhooks } from '../../services/webhooks/webhooks.ts'
import { topics } from '../../services/topology.ts'
import { never, until } from '../support/waiting.ts'
import {
  changeOf,
  createDirectory,
  openWebhookLog,
  topicPrefix,
  type OpenLog,
} from './webhook-log.ts'
import { definitionOf, tradeValueOf, webhookOf, type TradeFields } from './webhook-records.ts'

const partition = partitionOf('pa_1', topics.trades.partitions)
const nowMs = 1_795_000_000_000
let on: OpenLog
let sent: OutgoingMessage[]
let answer: SendResult
let disabled: string[]
let stopAll: (() => Promise<void>)[]

beforeEach(async () => {
  on = await openWebhookLog(await createDirectory(), () => nowMs)
  sent = []
  disabled = []
  stopAll = []
  answer = { kind: 'delivered' }
})
afterEach(async () => {
  for (const stop of stopAll) await stop()
  await on.remove()
})

/** Returns the function that stops it as the end of the process does. */
function start(): () => Promise<void> {
  const stopping = new AbortController()
  const ended = runWebhooks(
    {
      log: on.log,
      codec: on.codec,
      topicPrefix,
      now: () => nowMs,
      random: () => 1,
      secret: 'the secret of the service',
      send: async (message) => {
        sent.push(message)
        return answer
      },
      observer: {
        onMessage: () => undefined,
        onDeliveryAttempted: () => undefined,
        onDisabled: (_id, reason) => disabled.push(reason),
        onCounts: () => undefined,
      },
    },
    stopping.signal,
  ).catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error
  })
  const stop = async (): Promise<void> => {
    stopping.abort()
    await ended
  }
  stopAll.push(stop)
  return stop
}

const create = (fields: Partial<WebhookDefinition> = {}): Promise<void> =>
  on.append(
    'webhooks',
    'wh_1',
    changeOf({
      action: 'create',
      created: definitionOf({
        level: 0.5,
        last_price: '0.4',
        from: [{ topic: 'trades', partition, offset: 0 }],
        ...fields,
      }),
    }),
  )
const trade = (fields: TradeFields): Promise<void> =>
  on.append('trades', 'pa_1', tradeValueOf(fields))
/** What was sent, as type and id of the trade. */
const received = (): string[] =>
  sent.map(({ body }) => {
    const { type, data } = JSON.parse(body) as {
      readonly type: string
      readonly data: { readonly trade_id?: string }
    }
    return data.trade_id ?? type
  })

describe('a new webhook', () => {
  it('gets what happened since its creation, even if the detector has passed it', async () => {
    await trade({ id: 'before', price: '0.9', rawOffset: 0, ms: 1 })
    start()
    await on.append(
      'webhooks',
      'other',
      changeOf({
        action: 'create',
        webhook_id: 'wh_2',
        created: definitionOf({ level: 0.1, last_price: '0.5' }),
      }),
    )
    await trade({ id: 'crossing', price: '0.05', rawOffset: 1, ms: 2 })
    // now the detector is after both trades
    await until(() => received().includes('crossing'))
    sent = []
    const [, { offset } = { offset: 0 }] = await offsets()
    await create({ last_price: '0.9', from: [{ topic: 'trades', partition, offset }] })
    await until(() => received().length > 0)
    expect(received()).toEqual(['crossing'])
  })

  it('gets nothing from before', async () => {
    await trade({ id: 'before', price: '0.9', rawOffset: 0, ms: 1 })
    const [, next = { offset: 1 }] = await offsets()
    start()
    await create({ from: [{ topic: 'trades', partition, offset: next.offset }] })
    await trade({ id: 'after', price: '0.8', rawOffset: 1, ms: 2 })
    await until(() => received().length > 0)
    expect(received()).toEqual(['after'])
  })
})

/** The offsets of the trades, and then the end of the partition. */
async function offsets(): Promise<readonly { readonly offset: number }[]> {
  const found: { readonly offset: number }[] = []
  const topic = `${topicPrefix}trades`
  for await (const { offset } of on.log.read({ topic, partition, from: 0 })) found.push({ offset })
  const range = (await on.log.ranges(topic)).find((one) => one.partition === partition)
  return [...found, { offset: range?.high ?? 0 }]
}

describe('a restart', () => {
  it('continues: nothing is lost, and nothing is repeated after a clean end', async () => {
    await create()
    const stop = start()
    await trade({ id: 't1', price: '0.6', rawOffset: 1, ms: 1 })
    await until(() => received().includes('t1'))
    await stop()
    await trade({ id: 't2', price: '0.4', rawOffset: 2, ms: 2 })
    await trade({ id: 't3', price: '0.6', rawOffset: 3, ms: 3 })
    start()
    await until(() => received().includes('t3'))
    expect(received()).toEqual(['t1', 't2', 't3'])
  })

  it('does not repeat commands', async () => {
    await create()
    const stop = start()
    await on.append('webhooks', 'wh_1/test', changeOf({ action: 'test' }))
    await until(() => received().length > 0)
    await stop()
    start()
    await trade({ id: 't1', price: '0.6', rawOffset: 1, ms: 1 })
    await until(() => received().includes('t1'))
    expect(received()).toEqual(['webhook.test', 't1'])
  })
})

describe('no messages', () => {
  it('after the webhook was deleted', async () => {
    await create()
    start()
    await trade({ id: 't1', price: '0.6', rawOffset: 1, ms: 1 })
    await until(() => received().length > 0)
    await on.append('webhooks', 'wh_1', changeOf({ action: 'delete' }))
    await trade({ id: 't2', price: '0.4', rawOffset: 2, ms: 2 })
    await never(() => received().length > 1)
  })

  it('after the account was revoked', async () => {
    await on.append('developers', 'dev_1/revoked', {
      change_id: 'c',
      developer_id: 'dev_1',
      at_ms: 0,
      signed_up: null,
      key_created: null,
      key_revoked: null,
      key_used: null,
      revoked: { reason: '' },
    })
    await create()
    await trade({ id: 't1', price: '0.6', rawOffset: 1, ms: 1 })
    start()
    await never(() => sent.length > 0)
  })

  it('beyond the maximum of a day: the webhook is switched off', async () => {
    await create()
    const detection = {
      ...createInitialDetection(webhookOf({ last_price: '0.4' })),
      day: Math.floor(nowMs / 86_400_000),
      messages_of_day: maxMessagesPerDay - 1,
    }
    const none = { positions: null, detection: null, delivery: null }
    await on.append('webhook-checkpoints', 'wh_1/detection', { ...none, detection })
    await on.append('webhook-checkpoints', 'positions', {
      ...none,
      positions: [{ topic: 'trades', partition, offset: 0 }],
    })
    start()
    for (const [i, price] of ['0.6', '0.4', '0.6'].entries())
      await trade({ id: `t${i}`, price, rawOffset: i, ms: i })
    await until(() => disabled.length > 0)
    expect(disabled).toEqual([`more than ${maxMessagesPerDay} messages in a day`])
    const messages = await on.valuesOf('webhook-messages')
    expect(messages).toHaveLength(1)
  })
})

describe('a replay', () => {
  it('sends the same messages again, with the same ids', async () => {
    await create()
    start()
    for (const [i, price] of ['0.6', '0.4'].entries())
      await trade({ id: `t${i}`, price, rawOffset: i, ms: i })
    await until(() => sent.length === 2)
    await on.append('webhooks', 'wh_1/replay', changeOf({ action: 'replay', position: 0 }))
    await until(() => sent.length === 4)
    expect(received()).toEqual(['t0', 't1', 't0', 't1'])
    const ids = sent.map(({ headers }) => headers['webhook-id'])
    expect(ids.slice(2)).toEqual(ids.slice(0, 2))
  })
})

it('positions are appended only after they have changed', async () => {
  const positions = new Map([['trades/0', 5]])
  const writer = await on.log.openWriter('outbox')
  const outbox = createOutbox({
    writer,
    codec: on.codec,
    topicPrefix,
    positions,
    detectionOf: () => undefined,
    deliveryOf: () => undefined,
  })
  const ends: (number | undefined)[] = []
  for (const offset of [5, 5, 6, 6]) {
    positions.set('trades/0', offset)
    await outbox.flush()
    const [range] = await on.log.ranges(`${topicPrefix}webhook-checkpoints`)
    ends.push(range?.high)
  }
  await writer.close()
  expect(ends).toEqual([1, 1, 2, 2])
})
