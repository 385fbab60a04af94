// Describes a webhook for the responses of /v1/webhooks. The description never contains the secret.
import type { Webhook as WebhookAnswer } from '../../../schemas/generated/api.ts'
import type { WebhookStatus } from './webhooks.ts'

export function toWebhookResponse({ webhook, delivery, isDisabled }: WebhookStatus): WebhookAnswer {
  const { id, createdAtMs, definition } = webhook
  const { url, description, event, market_id: marketId, level, direction } = definition
  return {
    id,
    url,
    description,
    event,
    market_id: marketId,
    level,
    direction: event === 'price.crossed' ? direction : null,
    status: isDisabled ? 'disabled' : 'enabled',
    disabled_reason: isDisabled ? (delivery?.disabled_reason ?? null) : null,
    created_at: Math.floor(createdAtMs / 1000),
    last_delivered_at: toSeconds(delivery?.last_delivered_at_ms),
    failing_since: toSeconds(delivery?.failing_since_ms),
    next_attempt_at: isDisabled ? null : toSeconds(delivery?.retry_at_ms),
    last_error: delivery?.last_error ?? null,
    position: delivery?.next_offset ?? null,
  } as WebhookAnswer
}

function toSeconds(ms: number | null | undefined): number | null {
  return ms === null || ms === undefined ? null : Math.floor(ms / 1000)
}
