// The secret from which the api and the role webhooks derive the secrets of webhooks.
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { readOrCreateSecret } from '../lib/run/secret-file.ts'

export async function readWebhookSecret({ webhookSecret, dataDir }: Config): Promise<string> {
  return webhookSecret ?? (await readOrCreateSecret(join(dataDir, 'webhook-secret')))
}
