// Keeps all webhooks in memory, as the records of the topic `webhooks` describe them. Used by the api and the role
// webhooks.
import type { WebhookChange, WebhookDefinition } from '../../schemas/generated/events.ts'

const webhookEvents = ['price.crossed', 'market.resolved', 'match.found'] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** For each kind of event, the topic whose records can be such events. */
export const topicOfEvent = {
  'price.crossed': 'trades',
  'market.resolved': 'markets',
  'match.found': 'matches',
} as const satisfies Record<WebhookEvent, string>

export interface Webhook {
  readonly id: string
  readonly developerId: string
  readonly createdAtMs: number
  readonly definition: WebhookDefinition
  /** Offset of the newest record in `webhooks` that enables the webhook; -1 if there is none. */
  readonly enabledOffset: number
}

export interface WebhookRegistry {
  /** Applies the record at `offset` in the topic. Returns the changed webhook; null if it is unknown or deleted. */
  apply(change: WebhookChange, offset: number): Webhook | null
  get(webhookId: string): Webhook | undefined
  /** Returns the webhooks in the order of creation. */
  webhooksOfDeveloper(developerId: string): readonly Webhook[]
}

export function createWebhookRegistry(): WebhookRegistry {
  const webhooks = new Map<string, Webhook>()
  const byDeveloper = new Map<string, Set<string>>()

  function put(webhook: Webhook): Webhook {
    const ids = byDeveloper.get(webhook.developerId) ?? new Set<string>()
    byDeveloper.set(webhook.developerId, ids.add(webhook.id))
    webhooks.set(webhook.id, webhook)
    return webhook
  }

  function remove({ id, developerId }: Webhook): null {
    webhooks.delete(id)
    const ids = byDeveloper.get(developerId)
    ids?.delete(id)
    if (ids?.size === 0) byDeveloper.delete(developerId)
    return null
  }

  return {
    apply(change, offset) {
      const { webhook_id: id, developer_id: developerId, at_ms: createdAtMs, created } = change
      if (created !== null)
        return put({ id, developerId, createdAtMs, definition: created, enabledOffset: -1 })
      const webhook = webhooks.get(id)
      if (!webhook) return null
      if (change.action === 'delete') return remove(webhook)
      return change.action === 'enable' ? put({ ...webhook, enabledOffset: offset }) : webhook
    },
    get: (webhookId) => webhooks.get(webhookId),
    webhooksOfDeveloper: (developerId) =>
      [...(byDeveloper.get(developerId) ?? [])].flatMap((id) => webhooks.get(id) ?? []),
  }
}
