// A topic with requests of clients to the poller, for example to follow a wallet. Appends the requests that
// this process received, and reads the requests of all api processes.
import type { TopicValues } from '../../../schemas/generated/events.ts'
import { decodeOrNull, type Codec } from '../../lib/codec/port.ts'
import { LogError, type EventLog, type Follower, type Writer } from '../../lib/log/port.ts'
import type { OutputTopicOf } from '../../topology.ts'

/** The topics through which the api sends requests to the poller. */
export type RequestTopicName = Exclude<OutputTopicOf<'api'>, 'developers' | 'webhooks'>

export interface RequestTopic<Request> {
  /** Resolves when all requests in the topic have been applied. */
  start(): Promise<void>
  /** Resolves when the request is durable; rejects with a LogError. */
  append(request: Request): Promise<void>
  stop(): Promise<void>
}

export interface RequestTopicOptions {
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
  /**
   * Name of the log writer of this process. If another process opens a writer with the same name,
   * the log rejects all further appends of this process (fencing).
   */
  readonly writerName: string
  /** Called when the topic can no longer be read. */
  readonly onFatal: (error: Error) => void
}

export function createRequestTopic<Name extends RequestTopicName>(
  options: RequestTopicOptions & {
    readonly topic: Name
    readonly keyOf: (request: TopicValues[Name]) => string
    /** Receives every request in the topic. */
    readonly apply: (request: TopicValues[Name]) => void
  },
): RequestTopic<TopicValues[Name]> {
  const { log, codec, topic, topicPrefix, writerName, onFatal } = options
  let writer: Writer | null = null
  let follower: Follower | null = null

  /** Applies the request in a record. Ignores invalid records, which the poller counts. */
  function apply(value: Buffer): void {
    const request = decodeOrNull(codec, topic, value)
    if (request !== null) options.apply(request)
  }

  return {
    async start() {
      writer = await log.openWriter(writerName)
      follower = await log.follow({ topic: topicPrefix + topic, onFatal }, async (batch) => {
        for (const { value } of batch) apply(value)
      })
    },
    async append(request) {
      if (!writer) throw new LogError(`${topic} is not started`, { retriable: true })
      const value = codec.encode(topic, request)
      await writer.append([{ topic: topicPrefix + topic, key: options.keyOf(request), value }])
    },
    async stop() {
      await follower?.stop()
      await writer?.close()
    },
  }
}
