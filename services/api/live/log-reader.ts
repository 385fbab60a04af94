// Reads the followed topics from given positions on: first, from the log, the records that are no longer in memory,
// then, from memory, the newer records. When a record is passed to the caller, the position moves past it, so the
// caller can stop at any record.
import type { EventLog, LogRecord } from '../../lib/log/port.ts'
import type { RecentRecords } from './recent-records.ts'
import type { LiveTopic, MutablePositions } from './positions.ts'

export interface ReadOptions {
  /** The positions to read from. Reading moves them past each record that it has passed to `visit`. */
  readonly positions: MutablePositions
  /** Whether the caller wants records of the partition. Other partitions are not read from the log. */
  readonly isWanted: (partition: number, topic: LiveTopic) => boolean
  /** Reading ends when this many records were read from the log. */
  readonly maxLogRecords: number
  /** Called with each record. Returns false to end the reading after this record. */
  readonly visit: (topic: LiveTopic, record: LogRecord) => boolean
}

export interface LogReader {
  /**
   * Reads records, first from the log, then from memory. Records from the log are visited in the order of the time at
   * which they were appended, records from memory in the order of arrival; records of one partition always in the order
   * of their offsets. Positions must not be after the end of their partition.
   */
  read(options: ReadOptions): Promise<void>
  /** Reads only records in memory. No position may be before the first record of its partition in memory. */
  readFromMemory(options: Pick<ReadOptions, 'positions' | 'visit'>): void
  /** Whether all records after the positions are in memory. */
  hasRecordsInMemory(positions: MutablePositions): boolean
}

export interface LogReaderOptions {
  readonly log: EventLog
  readonly topicPrefix: string
  readonly recent: RecentRecords
}

/** Some hundred trades. Most requests need few records of each partition, so larger pages would be wasteful. */
const pageBytes = 64 * 1024

interface PartitionQueue {
  readonly topic: LiveTopic
  readonly partition: number
  /** The offset of the first record in memory. Only the records before it are read from the log. */
  readonly until: number
  readonly records: AsyncIterator<LogRecord>
  first: LogRecord | undefined
}

export function createLogReader({ log, topicPrefix, recent }: LogReaderOptions): LogReader {
  /** Opens a queue for each partition that the caller wants and that has requested records outside memory. */
  function openQueues({ positions, isWanted }: ReadOptions): PartitionQueue[] {
    const queues: PartitionQueue[] = []
    for (const [topic, offsets] of positions)
      for (const [partition, { from: until }] of recent.ranges(topic).entries()) {
        const from = offsets[partition] ?? 0
        if (from >= until) continue
        if (!isWanted(partition, topic)) {
          offsets[partition] = until
          continue
        }
        const range = { topic: topicPrefix + topic, partition, from, until, pageBytes }
        const records = log.read(range)[Symbol.asyncIterator]()
        queues.push({ topic, partition, until, records, first: undefined })
      }
    return queues
  }

  async function readFirstRecord(queue: PartitionQueue): Promise<void> {
    const next = await queue.records.next()
    queue.first = next.done === true ? undefined : next.value
  }

  /**
   * Visits the records of the queues in the order of the time at which they were appended. Returns true when the queues
   * are empty; false if reading ended earlier.
   */
  async function mergeQueues(all: PartitionQueue[], options: ReadOptions): Promise<boolean> {
    const { positions, visit, maxLogRecords } = options
    await Promise.all(all.map(readFirstRecord))
    let queues = all
    for (let count = 1; ; count += 1) {
      for (const { topic, partition, until, first } of queues)
        if (!first) advancePosition(positions, topic, partition, until)
      queues = queues.filter(({ first }) => first !== undefined)
      const queue = findQueueWithEarliestRecord(queues)
      if (!queue?.first) return true
      const { topic, partition, first } = queue
      advancePosition(positions, topic, partition, first.offset + 1)
      if (!visit(topic, first) || count >= maxLogRecords) return false
      await readFirstRecord(queue)
    }
  }

  function readFromMemory({ positions, visit }: Pick<ReadOptions, 'positions' | 'visit'>): void {
    const end = recent.end()
    for (let sequence = recent.firstSequenceAtOrAfter(positions); sequence < end; sequence += 1) {
      const found = recent.at(sequence)
      const offsets = found && positions.get(found.topic)
      if (!offsets) continue
      const { partition, offset } = found.record
      if (offset < (offsets[partition] ?? 0)) continue
      offsets[partition] = offset + 1
      if (!visit(found.topic, found.record)) return
    }
  }

  return {
    hasRecordsInMemory: (positions) => {
      for (const [topic, offsets] of positions)
        for (const [partition, { from }] of recent.ranges(topic).entries())
          if ((offsets[partition] ?? 0) < from) return false
      return true
    },
    readFromMemory,
    async read(options) {
      let shouldContinue = true
      const visit: ReadOptions['visit'] = (topic, record) =>
        (shouldContinue = options.visit(topic, record))
      // repeated, because records may be removed from memory while the log is read
      for (let queues = openQueues(options); queues.length > 0; queues = openQueues(options))
        try {
          if (!(await mergeQueues(queues, { ...options, visit }))) return
        } finally {
          for (const { records } of queues) await records.return?.()
        }
      if (shouldContinue) readFromMemory(options)
    },
  }
}

function findQueueWithEarliestRecord(
  queues: readonly PartitionQueue[],
): PartitionQueue | undefined {
  let earliest = queues[0]
  for (const queue of queues)
    if ((queue.first?.timestampMs ?? 0) < (earliest?.first?.timestampMs ?? 0)) earliest = queue
  return earliest
}

function advancePosition(
  positions: MutablePositions,
  topic: LiveTopic,
  partition: number,
  offset: number,
): void {
  const offsets = positions.get(topic)
  if (offsets) offsets[partition] = Math.max(offsets[partition] ?? 0, offset)
}
