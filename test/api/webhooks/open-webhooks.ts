// The webhooks of an api, over a real log in a temporary directory.
import { createWebhooks, type Webhooks } from '../../../services/api/webhooks/webhooks.ts'
import {
  createDirectory,
  openWebhookLog,
  topicPrefix,
  type OpenLog,
} from '../../webhooks/webhook-log.ts'
import { definitionOf } from '../../webhooks/webhook-records.ts'

export interface OpenWebhooks {
  readonly webhooks: Webhooks
  readonly on: OpenLog
  readonly secret: string
  /** Creates a webhook and resolves with its id. */
  create(developerId: string): Promise<string>
  close(): Promise<void>
}

export async function openWebhooks(now: () => number): Promise<OpenWebhooks> {
  const on = await openWebhookLog(await createDirectory(), now)
  const { log, codec } = on
  const secret = 'the secret of the service'
  const webhooks = createWebhooks({
    log,
    codec,
    topicPrefix,
    writerName: 'api-webhooks',
    secret,
    now,
    onFatal: (error) => {
      throw error
    },
  })
  await webhooks.start()
  return {
    webhooks,
    on,
    secret,
    async create(developerId) {
      const made = await webhooks.create({ id: developerId } as never, definitionOf({}))
      return made?.status.webhook.id ?? ''
    },
    async close() {
      await webhooks.stop()
      await on.remove()
    },
  }
}
