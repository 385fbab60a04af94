// The state of the role webhooks and the handlers of the topics that change it. webhooks.ts follows the topics.
import pLimit from 'p-limit'
import type { WebhookChange } from '../../schemas/generated/events.ts'
import { createWebhookRegistry, type Webhook } from '../domain/webhook-registry.ts'
import type { Codec } from '../lib/codec/port.ts'
import { partitionKey, type Batch, type EventLog, type Writer } from '../lib/log/port.ts'
import { createNotifier, type Notifier } from '../lib/run/notifier.ts'
import { messageIdOf, testEventKey } from '../lib/run/webhook-signing.ts'
import { createAttemptDelivery } from './attempts.ts'
import { createOutbox, loadCheckpoints, type Checkpoints, type Outbox } from './checkpoints.ts'
import type { DetectedEvent } from './detect.ts'
import { createDetector, inputTopics, type Detector } from './detector.ts'
import { createEndpoints, type EndpointCounts, type Endpoints } from './endpoints.ts'
import { createMessageLog } from './message-log.ts'
import type { Send, SendResult } from './send.ts'

export interface WebhooksObserver {
  /** Called when a message was created for an event. */
  readonly onMessage: (type: string) => void
  readonly onDeliveryAttempted: (result: SendResult['kind']) => void
  readonly onDisabled: (webhookId: string, reason: string) => void
  /** Called at least once a second, and with zeros when this process no longer delivers. */
  readonly onCounts: (webhooks: EndpointCounts) => void
}

export interface WebhooksOptions {
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
  /** Unix milliseconds. */
  readonly now: () => number
  /** For jitter: from 0 to 1. */
  readonly random: () => number
  /** The secret from which the secret of each webhook is derived. */
  readonly secret: string
  readonly send: Send
  readonly observer: WebhooksObserver
}

export interface WebhookState {
  /**
   * The handlers of the topics. They may be called at the same time. After one of them has rejected, the state must
   * not be used any more.
   */
  readonly handleDevelopers: (batch: Batch) => Promise<void>
  readonly handleChanges: (batch: Batch) => Promise<void>
  readonly handleMessages: (batch: Batch) => Promise<void>
  readonly handleInput: (batch: Batch) => Promise<void>
  /** Where to begin to read the topics, by partition. */
  readonly messagesFrom: () => ReadonlyMap<number, number>
  readonly inputFrom: (topic: string) => ReadonlyMap<number, number>
  readonly startDelivery: () => void
  readonly outbox: Outbox
  /** Notified when the outbox has a new message. */
  readonly hasMessages: Notifier
  readonly counts: () => EndpointCounts
  /** Resolves when no attempt is under way, after `signal` has aborted. */
  readonly waitUntilDeliveryEnded: () => Promise<void>
}

/** Maximum number of messages of one webhook in a day (UTC). A webhook with more is switched off. */
export const maxMessagesPerDay = 10_000
/** If more messages than this are pending, they are appended before further records are handled. */
const maxPendingMessages = 1_000
const dayMs = 86_400_000

export async function loadWebhookState(
  options: WebhooksOptions & {
    readonly writer: Writer
    readonly signal: AbortSignal
    /** Called when messages cannot be read. */
    readonly onFailed: (error: unknown) => void
  },
): Promise<WebhookState> {
  const { log, codec, topicPrefix, observer, signal } = options
  const access = { log, codec, topicPrefix }
  const checkpoints = await loadCheckpoints(access)
  const positions = new Map(
    checkpoints.positions ?? (await readEndsOfInputTopics(log, topicPrefix)),
  )
  const messageLog = createMessageLog({ ...access, signal })
  const [messages] = await log.ranges(messageLog.topic)
  const hasMessages = createNotifier()
  const attempt = createAttemptDelivery({
    ...options,
    onDeliveryAttempted: observer.onDeliveryAttempted,
  })
  const endpoints = createEndpoints({
    ...options,
    messageLog,
    messagesEnd: messages?.high ?? 0,
    attempt,
    onChanged: (webhookId) => outbox.markDeliveryChanged(webhookId),
    onDisabled: observer.onDisabled,
  })
  const detector: Detector = createDetector({
    ...access,
    positions,
    onEvent: (webhook, event) => messageMaker.addMessageIfAllowed(webhook, event),
    onChanged: (webhookId) => outbox.markDetectionChanged(webhookId),
  })
  const outbox = createOutbox({
    ...options,
    positions,
    detectionOf: (webhookId) => detector.detectionOf(webhookId),
    deliveryOf: (webhookId) => endpoints.get(webhookId)?.delivery(),
  })
  const messageMaker = createMessageMaker({ ...options, endpoints, detector, outbox, hasMessages })
  const changes = createChangeApplier({ checkpoints, endpoints, detector, ...messageMaker })
  /**
   * Runs one handler at a time, because adding a webhook reads the log, and no other record may be handled meanwhile.
   */
  const inOrder = pLimit(1)
  let changesEnd = 0

  return {
    handleDevelopers: (batch) =>
      inOrder(() => {
        for (const { value } of batch) {
          const { developer_id: id, revoked } = codec.decode('developers', value)
          if (revoked !== null) changes.removeDeveloper(id)
        }
      }),
    handleChanges: (batch) =>
      inOrder(async () => {
        for (const { value, offset } of batch) {
          if (offset < changesEnd) continue
          await changes.apply(codec.decode('webhooks', value), offset)
          changesEnd = offset + 1
        }
      }),
    handleMessages: async (batch) => endpoints.offer(batch),
    handleInput: (batch) =>
      inOrder(async () => {
        detector.handle(batch)
        if (outbox.pendingMessages() > maxPendingMessages) await outbox.flush()
      }),
    messagesFrom: () => new Map([[0, endpoints.oldestPosition()]]),
    inputFrom: (topic) => positionsOf(topic, positions),
    startDelivery: () => endpoints.start(),
    outbox,
    hasMessages,
    counts: () => endpoints.counts(),
    waitUntilDeliveryEnded: () => endpoints.waitUntilEnded(),
  }
}

interface MessageMaker {
  /** Adds a message for the event to the outbox, unless the webhook is switched off or has too many messages. */
  readonly addMessageIfAllowed: (webhook: Webhook, event: DetectedEvent) => void
  /** Adds a message for the event to the outbox, even if the webhook is switched off or has too many messages. */
  readonly addMessage: (webhook: Webhook, event: DetectedEvent) => void
}

function createMessageMaker({
  endpoints,
  detector,
  outbox,
  hasMessages,
  now,
  observer,
}: {
  readonly endpoints: Endpoints
  readonly detector: Detector
  readonly outbox: Outbox
  readonly hasMessages: Notifier
  readonly now: () => number
  readonly observer: WebhooksObserver
}): MessageMaker {
  function addMessage({ id }: Webhook, { key, type, occurredAtMs, data }: DetectedEvent): void {
    outbox.addMessage({
      webhook_id: id,
      message_id: messageIdOf(id, key),
      type,
      occurred_at_ms: occurredAtMs,
      data: JSON.stringify(data),
    })
    observer.onMessage(type)
    hasMessages.notify()
  }

  return {
    addMessage,
    addMessageIfAllowed(webhook, event) {
      const endpoint = endpoints.get(webhook.id)
      const detection = detector.detectionOf(webhook.id)
      if (!endpoint || !detection || endpoint.delivery().disabled_at_ms !== null) return
      const day = Math.floor(now() / dayMs)
      const count = detection.day === day ? detection.messages_of_day + 1 : 1
      if (count > maxMessagesPerDay)
        return endpoint.disable(`more than ${maxMessagesPerDay} messages in a day`)
      detector.setDetection({ ...detection, day, messages_of_day: count })
      addMessage(webhook, event)
    },
  }
}

/** Creates the functions that apply changes of accounts and webhooks. */
function createChangeApplier({
  checkpoints,
  endpoints,
  detector,
  addMessage,
}: {
  readonly checkpoints: Checkpoints
  readonly endpoints: Endpoints
  readonly detector: Detector
  readonly addMessage: MessageMaker['addMessage']
}) {
  const registry = createWebhookRegistry()
  const revokedDevelopers = new Set<string>()

  function remove(webhook: Webhook): void {
    detector.remove(webhook)
    endpoints.remove(webhook)
  }

  return {
    removeDeveloper(developerId: string): void {
      revokedDevelopers.add(developerId)
      for (const webhook of registry.webhooksOfDeveloper(developerId)) remove(webhook)
    },

    async apply(change: WebhookChange, offset: number): Promise<void> {
      const { action, change_id: changeId, at_ms: atMs } = change
      const known = registry.get(change.webhook_id)
      const webhook = registry.apply(change, offset)
      if (action === 'delete' && known) return remove(known)
      if (!webhook || revokedDevelopers.has(webhook.developerId)) return
      const { id } = webhook
      if (action === 'create') {
        // added before the webhook is passed to the detector, which can find an event at once and then needs the
        // endpoint
        endpoints.add(webhook, checkpoints.deliveries.get(id), offset)
        return detector.add(webhook, checkpoints.detections.get(id))
      }
      const endpoint = endpoints.get(id)
      if (!endpoint || offset <= endpoint.delivery().changes_offset) return
      if (action === 'enable') endpoint.enable(offset)
      if (action === 'replay') endpoint.replay(offset, change.position ?? 0)
      if (action === 'test') {
        endpoint.markApplied(offset)
        const key = testEventKey(changeId)
        addMessage(webhook, { key, type: 'webhook.test', occurredAtMs: atMs, data: {} })
      }
    },
  }
}

/**
 * Reads the high watermarks of all partitions of the input topics. The first start begins there, so that earlier
 * records cause no messages.
 */
async function readEndsOfInputTopics(
  log: EventLog,
  topicPrefix: string,
): Promise<ReadonlyMap<string, number>> {
  const ends = new Map<string, number>()
  for (const topic of inputTopics)
    for (const { partition, high } of await log.ranges(topicPrefix + topic))
      ends.set(partitionKey({ topic, partition }), high)
  return ends
}

function positionsOf(
  topic: string,
  positions: ReadonlyMap<string, number>,
): ReadonlyMap<number, number> {
  const own = [...positions].filter(([key]) => key.startsWith(`${topic}/`))
  return new Map(own.map(([key, offset]) => [Number(key.slice(topic.length + 1)), offset]))
}
