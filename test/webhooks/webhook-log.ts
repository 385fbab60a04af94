// A log in a temporary directory with the topics of webhooks, and records in it.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TopicValues, WebhookChange } from '../../schemas/generated/events.ts'
import { openLocalCodec } from '../../services/lib/codec/local.ts'
import { openLmdbLog } from '../../services/lib/log/lmdb.ts'
import type { EventLog } from '../../services/lib/log/port.ts'
import { roles, topics, type Topic } from '../../services/topology.ts'

export const topicPrefix = 'pm.'
const used = Object.fromEntries(
  roles.webhooks.reads.map((topic) => [topicPrefix + topic, topics[topic]]),
)

export type OpenLog = Awaited<ReturnType<typeof openWebhookLog>>

export const createDirectory = (): Promise<string> => mkdtemp(join(tmpdir(), 'oddslog-webhooks-'))

/** Only one process may write to the log at a time. */
export async function openWebhookLog(directory: string, now: () => number = Date.now) {
  const log = await openLmdbLog({ path: join(directory, 'log'), topics: used, now })
  const codec = await openLocalCodec({ path: join(directory, 'schemas') })
  const writer = await log.openWriter('test')

  async function append<T extends Topic>(topic: T, key: string, value: TopicValues[T]) {
    await writer.append([{ topic: topicPrefix + topic, key, value: codec.encode(topic, value) }])
  }

  return {
    log,
    codec,
    append,
    /** Decoded values, in the order of the partitions and offsets. */
    async valuesOf<T extends Topic>(topic: T): Promise<TopicValues[T][]> {
      const values: TopicValues[T][] = []
      for (const { partition, low } of await (log as EventLog).ranges(topicPrefix + topic))
        for await (const { value } of log.read({
          topic: topicPrefix + topic,
          partition,
          from: low,
        }))
          values.push(codec.decode(topic, value))
      return values
    },
    async remove() {
      await log.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

export const changeOf = (
  fields: Partial<WebhookChange> & Pick<WebhookChange, 'action'>,
): WebhookChange => ({
  change_id: 'change',
  webhook_id: 'wh_1',
  developer_id: 'dev_1',
  at_ms: 0,
  created: null,
  position: null,
  ...fields,
})
