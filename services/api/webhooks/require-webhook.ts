// Finds the webhook of a request. Only its owner may learn that it exists.
import type { WindowState } from '../../lib/cache/port.ts'
import type { AccountRequest, WebhookContext } from '../account-route.ts'
import { requireDeveloper } from '../authenticate.ts'
import { webhookNotFound } from '../errors.ts'
import type { WebhookStatus } from './webhooks.ts'

/**
 * Returns the webhook that the path names. Rejects with a RequestError: 401 without a token, 429 if `limit` is reached,
 * 404 if the developer has no such webhook.
 */
export async function requireWebhook(
  { accounts, tokens, limits, webhooks }: WebhookContext,
  { header, params, setRateHeaders }: AccountRequest,
  limit: 'requests' | 'auth',
): Promise<WebhookStatus> {
  const developer = await requireDeveloper(accounts, tokens, header)
  const states: readonly WindowState[] = await limits[limit].countRequest(developer.id, 'token')
  setRateHeaders(states)
  await webhooks.catchUp()
  const status = webhooks.find(developer, params['webhook_id'] ?? '')
  if (!status) throw webhookNotFound()
  return status
}
