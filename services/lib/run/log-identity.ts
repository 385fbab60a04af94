// The identity of the log: a UUID, created once per log and stored in it. The projector compares it with the
// identity that the store keeps. It is a record in a compacted topic, on LMDB and on Kafka alike. Kafka's own
// ids do not suffice: the cluster id stays the same when all topics are deleted and created again.
import { randomUUID } from 'node:crypto'
import type { Codec, Decoder } from '../codec/port.ts'
import { LogError, WriterFenced, type EventLog } from '../log/port.ts'
import { retry } from './retry.ts'

const topic = 'log-identity'
/**
 * Processes that start at the same time fence each other, on a slow cluster so often that none
 * opens the writer. Pauses of random length end this.
 */
const creation = { firstMs: 100, maxMs: 5_000, attempts: 10, random: Math.random }

/**
 * Of several processes that start at once, one creates the identity: opening the writer fences the others,
 * and a process that was fenced reads the topic again.
 */
export async function readOrCreateLogIdentity(options: {
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
  /** Unix milliseconds. */
  readonly now: () => number
}): Promise<string> {
  const { log, codec, topicPrefix, now } = options
  const name = topicPrefix + topic
  const read = () => readLogIdentity(options)

  async function attempt(): Promise<string> {
    const existing = await read()
    if (existing !== null) return existing
    const writer = await log.openWriter(topic)
    try {
      const createdByOther = await read()
      if (createdByOther !== null) return createdByOther
      const id = randomUUID()
      const value = codec.encode(topic, { id, created_at_ms: now() })
      await writer.append([{ topic: name, key: 'log', value }])
      return id
    } finally {
      await writer.close()
    }
  }

  return retry(attempt, {
    ...creation,
    isRetriable: (error) =>
      error instanceof WriterFenced || (error instanceof LogError && error.retriable),
  })
}

/** Returns the identity, or null if the log has none yet. */
export async function readLogIdentity(options: {
  readonly log: Pick<EventLog, 'read'>
  readonly codec: Decoder
  readonly topicPrefix: string
}): Promise<string | null> {
  const { log, codec, topicPrefix } = options
  for await (const { value } of log.read({ topic: topicPrefix + topic, partition: 0, from: 0 }))
    return codec.decode(topic, value).id
  return null
}
