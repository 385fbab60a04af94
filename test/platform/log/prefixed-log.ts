// A log whose topics have a prefix that its user does not see: tests that share a broker, each with
// topics of its own.
import type {
  Batch,
  EventLog,
  LogRecord,
  NewRecord,
  TopicSettings,
} from '../../../services/platform/log/port.ts'

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
          ...(options.onTaken && {
            onTaken: async (partitions, signal) => options.onTaken?.(partitions.map(strip), signal),
          }),
        },
        async (batch, signal) => addAll(await handle(stripAll(batch), signal)),
      ),
    share: (options, work) => log.share(options, work),
    async *read(options) {
      for await (const record of log.read(add(options))) yield strip(record)
    },
    follow: (options, handle) =>
      log.follow(add(options), (batch, signal) => handle(stripAll(batch), signal)),
    ranges: async (topic) => (await log.ranges(prefix + topic)).map(strip),
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
