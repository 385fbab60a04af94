// /v1/webhooks: create, list, delete, enable, replay, test. By status.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { CreatedWebhook, Webhook } from '../../../schemas/generated/api.ts'
import type { WebhookDelivery } from '../../../schemas/generated/events.ts'
import { maxWebhooks } from '../../../services/api/webhooks/webhooks.ts'
import { createFindWebhookStart } from '../../../services/api/webhooks/webhook-start.ts'
import {
  messageIdOf,
  testEventKey,
  webhookSecretOf,
} from '../../../services/lib/run/webhook-signing.ts'
import { createDelivery } from '../../../services/webhooks/endpoints.ts'
import { openWebhooks, type OpenWebhooks } from './open-webhooks.ts'
import { until } from '../../support/waiting.ts'
import { topicPrefix, type OpenLog } from '../../webhooks/webhook-log.ts'
import {
  ask,
  faultsOf,
  newDeveloper,
  type ReceivedResponse,
  type TestDeveloper,
} from '../api-requests.ts'
import { emptyStore, nowMs, runApi, type Answered, type RunningApi } from '../running-api.ts'

let opened: OpenWebhooks
let on: OpenLog
let api: RunningApi
let ada: TestDeveloper
beforeAll(async () => {
  opened = await openWebhooks(() => nowMs)
  ;({ on } = opened)
  api = await runApi(emptyStore, { webhooks: opened.webhooks, log: on.log })
})
beforeEach(async () => {
  ada = await newDeveloper(api)
})
afterAll(async () => {
  await api.close()
  await opened.close()
})

const request = (
  method: 'GET' | 'POST' | 'DELETE',
  path = '',
  more: ReceivedResponse = {},
  of = ada,
): Promise<Answered> => ask(api, `/v1/webhooks${path}`, { method, headers: of.bearer, ...more })
const matches = { url: 'https://example.com/hook', event: 'match.found' }
const create = (json: unknown = matches): Promise<Answered> => request('POST', '', { json })
const created = async (): Promise<CreatedWebhook> => (await create()).body as CreatedWebhook

const report = (webhookId: string, fields: Partial<WebhookDelivery>): Promise<void> =>
  on.append('webhook-checkpoints', `${webhookId}/delivery`, {
    positions: null,
    detection: null,
    delivery: { ...createDelivery(webhookId, 0, 0), ...fields },
  })
const stateOf = async (id: string): Promise<Webhook> =>
  (await request('GET', `/${id}`)).body as Webhook

describe('201', () => {
  it('creates a webhook and shows its secret once', async () => {
    const { status, body } = await create({ ...matches, description: 'alerts' })
    expect(status).toBe(201)
    const { secret: shown, ...webhook } = body as CreatedWebhook
    expect(shown).toBe(webhookSecretOf(opened.secret, webhook.id))
    expect(webhook).toMatchObject({ ...matches, description: 'alerts', status: 'enabled' })
    expect(await stateOf(webhook.id)).toEqual(webhook)
    expect((await request('GET')).body).toEqual([webhook])
  })

  it('begins with the records after the end of each partition', async () => {
    const { id } = await created()
    const change = (await on.valuesOf('webhooks')).find((one) => one.webhook_id === id)
    expect(change?.created?.from).toHaveLength(12)
    expect(change?.created?.from[0]).toEqual({ topic: 'matches', partition: 0, offset: 0 })
  })
})

describe('200', () => {
  it('shows how the deliveries are going', async () => {
    const { id } = await created()
    await report(id, {
      next_offset: 4,
      failures: 2,
      failing_since_ms: 60_000,
      retry_at_ms: 90_000,
      last_error: 'HTTP 500',
      last_delivered_at_ms: 30_000,
    })
    await until(async () => (await stateOf(id)).position === 4)
    expect(await stateOf(id)).toMatchObject({
      status: 'enabled',
      last_delivered_at: 30,
      failing_since: 60,
      next_attempt_at: 90,
      last_error: 'HTTP 500',
    })
  })

  it('says why a webhook was switched off, until its owner enables it', async () => {
    const { id } = await created()
    const [changes] = await on.log.ranges(`${topicPrefix}webhooks`)
    const reason = 'no message could be delivered for 24 hours (HTTP 500)'
    await report(id, {
      changes_offset: Number(changes?.high) - 1,
      disabled_at_ms: 1,
      disabled_reason: reason,
    })
    await until(async () => (await stateOf(id)).status === 'disabled')
    expect((await stateOf(id)).disabled_reason).toBe(reason)
    await request('POST', `/${id}/enable`)
    expect(await stateOf(id)).toMatchObject({ status: 'enabled', disabled_reason: null })
  })
})

describe('202', () => {
  it('requests a test message, and says its id', async () => {
    const { id } = await created()
    const { status, body } = await request('POST', `/${id}/test`)
    expect(status).toBe(202)
    const change = (await on.valuesOf('webhooks')).find(
      (one) => one.webhook_id === id && one.action === 'test',
    )
    const messageId = messageIdOf(id, testEventKey(change?.change_id ?? ''))
    expect(body).toEqual({ message_id: messageId })
  })

  it('replays from a position or a time', async () => {
    const { id } = await created()
    for (const json of [{ position: 0 }, { since: 0 }]) {
      const { status, body } = await request('POST', `/${id}/replay`, { json })
      expect([status, body]).toEqual([202, { position: 0 }])
    }
  })
})

describe('204', () => {
  it('deletes a webhook', async () => {
    const { id } = await created()
    expect((await request('DELETE', `/${id}`)).status).toBe(204)
    expect((await request('GET', `/${id}`)).status).toBe(404)
    expect((await request('GET')).body).toEqual([])
  })
})

describe('401 and 404', () => {
  it('hides the webhooks of an account from everyone else', async () => {
    const { id } = await created()
    const bob = await newDeveloper(api)
    const all = [
      ['GET', `/${id}`],
      ['DELETE', `/${id}`],
      ['POST', `/${id}/enable`],
      ['POST', `/${id}/test`],
      ['POST', `/${id}/replay`],
    ] as const
    for (const [method, path] of all) {
      expect((await request(method, path, { json: undefined }, bob)).status).toBe(404)
      expect((await ask(api, `/v1/webhooks${path}`, { method })).status).toBe(401)
    }
    expect((await request('GET', '', {}, bob)).body).toEqual([])
    expect((await stateOf(id)).id).toBe(id)
  })

  it('refuses a market that nobody knows', async () => {
    const answer = await create({ ...matches, market_id: 'pa_1' })
    expect([answer.status, faultsOf(answer)]).toEqual([404, ['body.market_id market_not_found']])
  })
})

describe('409', () => {
  it('limits the webhooks of an account, also for requests at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: maxWebhooks + 3 }, () => create()))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(maxWebhooks)
    const refused = answers.find(({ status }) => status === 409)
    expect(refused && faultsOf(refused)).toEqual(['body too_many_webhooks'])
  })
})

describe('422', () => {
  const crossing = {
    url: 'https://example.com/',
    event: 'price.crossed',
    market_id: 'pa_1',
    level: 0.5,
  }

  it.each([
    ['plain HTTP', { ...matches, url: 'http://example.com/' }, ['body.url value_error']],
    ['another scheme', { ...matches, url: 'file:///etc/passwd' }, ['body.url value_error']],
    ['no URL', { ...matches, url: 'example.com' }, ['body.url value_error']],
    ['a password', { ...matches, url: 'https://u:p@example.com/' }, ['body.url value_error']],
    ['loopback', { ...matches, url: 'https://127.0.0.1/' }, ['body.url value_error']],
    [
      'another spelling of it',
      { ...matches, url: 'https://0x7f000001/' },
      ['body.url value_error'],
    ],
    ['metadata', { ...matches, url: 'https://169.254.169.254/' }, ['body.url value_error']],
    ['IPv6 loopback', { ...matches, url: 'https://[::1]/' }, ['body.url value_error']],
    ['an unknown event', { ...matches, event: 'trade' }, ['body.event enum']],
    ['no level', { ...crossing, level: undefined }, ['body.level missing']],
    ['no market', { ...crossing, market_id: undefined }, ['body.market_id missing']],
    ['a level out of range', { ...crossing, level: 1.5 }, ['body.level less_than_equal']],
    ['a level that is a text', { ...crossing, level: '0.5' }, ['body.level float_type']],
    ['a level of a match', { ...matches, level: 0.5 }, ['body.level value_error']],
    [
      'several errors',
      { ...matches, url: 'x', direction: 'up' },
      ['body.url value_error', 'body.direction value_error'],
    ],
  ])('%s', async (_name, json, faults) => {
    const answer = await create(json)
    expect([answer.status, faultsOf(answer)]).toEqual([422, faults])
  })

  it('a replay without a position, with two, or after the end', async () => {
    const { id } = await created()
    for (const json of [{}, { position: 0, since: 0 }, { position: 99 }, { since: -1 }])
      expect((await request('POST', `/${id}/replay`, { json })).status).toBe(422)
  })
})

describe('where a webhook begins', () => {
  const state = (status: string, trade: unknown) =>
    new Map([['pa_1', { details: { status }, trade }]]) as never
  const findStart = (found: never) =>
    createFindWebhookStart({
      log: {
        ranges: async (topic) =>
          [0, 1].map((partition) => ({ topic, partition, low: 0, high: 5_000 })),
      },
      topicPrefix,
      catalog: { findMarket: () => ({ watermarkPosition: 0 }) as never },
      history: { states: () => found },
      partitionOf: () => 1,
    })

  it('takes the price of the newest trade, and reads on after it', async () => {
    const trade = { price: '0.4', ms: 77, position: 4_990 }
    expect(await findStart(state('open', trade))('price.crossed', 'pa_1')).toEqual({
      from: [{ topic: 'trades', partition: 1, offset: 4_991 }],
      last_price: '0.4',
      last_trade_at_ms: 77,
    })
  })

  it('reads a bounded number of records again', async () => {
    const old = { price: '0.4', ms: 77, position: 12 }
    const { from } = await findStart(state('open', old))('price.crossed', 'pa_1')
    expect(from).toEqual([{ topic: 'trades', partition: 1, offset: 4_000 }])
    const start = await findStart(state('closed', null))('market.resolved', 'pa_1')
    expect(start.from).toEqual([{ topic: 'markets', partition: 1, offset: 4_000 }])
  })

  it('refuses a market that is resolved', async () => {
    await expect(findStart(state('resolved', null))('price.crossed', 'pa_1')).rejects.toMatchObject(
      {
        status: 422,
      },
    )
  })
})
