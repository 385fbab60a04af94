// GET /v1/webhooks: lists the webhooks of the developer.
import type { WebhookList } from '../../../schemas/generated/api.ts'
import type { AccountRoute, WebhookContext } from '../account-route.ts'
import { requireDeveloper } from '../authenticate.ts'
import { createJsonWriter } from '../json-writer.ts'
import { toWebhookResponse } from '../webhooks/webhook-response.ts'

const toJson = createJsonWriter<WebhookList>('webhook-list')

export function webhookListRoute({
  accounts,
  tokens,
  limits,
  webhooks,
}: WebhookContext): AccountRoute {
  return {
    method: 'GET',
    path: '/v1/webhooks',
    document: {
      operationId: 'listWebhooks',
      summary: 'List your webhooks',
      description:
        'All webhooks of the account, in the order of creation, with the state of their deliveries.',
      security: 'token',
      body: null,
      status: 200,
      response: 'webhook-list',
      errors: [],
    },
    async handle({ header, setRateHeaders }) {
      const developer = await requireDeveloper(accounts, tokens, header)
      setRateHeaders(await limits.requests.countRequest(developer.id, 'token'))
      await webhooks.catchUp()
      return { status: 200, body: toJson(webhooks.list(developer).map(toWebhookResponse)) }
    },
  }
}
