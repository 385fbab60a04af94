// Ids and signatures of the messages to webhooks, as in the Standard Webhooks specification.
import { createHash, createHmac, hkdfSync } from 'node:crypto'

const secretPrefix = 'whsec_'
const keyBytes = 24

/**
 * Returns the secret with which the messages of a webhook are signed: `whsec_` and the key in base64. It is derived
 * from the secret of the service, so it is stored nowhere, and the owner of one webhook cannot compute another.
 */
export function webhookSecretOf(serviceSecret: string, webhookId: string): string {
  const key = hkdfSync('sha256', serviceSecret, webhookId, 'oddslog webhook', keyBytes)
  return secretPrefix + Buffer.from(key).toString('base64')
}

/** Returns the header `webhook-id` of a message. `event` identifies the event among those of the webhook. */
export function messageIdOf(webhookId: string, event: string): string {
  const digest = createHash('sha256').update(`${webhookId}\n${event}`).digest('base64url')
  return `msg_${digest.slice(0, 27)}`
}

/**
 * Identifies the event of a test that an owner has requested. The api and the role webhooks compute the same message id
 * from it.
 */
export const testEventKey = (changeId: string): string => `test/${changeId}`

/** Returns the headers of a message. `sentAtMs`: time of this attempt, Unix milliseconds. */
export function signMessage(
  secret: string,
  message: { readonly id: string; readonly sentAtMs: number; readonly body: string },
): Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  const { id, body } = message
  const timestamp = String(Math.floor(message.sentAtMs / 1000))
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
}
