// The webhooks of the accounts, for the api. Changes are appended to the topic `webhooks`. The role webhooks reads
// them there, and reports the state of its deliveries in the topic `webhook-checkpoints`. This module does not
// check permissions: the routes do.
import { randomUUID } from 'node:crypto'
import pLimit from 'p-limit'
import type {
  WebhookChange,
  WebhookDefinition,
  WebhookDelivery,
} from '../../../schemas/generated/events.ts'
import { createWebhookRegistry, type Webhook } from '../../domain/webhook-registry.ts'
import { CodecError, type Codec } from '../../lib/codec/port.ts'
import type { EventLog, Follower } from '../../lib/log/port.ts'
import { messageIdOf, testEventKey, webhookSecretOf } from '../../lib/run/webhook-signing.ts'
import type { EmittedRecord } from '../../topology.ts'
import type { Developer } from '../accounts/registry.ts'
import { createJournal } from '../accounts/journal.ts'

export interface WebhookStatus {
  readonly webhook: Webhook
  /** Null until the role webhooks has reported about the webhook. */
  readonly delivery: WebhookDelivery | null
  readonly isDisabled: boolean
}

export interface Webhooks {
  /** Resolves when all webhooks in the topic have been read. */
  start(): Promise<void>
  stop(): Promise<void>
  /** As Journal.catchUp. */
  catchUp(): Promise<void>
  /** Returns the webhooks of the developer in the order of creation. */
  list(developer: Developer): readonly WebhookStatus[]
  /** Returns null if the developer has no such webhook. */
  find(developer: Developer, webhookId: string): WebhookStatus | null
  /** Creates a webhook. Resolves with null if the developer has the maximum number of webhooks. */
  create(
    developer: Developer,
    definition: WebhookDefinition,
  ): Promise<{ readonly status: WebhookStatus; readonly secret: string } | null>
  delete(webhook: Webhook): Promise<void>
  enable(webhook: Webhook): Promise<void>
  /** Sends the messages from a position in the topic `webhook-messages` on, including those that were delivered. */
  replay(webhook: Webhook, position: number): Promise<void>
  /** Sends a message of type `webhook.test`. Resolves with its id. */
  sendTestMessage(webhook: Webhook): Promise<string>
  /** Returns the position of the first message at or after this time. */
  positionAt(timeMs: number): Promise<number>
  /** Returns the position after the newest message of any webhook. */
  endPosition(): Promise<number>
}

export interface WebhooksOptions {
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
  /** Name of the log writer of this process. No two processes may use the same name at the same time. */
  readonly writerName: string
  /** The secret from which the secret of each webhook is derived. */
  readonly secret: string
  /** Unix milliseconds. */
  readonly now: () => number
  /** Called when a topic can no longer be read or written. */
  readonly onFatal: (error: Error) => void
}

export const maxWebhooks = 20

export function createWebhooks(options: WebhooksOptions): Webhooks {
  const { log, secret, topicPrefix, now } = options
  const registry = createWebhookRegistry()
  const deliveries = createDeliveryFollower(options)
  const journal = createJournal({
    ...options,
    topic: 'webhooks',
    apply: (change, offset) => void registry.apply(change, offset),
  })
  const messages = `${topicPrefix}webhook-messages`
  /** Runs one `create` at a time, so that each counts the webhooks that were created before. */
  const oneAtATime = pLimit(1)

  const statusOf = (webhook: Webhook): WebhookStatus =>
    toStatus(webhook, deliveries.deliveryOf(webhook.id))

  /** Appends a change of a webhook. Resolves with the id of the change. */
  async function append(
    { id, developerId }: Pick<Webhook, 'id' | 'developerId'>,
    action: WebhookChange['action'],
    details: Partial<Pick<WebhookChange, 'created' | 'position'>> = {},
  ): Promise<string> {
    const record = toRecord({
      change_id: randomUUID(),
      webhook_id: id,
      developer_id: developerId,
      at_ms: now(),
      action,
      created: null,
      position: null,
      ...details,
    })
    await journal.append([record])
    return record.value.change_id
  }

  return {
    async start() {
      await journal.start()
      await deliveries.start()
    },
    async stop() {
      await deliveries.stop()
      await journal.stop()
    },
    catchUp: () => journal.catchUp(),
    list: ({ id }) => registry.webhooksOfDeveloper(id).map(statusOf),
    find(developer, webhookId) {
      const webhook = registry.get(webhookId)
      return webhook?.developerId === developer.id ? statusOf(webhook) : null
    },
    create: ({ id: developerId }, definition) =>
      oneAtATime(async () => {
        if (registry.webhooksOfDeveloper(developerId).length >= maxWebhooks) return null
        const id = `wh_${randomUUID()}`
        await append({ id, developerId }, 'create', { created: definition })
        const webhook = registry.get(id)
        if (!webhook) throw new Error('a new webhook is not in the registry')
        return { status: statusOf(webhook), secret: webhookSecretOf(secret, id) }
      }),
    delete: async (webhook) => void (await append(webhook, 'delete')),
    enable: async (webhook) => void (await append(webhook, 'enable')),
    replay: async (webhook, position) => void (await append(webhook, 'replay', { position })),
    sendTestMessage: async (webhook) =>
      messageIdOf(webhook.id, testEventKey(await append(webhook, 'test'))),
    async positionAt(timeMs) {
      const [found] = await log.offsetsAt(messages, timeMs)
      return found?.offset ?? 0
    },
    async endPosition() {
      const [range] = await log.ranges(messages)
      return range?.high ?? 0
    },
  }
}

/**
 * The topic is compacted. The record that deletes a webhook has the key of the record that created it, so
 * compaction removes the older of the two.
 */
function toRecord(value: WebhookChange): EmittedRecord<'webhooks'> {
  const { webhook_id: id, action } = value
  const key = action === 'create' || action === 'delete' ? id : `${id}/${action}`
  return { topic: 'webhooks', key, value }
}

/** A webhook counts as enabled as soon as the owner has enabled it, although the role webhooks reports it later. */
function toStatus(webhook: Webhook, delivery: WebhookDelivery | null): WebhookStatus {
  const isDisabled =
    delivery !== null &&
    delivery.disabled_at_ms !== null &&
    webhook.enabledOffset <= delivery.changes_offset
  return { webhook, delivery, isDisabled }
}

/** Follows the topic `webhook-checkpoints`. */
function createDeliveryFollower({ log, codec, topicPrefix, onFatal }: WebhooksOptions) {
  const byWebhook = new Map<string, WebhookDelivery>()
  let follower: Follower | null = null

  function apply(value: Buffer): void {
    try {
      const { delivery } = codec.decode('webhook-checkpoints', value)
      if (delivery) byWebhook.set(delivery.webhook_id, delivery)
    } catch (error) {
      if (!(error instanceof CodecError)) throw error
    }
  }

  return {
    async start(): Promise<void> {
      const topic = `${topicPrefix}webhook-checkpoints`
      follower = await log.follow({ topic, onFatal }, async (batch) => {
        for (const { value } of batch) apply(value)
      })
    },
    stop: async (): Promise<void> => follower?.stop(),
    deliveryOf: (webhookId: string): WebhookDelivery | null => byWebhook.get(webhookId) ?? null,
  }
}
