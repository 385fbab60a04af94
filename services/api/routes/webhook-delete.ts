// DELETE /v1/webhooks/{webhook_id}: deletes a webhook.
import type { AccountRoute, WebhookContext } from '../account-route.ts'
import { requireWebhook } from '../webhooks/require-webhook.ts'

export function webhookDeleteRoute(context: WebhookContext): AccountRoute {
  return {
    method: 'DELETE',
    path: '/v1/webhooks/{webhook_id}',
    document: {
      operationId: 'deleteWebhook',
      summary: 'Delete a webhook',
      description: 'Within a second, no more messages are sent.',
      security: 'token',
      body: null,
      status: 204,
      response: null,
      errors: [{ status: 404, types: ['webhook_not_found'] }],
    },
    async handle(request) {
      const { webhook } = await requireWebhook(context, request, 'requests')
      await context.webhooks.delete(webhook)
      return { status: 204 }
    },
  }
}
