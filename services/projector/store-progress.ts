// Keeps the positions of the store: writes them after the rows, and writes the rows that the store lacks.
//
// The positions of the consumer group are in the log, the rows in the store. After the store was lost, or an
// older copy of it was restored, the group's positions are after records whose rows the store does not have. So
// before the first batch of a partition, catchUp() reads the records between the store's position and the
// group's position again, and writes their rows. Rows may be written twice.
//
// Positions are written some seconds late, so a start after a crash reads the last seconds again.
import { candlePositions } from '../domain/store-positions.ts'
import type { Codec } from '../lib/codec/port.ts'
import { partitionKey, type EventLog, type Partition, type Position } from '../lib/log/port.ts'
import { hasRecords } from '../lib/run/has-records.ts'
import { decodeTableRecord } from '../lib/run/unknown-platform.ts'
import { roles, type InputTopicOf } from '../topology.ts'
import {
  createStorePositionWriter,
  type StorePositionWriter,
  type StorePositionWriterOptions,
} from './store-position-writer.ts'
import type { ProjectorRecord } from './table-rows.ts'
import { loadStorePositions, StoreMismatch } from './tables/store-positions.ts'

interface LogAccess {
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
}

export interface StoreProgressOptions extends LogAccess, Omit<StorePositionWriterOptions, 'epoch'> {
  /**
   * Called before catchUp() reads records again. `records`: the maximum number of records whose rows the store lacks.
   */
  readonly onBehind: (lag: { readonly partitions: number; readonly records: number }) => void
}

type InsertRows = (records: readonly ProjectorRecord[]) => Promise<void>

export interface StoreProgress {
  /** Epoch of the store's tables (domain/epochs.ts). */
  readonly epoch: number
  /**
   * Resolves with null, or with a text that says how much the store lacks of the records that the group had
   * processed when this process started. Rejects if the store or the log does not answer.
   */
  problem(): Promise<string | null>
  /** Writes the rows that the store lacks in these partitions. Throws StoreMismatch. */
  catchUp(partitions: readonly Partition[], insert: InsertRows, signal: AbortSignal): Promise<void>
  /**
   * Notes that the rows of these records, and of all earlier records of their partitions, are in the tables.
   * Throws StoreMismatch after the store was replaced or truncated while this process ran.
   */
  advanceRows(records: readonly ProjectorRecord[]): void
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
  const { store, log, topicPrefix, logId, onBehind } = options
  const { epoch } = await loadStorePositions(store, logId)
  const writer = createStorePositionWriter({ ...options, epoch })
  let missing = findMissingRanges(await writer.load(), await readGroupPositions(options))
  /** Offsets at which a missing range begins and was found to have records, by partitionKey(). */
  const knownStarts = new Map<string, number>()

  /**
   * Whether the log has records in the range. Reads the log only if the beginning of the range has changed since the
   * last call.
   */
  async function isStillMissing(range: MissingRange): Promise<boolean> {
    const key = partitionKey(range)
    if (knownStarts.get(key) === range.from) return true
    if (!(await hasRecords(log, { ...range, topic: topicPrefix + range.topic }))) return false
    knownStarts.set(key, range.from)
    return true
  }

  return {
    epoch,

    async problem() {
      if (missing.length === 0) return null
      const positions = await writer.load()
      const lacking: MissingRange[] = []
      // The partitions are read one after the other. This can take long: an open transaction of a killed process delays
      // each read of its partition.
      for (const range of missing) {
        const from = positions.get(partitionKey(range)) ?? 0
        if (await isStillMissing({ ...range, from })) lacking.push(range)
      }
      missing = lacking
      return missing.length === 0
        ? null
        : `the store is being rebuilt from the log: ${missing.length} partitions are incomplete`
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
      await insertMissingRows(options, writer, behind, insert, signal)
    },

    advanceRows(batch) {
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

interface GroupPosition extends Partition {
  /** The group's position. */
  readonly position: number
  /** The end of the partition. */
  readonly end: number
}

async function readGroupPositions({
  log,
  topicPrefix,
}: LogAccess): Promise<readonly GroupPosition[]> {
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

/** Writes the rows of the records in these ranges, those of several partitions in one insert. */
async function insertMissingRows(
  { log, codec, topicPrefix }: LogAccess,
  writer: StorePositionWriter,
  ranges: readonly MissingRange[],
  insert: InsertRows,
  signal: AbortSignal,
): Promise<void> {
  let batch: ProjectorRecord[] = []
  let reached: Position[] = []
  async function flush(): Promise<void> {
    if (batch.length > 0) await insert(batch)
    await writer.write(reached)
    batch = []
    reached = []
  }
  for (const { topic, partition, from, until } of ranges) {
    for await (const record of log.read({ topic: topicPrefix + topic, partition, from, until })) {
      signal.throwIfAborted()
      const decoded = decodeTableRecord<InputTopicOf<'projector'>>(codec, topicPrefix, record)
      if (decoded !== null) batch.push(decoded)
      if (batch.length < recordsPerInsert) continue
      reached.push({ topic, partition, offset: record.offset + 1 })
      await flush()
    }
    reached.push({ topic, partition, offset: until })
  }
  await flush()
}
