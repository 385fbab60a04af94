// POST /v1/webhooks/{webhook_id}/replay: sends messages again, from a position or a time on.
import type { ReplayedWebhook, WebhookReplay } from '../../../schemas/generated/api.ts'
import type { AccountRoute, WebhookContext } from '../account-route.ts'
import { createBodyParser } from '../body.ts'
import { invalidParameters } from '../errors.ts'
import { createJsonWriter } from '../json-writer.ts'
import { requireWebhook } from '../webhooks/require-webhook.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'

const parseBody = createBodyParser<WebhookReplay>('webhook-replay')
const toJson = createJsonWriter<ReplayedWebhook>('replayed-webhook')

export function webhookReplayRoute(context: WebhookContext): AccountRoute {
  return {
    method: 'POST',
    path: '/v1/webhooks/{webhook_id}/replay',
    document: {
      operationId: 'replayWebhook',
      summary: 'Continue at another position',
      description:
        'Sends all messages of the webhook from a position or a time on, also those that were delivered, with the same ids as before. A later position than that of the webhook leaves out the messages in between. Messages are kept for 7 days.',
      security: 'token',
      body: 'webhook-replay',
      status: 202,
      response: 'replayed-webhook',
      errors: [{ status: 404, types: ['webhook_not_found'] }],
    },
    async handle(request) {
      const { webhook } = await requireWebhook(context, request, 'auth')
      const { webhooks } = context
      const position = await positionOf(webhooks, parseBody(await request.readBody()))
      await webhooks.replay(webhook, position)
      return { status: 202, body: toJson({ position }) }
    },
  }
}

async function positionOf(webhooks: Webhooks, { position, since }: WebhookReplay): Promise<number> {
  if ((position === undefined) === (since === undefined))
    throw invalidParameters([
      {
        loc: ['body'],
        msg: 'Value error, needs either position or since',
        type: 'value_error',
      },
    ])
  if (position === undefined) return webhooks.positionAt(Number(since) * 1000)
  const end = await webhooks.endPosition()
  if (position > end)
    throw invalidParameters([
      {
        loc: ['body', 'position'],
        msg: `Input should be less than or equal to ${end}`,
        type: 'less_than_equal',
      },
    ])
  return position
}
