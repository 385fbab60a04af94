// POST /v1/webhooks: creates a webhook.
import type { CreatedWebhook } from '../../../schemas/generated/api.ts'
import type { AccountRoute, WebhookContext } from '../account-route.ts'
import { requireDeveloper } from '../authenticate.ts'
import { tooManyWebhooks } from '../errors.ts'
import { createJsonWriter } from '../json-writer.ts'
import { parseNewWebhook } from '../webhooks/new-webhook.ts'
import { toWebhookResponse } from '../webhooks/webhook-response.ts'
import { maxWebhooks } from '../webhooks/webhooks.ts'

const toJson = createJsonWriter<CreatedWebhook>('created-webhook')

export function webhookCreateRoute(context: WebhookContext): AccountRoute {
  const { accounts, tokens, limits, webhooks, findWebhookStart, allowPrivateWebhooks } = context
  return {
    method: 'POST',
    path: '/v1/webhooks',
    document: {
      operationId: 'createWebhook',
      summary: 'Create a webhook',
      description: `From now on, a signed message is sent to the URL when the event happens. The secret that verifies the signatures is shown only in this response. An account can have up to ${maxWebhooks} webhooks.`,
      security: 'token',
      body: 'new-webhook',
      status: 201,
      response: 'created-webhook',
      errors: [
        { status: 404, types: ['webhook_market_not_found'] },
        { status: 409, types: ['too_many_webhooks'] },
      ],
    },
    async handle({ header, setRateHeaders, readBody }) {
      const developer = await requireDeveloper(accounts, tokens, header)
      const states = await limits.auth.countRequest(developer.id, 'token')
      setRateHeaders([...states, ...(await limits.creations.countRequest(developer.id, 'token'))])
      const given = parseNewWebhook(await readBody(), allowPrivateWebhooks)
      const start = await findWebhookStart(given.event, given.market_id)
      const created = await webhooks.create(developer, { ...given, ...start })
      if (!created) throw tooManyWebhooks(maxWebhooks)
      const { status, secret } = created
      return { status: 201, body: toJson({ ...toWebhookResponse(status), secret }) }
    },
  }
}
