// Reads the log of a data directory whose service does not run.
import { join } from 'node:path'
import type { TopicValues } from '../../schemas/generated/events.ts'
import { openLocalCodec } from '../../services/lib/codec/local.ts'
import { openLmdbLog } from '../../services/lib/log/lmdb.ts'
import type { EventLog, LogRecord } from '../../services/lib/log/port.ts'
import type { Codec } from '../../services/lib/codec/port.ts'
import { topicsWithPrefix, type Topic } from '../../services/topology.ts'
import pino from 'pino'

const prefix = 'pm.'

export interface LogContents {
  readonly log: EventLog
  /** Every record of a topic, by partition and offset. */
  records<T extends Topic>(
    topic: T,
  ): AsyncIterable<LogRecord & { readonly contents: TopicValues[T] }>
  close(): Promise<void>
}

export async function openLogContents(dataDir: string): Promise<LogContents> {
  const settings = topicsWithPrefix(prefix)
  const log = await openLmdbLog({
    path: join(dataDir, 'log'),
    topics: settings,
    now: () => Date.now(),
    logger: pino({ level: 'silent' }),
  })
  const codec: Codec = await openLocalCodec({ path: join(dataDir, 'schemas') })
  return {
    log,
    async *records(topic) {
      for (const { partition, low } of await log.ranges(prefix + topic))
        for await (const record of log.read({ topic: prefix + topic, partition, from: low }))
          yield { ...record, contents: codec.decode(topic, record.value) }
    },
    close: () => log.close(),
  }
}
