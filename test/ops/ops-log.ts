// A log with its codec for the tests of operator commands: in a directory of its own, with a clock that stands still.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TopicValues } from '../../schemas/generated/events.ts'
import { openLocalCodec } from '../../services/lib/codec/local.ts'
import type { Codec } from '../../services/lib/codec/port.ts'
import { openLmdbLog, type LmdbLog } from '../../services/lib/log/lmdb.ts'
import type { EventLog } from '../../services/lib/log/port.ts'
import { topicsWithPrefix, type Topic } from '../../services/topology.ts'

export const topicPrefix = 'pm.'

export interface OpsLog<Log extends EventLog = LmdbLog> {
  readonly logPath: string
  readonly schemaPath: string
  readonly log: Log
  readonly codec: Codec
  /** Unix milliseconds: the time of the next appends. */
  nowMs: number
  append<T extends Topic>(
    topic: T,
    partition: number,
    records: readonly { readonly key: string; readonly value: TopicValues[T] }[],
  ): Promise<void>
  /** Appends bytes that need not be decodable. */
  appendBytes(topic: Topic, partition: number, values: readonly Buffer[]): Promise<void>
  remove(): Promise<void>
}

export function openOpsLog(): Promise<OpsLog> {
  return openOpsLogOn((path, now) =>
    openLmdbLog({ path, topics: topicsWithPrefix(topicPrefix), now }),
  )
}

/** The same with another log, which need not use the path and the clock, and another codec. */
export async function openOpsLogOn<Log extends EventLog>(
  openLog: (path: string, now: () => number) => Promise<Log>,
  openCodec: (path: string) => Promise<Codec> = (path) => openLocalCodec({ path }),
): Promise<OpsLog<Log>> {
  const directory = await mkdtemp(join(tmpdir(), 'oddslog-ops-'))
  const logPath = join(directory, 'log')
  const schemaPath = join(directory, 'schemas')
  const log = await openLog(logPath, () => opened.nowMs)
  const codec = await openCodec(schemaPath)
  const writer = await log.openWriter('test')
  const opened: OpsLog<Log> = {
    logPath,
    schemaPath,
    log,
    codec,
    nowMs: Date.parse('2026-11-20T12:00:00Z'),
    append: (topic, partition, records) =>
      writer.append(
        records.map(({ key, value }) => ({
          topic: topicPrefix + topic,
          partition,
          key,
          value: codec.encode(topic, value),
        })),
      ),
    appendBytes: (topic, partition, values) =>
      writer.append(
        values.map((value) => ({ topic: topicPrefix + topic, partition, key: null, value })),
      ),
    async remove() {
      await log.close()
      await rm(directory, { recursive: true })
    },
  }
  return opened
}
