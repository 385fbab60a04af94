// The state of the role webhooks in the topic `webhook-checkpoints`, and the messages in `webhook-messages`. A new
// message and the state that records its event are appended in one transaction, so that each event has exactly one
// message even after a crash.
import { isDeepStrictEqual } from 'node:util'
import pLimit from 'p-limit'
import type {
  WebhookCheckpoint,
  WebhookDelivery,
  WebhookDetection,
  WebhookMessage,
} from '../../schemas/generated/events.ts'
import type { Codec } from '../lib/codec/port.ts'
import {
  parsePartitionKey,
  partitionKey,
  type EventLog,
  type NewRecord,
  type Writer,
} from '../lib/log/port.ts'
import type { OutputTopicOf } from '../topology.ts'

export interface Checkpoints {
  /** The next offset of each input partition, by partitionKey(); null before the first start. */
  readonly positions: ReadonlyMap<string, number> | null
  readonly detections: ReadonlyMap<string, WebhookDetection>
  readonly deliveries: ReadonlyMap<string, WebhookDelivery>
}

interface LogAccess {
  readonly codec: Codec
  readonly topicPrefix: string
}

export async function loadCheckpoints(
  options: LogAccess & { readonly log: Pick<EventLog, 'read'> },
): Promise<Checkpoints> {
  const { log, codec, topicPrefix } = options
  let positions: ReadonlyMap<string, number> | null = null
  const detections = new Map<string, WebhookDetection>()
  const deliveries = new Map<string, WebhookDelivery>()
  const topic = `${topicPrefix}webhook-checkpoints`
  for await (const record of log.read({ topic, partition: 0, from: 0 })) {
    const checkpoint = codec.decode('webhook-checkpoints', record.value)
    const { detection, delivery } = checkpoint
    if (checkpoint.positions)
      positions = new Map(
        checkpoint.positions.map((position) => [partitionKey(position), position.offset]),
      )
    if (detection) detections.set(detection.webhook_id, detection)
    if (delivery) deliveries.set(delivery.webhook_id, delivery)
  }
  return { positions, detections, deliveries }
}

export interface OutboxOptions extends LogAccess {
  readonly writer: Writer
  readonly positions: ReadonlyMap<string, number>
  readonly detectionOf: (webhookId: string) => WebhookDetection | undefined
  readonly deliveryOf: (webhookId: string) => WebhookDelivery | undefined
}

/** Collects the messages and the state changes that flush() will append. */
export interface Outbox {
  addMessage(message: WebhookMessage): void
  markDetectionChanged(webhookId: string): void
  markDeliveryChanged(webhookId: string): void
  /** Returns the number of messages that are not appended yet. */
  readonly pendingMessages: () => number
  /**
   * Whether a message or the progress of a delivery waits to be appended. After a crash, progress that was not
   * appended would cause a message to be sent again. Other changes can wait for the next flush.
   */
  readonly isUrgent: () => boolean
  /**
   * Appends all pending messages and changes in one transaction, with the positions if they have changed. Rejects with
   * a LogError; the state in memory is then ahead of the log, so the caller must discard the state and load it from the
   * log again.
   */
  flush(): Promise<void>
}

export function createOutbox(options: OutboxOptions): Outbox {
  const { writer, codec, topicPrefix, positions, detectionOf, deliveryOf } = options
  const oneAtATime = pLimit(1)
  const messages: WebhookMessage[] = []
  const changedDetections = new Set<string>()
  const changedDeliveries = new Set<string>()
  let appendedPositions: WebhookCheckpoint['positions'] = null

  function toRecord<Topic extends OutputTopicOf<'webhooks'>>(
    topic: Topic,
    key: string,
    value: Parameters<typeof codec.encode<Topic>>[1],
  ): NewRecord {
    return { topic: topicPrefix + topic, key, value: codec.encode(topic, value) }
  }

  const toCheckpoint = (key: string, state: Partial<WebhookCheckpoint>): NewRecord =>
    toRecord('webhook-checkpoints', key, {
      positions: null,
      detection: null,
      delivery: null,
      ...state,
    })

  /** Takes all pending changes synchronously, so that the messages, states and positions in the records agree. */
  function takeRecords(): readonly NewRecord[] {
    const records = messages
      .splice(0)
      .map((message) => toRecord('webhook-messages', message.webhook_id, message))
    for (const id of changedDetections) {
      const detection = detectionOf(id)
      if (detection) records.push(toCheckpoint(`${id}/detection`, { detection }))
    }
    for (const id of changedDeliveries) {
      const delivery = deliveryOf(id)
      if (delivery) records.push(toCheckpoint(`${id}/delivery`, { delivery }))
    }
    changedDetections.clear()
    changedDeliveries.clear()
    const all = [...positions].map(([key, offset]) => ({ ...parsePartitionKey(key), offset }))
    if (!isDeepStrictEqual(all, appendedPositions))
      records.push(toCheckpoint('positions', { positions: all }))
    appendedPositions = all
    return records
  }

  async function appendAll(): Promise<void> {
    const records = takeRecords()
    if (records.length > 0) await writer.append(records)
  }

  return {
    addMessage: (message) => void messages.push(message),
    markDetectionChanged: (webhookId) => void changedDetections.add(webhookId),
    markDeliveryChanged: (webhookId) => void changedDeliveries.add(webhookId),
    pendingMessages: () => messages.length,
    isUrgent: () => messages.length > 0 || changedDeliveries.size > 0,
    flush: () => oneAtATime(appendAll),
  }
}
