// Keeps the positions of the store: writes them after the rows, and writes the rows that the store lacks.
//
// The positions of the consumer group are in the log, the rows in the store. After the store was lost, or an
// older copy of it was restored, the group's positions are after records whose rows the store does not have. So
// before the first batch of a partition, catchUp() reads the records between the store's position and the
// group's position again, and writes their rows. Rows may be written twice.
//
// Positions are written some seconds late, so a start after a crash reads the last seconds again.
import { candlePositions } from '../domain/store-positions.ts'
import { CodecError, type Codec } from '../lib/codec/port.ts'
import { partitionKey, type EventLog, type Partition } from '../lib/log/port.ts'
import { decodeRecord } from '../lib/run/stage.ts'
import { roles, type InputTopicOf } from '../topology.ts'
import {
  createStorePositionWriter,
  type StorePositionWriter,
  type StorePositionWriterOptions,
} from './store-position-writer.ts'
import type { ProjectorRecord } from './table-rows.ts'
import { loadStorePositions, StoreMismatch } from './tables/store-positions.ts'

interface LogParts {
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
}

export interface StoreProgressOptions extends LogParts, Omit<StorePositionWriterOptions, 'epoch'> {
  /** Called before catchUp() reads records again. `records`: how many records the store lacks at most. */
  readonly onBehind: (lag: { readonly partitions: number; readonly records: number }) => void
}

type InsertRows = (records: readonly ProjectorRecord[]) => Promise<void>

export interface StoreProgress {
  /** Epoch of the store's tables (domain/epochs.ts). */
  readonly epoch: number
  /**
   * Resolves with null, or with a text that says how much the store lacks of the records that the group had
   * processed when this process started.
   */
  problem(): Promise<string | null>
  /** Writes the rows that the store lacks in these partitions. Throws StoreMismatch. */
  catchUp(partitions: readonly Partition[], insert: InsertRows, signal: AbortSignal): Promise<void>
  /**
   * Notes that the rows of these records, and of all earlier records of their partitions, are in the tables.
   * Throws StoreMismatch after the store was replaced or truncated while this process ran.
   */
  advance(records: readonly ProjectorRecord[]): void
  /**
   * Notes that the candles of all records before these offsets are in the tables. `nextOffsets` is by partition
   * of the topic `trades`.
   */
  advanceCandles(nextOffsets: ReadonlyMap<number, number>): void
  /** Writes deferred positions. */
  stop(): Promise<void>
}

interface MissingRange extends Partition {
  /** The store's position. */
  readonly from: number
  /** The group's position. */
  readonly until: number
}

const recordsPerInsert = 10_000

/** Throws StoreMismatch if the store belongs to another log or is ahead of this log. */
export async function openStoreProgress(options: StoreProgressOptions): Promise<StoreProgress> {
  const { store, logId, onBehind } = options
  const { epoch } = await loadStorePositions(store, logId)
  const writer = createStorePositionWriter({ ...options, epoch })
  let missingAtStart = findMissingRanges(await writer.load(), await readGroupPositions(options))

  return {
    epoch,

    async problem() {
      if (missingAtStart.length === 0) return null
      const positions = await writer.load().catch((error: unknown) => String(error))
      if (typeof positions === 'string') return positions
      const lacking = missingAtStart.map(async (part) => {
        const from = positions.get(partitionKey(part)) ?? 0
        return (await hasRecords(options, { ...part, from })) ? [part] : []
      })
      missingAtStart = (await Promise.all(lacking)).flat()
      return missingAtStart.length === 0
        ? null
        : `the store is being rebuilt from the log: ${missingAtStart.length} partitions are incomplete`
    },

    async catchUp(partitions, insert, signal) {
      await writer.flush()
      const assigned = new Set(partitions.map(partitionKey))
      const behind = findMissingRanges(
        await writer.load(),
        await readGroupPositions(options),
      ).filter((part) => assigned.has(partitionKey(part)))
      if (behind.length === 0) return
      onBehind({
        partitions: behind.length,
        records: behind.reduce((sum, { from, until }) => sum + until - from, 0),
      })
      for (const part of behind) await fill(options, writer, part, insert, signal)
    },

    advance(batch) {
      writer.throwIfStoreReplaced()
      writer.deferPositions(
        batch.map(({ topic, partition, offset }) => ({ topic, partition, offset: offset + 1 })),
      )
    },
    advanceCandles: (nextOffsets) =>
      writer.deferPositions(
        [...nextOffsets].map(([partition, offset]) => ({
          topic: candlePositions,
          partition,
          offset,
        })),
      ),
    stop: () => writer.flush(),
  }
}

/**
 * Returns whether the range has records. It may have only Kafka's transaction markers, because the group's
 * position passes them, while the store's position only passes records.
 */
async function hasRecords(
  { log, topicPrefix }: LogParts,
  { topic, partition, from, until }: MissingRange,
): Promise<boolean> {
  if (from >= until) return false
  const records = log.read({ topic: topicPrefix + topic, partition, from, until })
  const first = await records[Symbol.asyncIterator]().next()
  return first.done !== true
}

interface GroupPosition extends Partition {
  /** The group's position. */
  readonly position: number
  /** The end of the partition. */
  readonly end: number
}

async function readGroupPositions({
  log,
  topicPrefix,
}: LogParts): Promise<readonly GroupPosition[]> {
  const { group, reads } = roles.projector
  const lag = await log.lag(
    topicPrefix + group,
    reads.map((topic) => topicPrefix + topic),
  )
  return lag.map(({ topic, partition, position, behind }) => ({
    topic: topic.slice(topicPrefix.length),
    partition,
    position,
    end: position + behind,
  }))
}

function findMissingRanges(
  storedOffsets: ReadonlyMap<string, number>,
  group: readonly GroupPosition[],
): readonly MissingRange[] {
  return group.flatMap(({ topic, partition, position, end }) => {
    const at = { topic, partition }
    const from = storedOffsets.get(partitionKey(at)) ?? 0
    if (from > end)
      throw new StoreMismatch(
        `the store has the records of ${partitionKey(at)} before offset ${from}, but the log ends at ${end}: ` +
          'the log is an older copy. Restore the log and the store of the same time, ' +
          'or rebuild the store from this log: npm start replay projector',
      )
    return from < position ? [{ ...at, from, until: position }] : []
  })
}

async function fill(
  { log, codec, topicPrefix }: LogParts,
  writer: StorePositionWriter,
  { topic, partition, from, until }: MissingRange,
  insert: InsertRows,
  signal: AbortSignal,
): Promise<void> {
  let batch: ProjectorRecord[] = []
  async function finish(offset: number): Promise<void> {
    if (batch.length > 0) await insert(batch)
    batch = []
    await writer.write([{ topic, partition, offset }])
  }
  for await (const record of log.read({ topic: topicPrefix + topic, partition, from, until })) {
    signal.throwIfAborted()
    const decoded = decodeRecord<InputTopicOf<'projector'>>(codec, topicPrefix, record)
    if (!(decoded instanceof CodecError)) batch.push(decoded)
    if (batch.length >= recordsPerInsert) await finish(record.offset + 1)
  }
  await finish(until)
}
