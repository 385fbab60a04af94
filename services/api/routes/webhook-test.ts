// POST /v1/webhooks/{webhook_id}/test: sends a message of type `webhook.test`.
import type { WebhookTest } from '../../../schemas/generated/api.ts'
import type { AccountRoute, WebhookContext } from '../account-route.ts'
import { createJsonWriter } from '../json-writer.ts'
import { requireWebhook } from '../webhooks/require-webhook.ts'

const toJson = createJsonWriter<WebhookTest>('webhook-test')

export function webhookTestRoute(context: WebhookContext): AccountRoute {
  return {
    method: 'POST',
    path: '/v1/webhooks/{webhook_id}/test',
    document: {
      operationId: 'testWebhook',
      summary: 'Send a test message',
      description:
        'Sends a signed message of type `webhook.test`, after the messages that are not delivered yet. `GET /v1/webhooks/{webhook_id}` shows the result.',
      security: 'token',
      body: null,
      status: 202,
      response: 'webhook-test',
      errors: [{ status: 404, types: ['webhook_not_found'] }],
    },
    async handle(request) {
      const { webhook } = await requireWebhook(context, request, 'auth')
      return {
        status: 202,
        body: toJson({ message_id: await context.webhooks.sendTestMessage(webhook) }),
      }
    },
  }
}
