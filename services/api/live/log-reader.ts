// Reads the followed topics from given positions on: first the records that are no longer in memory, from the log,
// then the newer records, from memory. A position moves past a record when the record is passed to the caller, so a
// caller can stop at any record.
import type { EventLog, LogRecord } from '../../lib/log/port.ts'
import type { RecentRecords } from './recent-records.ts'
import type { LiveTopic, MovingPositions } from './positions.ts'

export interface ReadOptions {
  /** The positions to read from. They are moved past each record that was visited. */
  readonly positions: MovingPositions
  /** Whether the caller wants records of the partition. Other partitions are not read from the log. */
  readonly isWanted: (partition: number, topic: LiveTopic) => boolean
  /** Reading ends after this many records of the log. */
  readonly maxLogRecords: number
  /** Called with each record. Returns false to end after this record. */
  readonly visit: (topic: LiveTopic, record: LogRecord) => boolean
}

export interface LogReader {
  /**
   * Reads records. Within a partition they come in the order of the log. Records of several partitions that are
   * read from the log come in the order of their time of append, and records from memory in the order of
   * arrival. Positions must not be after the end of their partition.
   */
  read(options: ReadOptions): Promise<void>
  /** Reads the records that are in memory. Positions must not be before the first of them. */
  readRecent(options: Pick<ReadOptions, 'positions' | 'visit'>): void
  /** Whether the memory has all records after the positions. */
  isRecent(positions: MovingPositions): boolean
}

export interface LogReaderOptions {
  readonly log: EventLog
  readonly topicPrefix: string
  readonly recent: RecentRecords
}

/** Some hundred trades: most requests need few records of each partition, so larger pages would be a waste. */
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
  /** Opens the partitions that the caller wants and of which some records are no longer in memory. */
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
   * Visits the records of the queues in the order of time. Returns whether all records before those in memory
   * were read.
   */
  async function mergeQueues(all: PartitionQueue[], options: ReadOptions): Promise<boolean> {
    const { positions, visit, maxLogRecords } = options
    await Promise.all(all.map(readFirstRecord))
    let queues = all
    for (let count = 1; ; count += 1) {
      for (const { topic, partition, until, first } of queues)
        if (!first) advancePosition(positions, topic, partition, until)
      queues = queues.filter(({ first }) => first !== undefined)
      const queue = queueWithEarliestRecord(queues)
      if (!queue?.first) return true
      const { topic, partition, first } = queue
      advancePosition(positions, topic, partition, first.offset + 1)
      if (!visit(topic, first) || count >= maxLogRecords) return false
      await readFirstRecord(queue)
    }
  }

  function readRecent({ positions, visit }: Pick<ReadOptions, 'positions' | 'visit'>): void {
    const end = recent.end()
    for (let sequence = recent.firstSequenceAfter(positions); sequence < end; sequence += 1) {
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
    isRecent: (positions) => {
      for (const [topic, offsets] of positions)
        for (const [partition, { from }] of recent.ranges(topic).entries())
          if ((offsets[partition] ?? 0) < from) return false
      return true
    },
    readRecent,
    async read(options) {
      let shouldContinue = true
      const visit: ReadOptions['visit'] = (topic, record) =>
        (shouldContinue = options.visit(topic, record))
      // repeated, because memory may forget records while the log is read
      for (let queues = openQueues(options); queues.length > 0; queues = openQueues(options))
        try {
          if (!(await mergeQueues(queues, { ...options, visit }))) return
        } finally {
          for (const { records } of queues) await records.return?.()
        }
      if (shouldContinue) readRecent(options)
    },
  }
}

function queueWithEarliestRecord(queues: readonly PartitionQueue[]): PartitionQueue | undefined {
  let earliest = queues[0]
  for (const queue of queues)
    if ((queue.first?.timestampMs ?? 0) < (earliest?.first?.timestampMs ?? 0)) earliest = queue
  return earliest
}

function advancePosition(
  positions: MovingPositions,
  topic: LiveTopic,
  partition: number,
  offset: number,
): void {
  const offsets = positions.get(topic)
  if (offsets) offsets[partition] = Math.max(offsets[partition] ?? 0, offset)
}
