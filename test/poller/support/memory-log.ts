// An event log in memory, for the poller's tests: appends that fail on request, before or after they
// became durable. Only what the poller needs; nothing subscribes here.
import {
  LogError,
  WriterFenced,
  type EventLog,
  type LogRecord,
  type NewRecord,
} from '../../../services/lib/log/port.ts'
import type { TaskMember } from '../../../services/lib/log/lmdb/context.ts'
import { startTaskCoordination } from '../../../services/lib/log/lmdb/task-coordination.ts'
import { partitionOf } from '../../../services/lib/log/partitioner.ts'
import type { Codec } from '../../../services/lib/codec/port.ts'
import { topics, type Topic } from '../../../services/topology.ts'
import type { TopicValues } from '../../../schemas/generated/events.ts'

export const jsonCodec: Codec = {
  encode: (_topic, value) => Buffer.from(JSON.stringify(value)),
  decode: <T extends keyof TopicValues>(_topic: T, bytes: Buffer) =>
    JSON.parse(bytes.toString()) as TopicValues[T],
  loadSchemas: () => null,
}

export type Fault = 'none' | 'lost' | 'unknown'

export interface MemoryLog extends EventLog {
  /** Asked before each append: `lost` fails and keeps nothing, `unknown` keeps it and fails. */
  onAppend: (records: readonly NewRecord[]) => Fault
  readonly appends: number
  /** Decoded values of a topic in the order of their append, over all partitions, without the first `from`. */
  values<T extends Topic>(topic: T, from?: number): readonly Stored<T>[]
}

export interface Stored<T extends Topic> {
  readonly key: string | null
  readonly partition: number
  readonly offset: number
  readonly value: TopicValues[T]
}

export function createMemoryLog(now: () => number): MemoryLog {
  const partitions = new Map<string, LogRecord[][]>(
    Object.entries(topics).map(([name, spec]) => [
      `pm.${name}`,
      Array.from({ length: spec.partitions }, () => []),
    ]),
  )
  /** By topic, in the order of their append; tests ask for all values again and again. */
  const stored = new Map<string, Stored<Topic>[]>(
    Object.keys(topics).map((topic) => [`pm.${topic}`, []]),
  )
  const followers = new Set<(topic: string) => void>()
  const epochs = new Map<string, number>()
  const taskMembers = new Set<TaskMember>()

  const of = (topic: string): LogRecord[][] => {
    const found = partitions.get(topic)
    if (!found) throw new Error(`no topic ${topic}`)
    return found
  }

  const log: MemoryLog = {
    appends: 0,
    onAppend: () => 'none',
    async openWriter(name) {
      const mine = (epochs.get(name) ?? 0) + 1
      epochs.set(name, mine)
      return {
        async append(records) {
          await new Promise((resolve) => setImmediate(resolve))
          // as the real logs do: an append in flight fails when another writer has been opened meanwhile
          if (mine !== epochs.get(name)) throw new WriterFenced(name)
          ;(log as { appends: number }).appends += 1
          const fault = log.onAppend(records)
          if (fault === 'lost') throw new LogError('append failed', { retriable: true })
          for (const { topic, key, partition, value } of records) {
            const list = of(topic)
            const place = partition ?? partitionOf(key ?? '', list.length)
            const into = list[place]
            if (!into) throw new Error(`no partition ${place}`)
            const offset = into.length
            const record = { topic, partition: place, offset, key, value, timestampMs: now() }
            into.push(record)
            stored.get(topic)?.push(toStored(record))
          }
          for (const changed of followers) for (const { topic } of records) changed(topic)
          if (fault === 'unknown') {
            throw new LogError('connection lost', { retriable: true, unknown: true })
          }
        },
        async close() {},
      }
    },
    async *read({ topic, partition, from, until }) {
      yield* of(topic)[partition]?.slice(from, until) ?? []
    },
    async ranges(topic) {
      return of(topic).map((list, partition) => ({ topic, partition, low: 0, high: list.length }))
    },
    async offsetsAt(topic, timestampMs) {
      return of(topic).map((list, partition) => {
        const at = list.findIndex((record) => record.timestampMs >= timestampMs)
        return { topic, partition, offset: at === -1 ? list.length : at }
      })
    },
    subscribe: () => Promise.reject(new Error('not here')),
    async coordinateTasks(options, runTask) {
      return startTaskCoordination(
        { taskMembers, checkOwnership: async () => undefined, logger: null },
        options,
        runTask,
      )
    },
    async follow({ topic, from }, handle) {
      const seen = of(topic).map((_, partition) => from?.get(partition) ?? 0)
      const { signal } = new AbortController()
      let last = Promise.resolve()
      const takeIn = async (): Promise<void> => {
        const batch = of(topic).flatMap((list, partition) => list.slice(seen[partition]))
        for (const [partition, list] of of(topic).entries()) seen[partition] = list.length
        if (batch.length > 0) await handle(batch, signal)
      }
      const changed = (about: string): void => {
        if (about === topic) last = last.then(takeIn)
      }
      followers.add(changed)
      changed(topic)
      await last
      return {
        async stop() {
          followers.delete(changed)
          await last
        },
      }
    },
    usage: () => Promise.reject(new Error('not here')),
    lag: () => Promise.reject(new Error('not here')),
    reset: () => Promise.reject(new Error('not here')),
    async close() {},
    values: <T extends Topic>(topic: T, from = 0) =>
      (stored.get(`pm.${topic}`) ?? []).slice(from) as unknown as readonly Stored<T>[],
  }
  return log
}

/** Decoded when the value is first asked for. */
function toStored({ topic, key, partition, offset, value: bytes }: LogRecord): Stored<Topic> {
  let value: TopicValues[Topic] | undefined
  return {
    key,
    partition,
    offset,
    get value() {
      value ??= jsonCodec.decode(topic.slice('pm.'.length) as Topic, bytes)
      return value
    },
  }
}
