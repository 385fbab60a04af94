// Follows the topics trades, markets and matches, and finds the events of all webhooks.
import type { WebhookDetection } from '../../schemas/generated/events.ts'
import { topicOfEvent, type Webhook, type WebhookEvent } from '../domain/webhook-registry.ts'
import { CodecError, type Codec } from '../lib/codec/port.ts'
import { partitionKey, type EventLog, type LogRecord } from '../lib/log/port.ts'
import { decodeRecord } from '../lib/run/stage.ts'
import { detect, createInitialDetection, type DetectedEvent, type InputRecord } from './detect.ts'

export const inputTopics = ['trades', 'markets', 'matches'] as const

export interface DetectorOptions {
  readonly log: Pick<EventLog, 'read'>
  readonly codec: Codec
  readonly topicPrefix: string
  /** The next offset of each partition, by partitionKey(). The detector updates it. A missing partition starts at 0. */
  readonly positions: Map<string, number>
  /** Called for each event, after the detection of the webhook has been changed. */
  readonly onEvent: (webhook: Webhook, event: DetectedEvent) => void
  /** Called when the detection of a webhook has changed. */
  readonly onChanged: (webhookId: string) => void
}

export interface Detector {
  /**
   * Starts to detect the events of a webhook. If `detection` is undefined, first handles the records from the position
   * at which the webhook begins to the current position of the detector. handle() must not be called before the promise
   * resolves.
   */
  add(webhook: Webhook, detection: WebhookDetection | undefined): Promise<void>
  remove(webhook: Webhook): void
  /** Handles records in the order of the log. Does not await anything. */
  handle(batch: readonly LogRecord[]): void
  detectionOf(webhookId: string): WebhookDetection | undefined
  /** Replaces the detection of a webhook, to change the count of its messages. */
  setDetection(detection: WebhookDetection): void
}

/**
 * Takes the place of the market id in the keys of `watching` for webhooks about matches, because every match must
 * be checked for them. Other webhooks are found by the key of a record, which is a market id.
 */
const anyMarket = '*'

export function createDetector(options: DetectorOptions): Detector {
  const { log, codec, topicPrefix, positions, onEvent, onChanged } = options
  /** The webhooks that a record may concern, by watchKeyOf(). */
  const watching = new Map<string, Map<string, Webhook>>()
  const detections = new Map<string, WebhookDetection>()

  const watchKeyOf = (topic: InputRecord['topic'], marketId: string | null): string =>
    `${topic} ${topic === 'matches' ? anyMarket : (marketId ?? anyMarket)}`

  const watchKeyOfWebhook = ({ definition: { event, market_id: marketId } }: Webhook): string =>
    watchKeyOf(topicOfEvent[event as WebhookEvent], marketId)

  /** Returns null for a record that cannot be decoded; the stages that own its topic report it. */
  function decode(record: LogRecord): InputRecord | null {
    const decoded = decodeRecord<InputRecord['topic']>(codec, topicPrefix, record)
    return decoded instanceof CodecError ? null : decoded
  }

  function isBeforeStart(
    { definition }: Webhook,
    { topic, partition, offset }: InputRecord,
  ): boolean {
    const from = definition.from.find((one) => one.topic === topic && one.partition === partition)
    return from !== undefined && offset < from.offset
  }

  function detectFor(webhook: Webhook, record: InputRecord): void {
    const before = detections.get(webhook.id)
    if (!before || isBeforeStart(webhook, record)) return
    const { detection, event } = detect(webhook, before, record)
    if (detection !== before) {
      detections.set(webhook.id, detection)
      onChanged(webhook.id)
    }
    if (event) onEvent(webhook, event)
  }

  /**
   * Reads the records from the position at which the webhook begins to the current position of the detector, which did
   * not know the webhook when it handled them.
   */
  async function readRecordsSinceStartOf(webhook: Webhook): Promise<readonly InputRecord[]> {
    const earlierRecords: InputRecord[] = []
    for (const { topic, partition, offset: from } of webhook.definition.from) {
      const until = positions.get(partitionKey({ topic, partition })) ?? 0
      if (from >= until) continue
      for await (const record of log.read({ topic: topicPrefix + topic, partition, from, until })) {
        const isOther = topic !== 'matches' && record.key !== webhook.definition.market_id
        const decoded = isOther ? null : decode(record)
        if (decoded) earlierRecords.push(decoded)
      }
    }
    return earlierRecords
  }

  return {
    async add(webhook, detection) {
      const earlierRecords = detection ? [] : await readRecordsSinceStartOf(webhook)
      detections.set(webhook.id, detection ?? createInitialDetection(webhook))
      const key = watchKeyOfWebhook(webhook)
      watching.set(key, (watching.get(key) ?? new Map()).set(webhook.id, webhook))
      if (!detection) onChanged(webhook.id)
      for (const record of earlierRecords) detectFor(webhook, record)
    },

    remove(webhook) {
      detections.delete(webhook.id)
      const key = watchKeyOfWebhook(webhook)
      const others = watching.get(key)
      others?.delete(webhook.id)
      if (others?.size === 0) watching.delete(key)
    },

    handle(batch) {
      for (const record of batch) {
        const topic = record.topic.slice(topicPrefix.length) as InputRecord['topic']
        const webhooks = watching.get(watchKeyOf(topic, record.key))
        const decoded = webhooks ? decode(record) : null
        if (webhooks && decoded)
          for (const webhook of webhooks.values()) detectFor(webhook, decoded)
        positions.set(partitionKey({ topic, partition: record.partition }), record.offset + 1)
      }
    },

    detectionOf: (webhookId) => detections.get(webhookId),
    setDetection: (detection) => void detections.set(detection.webhook_id, detection),
  }
}
