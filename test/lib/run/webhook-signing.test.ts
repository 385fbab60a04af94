// Signatures of messages to webhooks, checked by the library of the Standard Webhooks specification.
import { describe, expect, it } from '@jest/globals'
import { Webhook } from 'standardwebhooks'
import {
  messageIdOf,
  signMessage,
  webhookSecretOf,
} from '../../../services/lib/run/webhook-signing.ts'

const secret = webhookSecretOf('the secret of the service', 'wh_1')
const body = '{"type":"webhook.test","data":{"text":"ünïcode"}}'
const signed = () => signMessage(secret, { id: 'msg_1', sentAtMs: Date.now(), body })

describe('a signature', () => {
  it('is accepted by the reference library', () => {
    expect(new Webhook(secret).verify(body, { ...signed() })).toEqual(JSON.parse(body))
  })

  it.each([
    ['another body', () => [`${body} `, signed()] as const],
    ['another id', () => [body, { ...signed(), 'webhook-id': 'msg_2' }] as const],
    ['another time', () => [body, { ...signed(), 'webhook-timestamp': '1795089600' }] as const],
  ])('is not valid for %s', (_name, make) => {
    const [text, headers] = make()
    expect(() => new Webhook(secret).verify(text, { ...headers })).toThrow()
  })

  it('is not valid with the secret of another webhook or service', () => {
    for (const other of [
      webhookSecretOf('the secret of the service', 'wh_2'),
      webhookSecretOf('x', 'wh_1'),
    ])
      expect(() => new Webhook(other).verify(body, { ...signed() })).toThrow()
  })
})

it('gives the same event of a webhook the same id, and others another', () => {
  const ids = [
    messageIdOf('wh_1', 'a'),
    messageIdOf('wh_2', 'a'),
    messageIdOf('wh_1', 'b'),
    messageIdOf('wh_1', 'a'),
  ]
  expect(new Set(ids).size).toBe(3)
  expect(ids[3]).toBe(ids[0])
  expect(ids[0]).toMatch(/^msg_[\w-]{27}$/)
})
