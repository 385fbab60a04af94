// GET /v1/webhooks/{webhook_id}: one webhook, with the state of its deliveries.
import type { Webhook } from '../../../schemas/generated/api.ts'
import type { AccountRoute, WebhookContext } from '../account-route.ts'
import { createJsonWriter } from '../json-writer.ts'
import { requireWebhook } from '../webhooks/require-webhook.ts'
import { toWebhookResponse } from '../webhooks/webhook-response.ts'

const toJson = createJsonWriter<Webhook>('webhook')

export function webhookRoute(context: WebhookContext): AccountRoute {
  return {
    method: 'GET',
    path: '/v1/webhooks/{webhook_id}',
    document: {
      operationId: 'getWebhook',
      summary: 'Get a webhook',
      description:
        'The state of its deliveries is that of about a second ago. If the service has switched the webhook off, `disabled_reason` says why.',
      security: 'token',
      body: null,
      status: 200,
      response: 'webhook',
      errors: [{ status: 404, types: ['webhook_not_found'] }],
    },
    async handle(request) {
      const status = await requireWebhook(context, request, 'requests')
      return { status: 200, body: toJson(toWebhookResponse(status)) }
    },
  }
}
