// POST /v1/webhooks/{webhook_id}/enable: switches a webhook on again.
import type { AccountRoute, WebhookContext } from '../account-route.ts'
import { requireWebhook } from '../webhooks/require-webhook.ts'

export function webhookEnableRoute(context: WebhookContext): AccountRoute {
  return {
    method: 'POST',
    path: '/v1/webhooks/{webhook_id}/enable',
    document: {
      operationId: 'enableWebhook',
      summary: 'Switch a webhook on again',
      description:
        'The messages that were not delivered are sent now. There are no messages about events that happened while the webhook was switched off. For a webhook that is failing, the next attempt is made at once.',
      security: 'token',
      body: null,
      status: 204,
      response: null,
      errors: [{ status: 404, types: ['webhook_not_found'] }],
    },
    async handle(request) {
      const { webhook } = await requireWebhook(context, request, 'auth')
      await context.webhooks.enable(webhook)
      return { status: 204 }
    },
  }
}
