// The log under test, and helpers that all parts of the contract use.
import { randomUUID } from 'node:crypto'
import type { EventLog, LogRecord, NewRecord } from '../../../services/lib/log/port.ts'

export interface OpenedLog {
  readonly log: EventLog
  /** Opens the same log again, as after a restart of the process; closes what was open. */
  reopen(): Promise<EventLog>
  close(): Promise<void>
}

/** One test's log. */
export interface Subject {
  readonly log: EventLog
  /** A group of this test alone. */
  readonly group: string
  readonly open: () => Promise<void>
  readonly reopen: () => Promise<void>
  readonly close: () => Promise<void>
  readonly append: (records: readonly NewRecord[]) => Promise<void>
  readonly readAll: (topic: string) => Promise<LogRecord[]>
  /** Records between the group's positions and the ends, at most. */
  readonly behind: (topics: readonly string[]) => Promise<number>
}

export function createSubject(open: () => Promise<OpenedLog>): Subject {
  let opened: OpenedLog | null = null
  let log: EventLog | null = null
  let group = ''

  function current(): EventLog {
    if (!log) throw new Error('the log is not open')
    return log
  }

  return {
    get log() {
      return current()
    },
    get group() {
      return group
    },
    async open() {
      opened = await open()
      log = opened.log
      group = `group-${randomUUID()}`
    },
    async reopen() {
      log = (await opened?.reopen()) ?? null
    },
    close: async () => opened?.close(),
    async append(records) {
      const writer = await current().openWriter(`writer-${randomUUID()}`)
      await writer.append(records)
      await writer.close()
    },
    async readAll(topic) {
      const found: LogRecord[] = []
      for (const { partition, low } of await current().ranges(topic))
        for await (const r of current().read({ topic, partition, from: low })) found.push(r)
      return found
    },
    behind: async (topics) =>
      (await current().lag(group, topics)).reduce((sum, l) => sum + l.behind, 0),
  }
}

export const record = (topic: string, key: string, text: string): NewRecord => ({
  topic,
  key,
  value: Buffer.from(text),
})

/** Numbers 0 to count - 1 over `keys` keys. */
export const numbered = (topic: string, count: number, keys = 7): NewRecord[] =>
  Array.from({ length: count }, (_, i) => record(topic, `key-${i % keys}`, String(i)))

export const textOf = (r: LogRecord): string => r.value.toString()

export const noFatal = (error: Error): void => {
  throw error
}
