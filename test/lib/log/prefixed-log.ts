// A log that adds a prefix to topic names, hidden from its user: tests that share a broker have separate
// topics.
import type {
  Batch,
  EventLog,
  LogRecord,
  NewRecord,
  TopicSettings,
} from '../../../services/lib/log/port.ts'

export function prefixTopics(prefix: string, topics: TopicSettings): TopicSettings {
  return Object.fromEntries(
    Object.entries(topics).map(([topic, settings]) => [prefix + topic, settings]),
  )
}

export function withoutPrefix(prefix: string, log: EventLog): EventLog {
  const add = <T extends { readonly topic: string }>(named: T): T => ({
    ...named,
    topic: prefix + named.topic,
  })
  const strip = <T extends { readonly topic: string }>(named: T): T => ({
    ...named,
    topic: named.topic.slice(prefix.length),
  })
  const stripAll = (batch: Batch): LogRecord[] => batch.map(strip)
  const addAll = (records: readonly NewRecord[]): NewRecord[] => records.map(add)
  return {
    async openWriter(name) {
      const writer = await log.openWriter(name)
      return {
        append: (records) => writer.append(addAll(records)),
        close: () => writer.close(),
      }
    },
    subscribe: (options, handle) =>
      log.subscribe(
        {
          ...options,
          topics: options.topics.map((topic) => prefix + topic),
          ...(options.onPartitionsAssigned && {
            onPartitionsAssigned: async (partitions, signal) =>
              options.onPartitionsAssigned?.(partitions.map(strip), signal),
          }),
        },
        async (batch, signal) => addAll(await handle(stripAll(batch), signal)),
      ),
    coordinateTasks: (options, runTask) => log.coordinateTasks(options, runTask),
    async *read(options) {
      for await (const record of log.read(add(options))) yield strip(record)
    },
    follow: (options, handle) =>
      log.follow(add(options), (batch, signal) => handle(stripAll(batch), signal)),
    ranges: async (topic) => (await log.ranges(prefix + topic)).map(strip),
    usage: async (topic) => (await log.usage(prefix + topic)).map(strip),
    offsetsAt: async (topic, timestampMs) =>
      (await log.offsetsAt(prefix + topic, timestampMs)).map(strip),
    lag: async (group, topics) =>
      (
        await log.lag(
          group,
          topics.map((topic) => prefix + topic),
        )
      ).map(strip),
    reset: (group, positions) => log.reset(group, positions.map(add)),
    close: () => log.close(),
  }
}
