// Reads messages of webhooks from the topic `webhook-messages`.
import type { Codec } from '../lib/codec/port.ts'
import type { EventLog, LogRecord } from '../lib/log/port.ts'
import { createConcurrencyLimit } from '../lib/run/concurrency-limit.ts'
import type { StoredMessage } from './endpoint.ts'

/** Maximum number of reads at a time, so that webhooks with many unread messages do not slow down the others. */
const maxReads = 2
const pageBytes = 64 * 1024

export type MessageLog = ReturnType<typeof createMessageLog>

export function createMessageLog(options: {
  readonly log: Pick<EventLog, 'read'>
  readonly codec: Codec
  readonly topicPrefix: string
  readonly signal: AbortSignal
}) {
  const { log, codec, signal } = options
  const topic = `${options.topicPrefix}webhook-messages`
  const limit = createConcurrencyLimit(() => maxReads)

  const decode = ({ value, offset }: LogRecord): StoredMessage => ({
    ...codec.decode('webhook-messages', value),
    offset,
  })

  async function readMessages(
    webhookId: string,
    range: { readonly from: number; readonly until: number; readonly max: number },
  ): Promise<readonly StoredMessage[]> {
    const { from, until, max } = range
    const messages: StoredMessage[] = []
    for await (const record of log.read({ topic, partition: 0, from, until, pageBytes })) {
      signal.throwIfAborted()
      if (record.key === webhookId) messages.push(decode(record))
      if (messages.length === max) break
    }
    return messages
  }

  return {
    topic,
    decode,
    /** Returns the first messages of a webhook, at most `max`, at or after offset `from` and before `until`. */
    read: (...request: Parameters<typeof readMessages>) =>
      limit(() => readMessages(...request), signal),
  }
}
