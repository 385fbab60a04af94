// Fills the tables of a second database from the log, with the code of the projector, for a rebuild of the tables
// (docs/decisions/063-rebuild.md). The tables have positions, marks and an epoch of their own, so a fill that was
// interrupted continues where it was.
import { setImmediate } from 'node:timers/promises'
import type { Refusal } from '../domain/refusals.ts'
import { candlePositions } from '../domain/store-positions.ts'
import type { Codec } from '../lib/codec/port.ts'
import {
  parsePartitionKey,
  partitionKey,
  type PartitionRange,
  type Position,
  type ReadableLog,
} from '../lib/log/port.ts'
import { decodeTableRecord } from '../lib/run/unknown-platform.ts'
import type { Store } from '../lib/store/port.ts'
import { roles, type InputTopicOf } from '../topology.ts'
import { createProjector, type Projector } from './projector.ts'
import type { ProjectorRecord } from './table-rows.ts'
import { raiseCandleMarksAbove } from './tables/candle-marks.ts'
import {
  createEpochStarter,
  loadStorePositions,
  saveStorePositions,
} from './tables/store-positions.ts'
import { createTradesLog } from './trades-log.ts'

export interface TableFillerOptions {
  /** The store of the tables to fill. */
  readonly store: Store
  readonly log: Pick<ReadableLog, 'ranges' | 'read' | 'lag'>
  readonly codec: Codec
  readonly topicPrefix: string
  /** Identity of the log. */
  readonly logId: string
  /** The epoch of the filled tables. */
  readonly epoch: number
  /** Maximum number of records that are written at once. */
  readonly maxRecords: number
  /** How long candles may be deferred, in milliseconds. */
  readonly deferMs: number
  /** Called for a record with a value out of range of its column; the projector leaves it out. */
  readonly onRefused: (record: ProjectorRecord, reason: Refusal) => void
  /**
   * Called, and awaited, before the first record of a partition is written. `oldestOffsets` has the offset of the
   * oldest record that the log still had in the partition, or the end of a partition without records.
   */
  readonly onOldestOffsets: (oldestOffsets: readonly Position[]) => Promise<void>
}

export interface FillProgress {
  /**
   * Upper bound for the number of records that the tables contain. It is computed from offsets, and compaction and
   * transactions leave gaps between offsets.
   */
  readonly records: number
  /** Upper bound for the number of records in the log. */
  readonly total: number
}

export interface TableFiller {
  readProgress(): Promise<FillProgress>
  /**
   * Writes the rows, candles and watermarks of all records up to the end of the log at the time of the call. Rejects
   * with the reason of `signal` if it aborts; a later call continues.
   */
  fillToEnd(onWritten: (records: number) => void, signal: AbortSignal): Promise<void>
  /**
   * Gives the candle marks a later epoch than the marks in the live tables, so that a mark that a projector of the live
   * tables still writes has no effect after the exchange of the tables.
   */
  raiseCandleMarks(liveStore: Store): Promise<void>
}

/** After this many records the fill lets the event loop handle other events. */
const recordsPerYield = 250

/** Returns the offset ranges of the topics that the projector reads; topic names are without the prefix. */
export async function readInputRanges(
  log: Pick<ReadableLog, 'ranges'>,
  topicPrefix: string,
): Promise<readonly PartitionRange[]> {
  const ofTopics = roles.projector.reads.map((topic) => log.ranges(topicPrefix + topic))
  return (await Promise.all(ofTopics))
    .flat()
    .map((range) => ({ ...range, topic: range.topic.slice(topicPrefix.length) }))
}

/** Opens a filler, which continues at the positions of the tables, or begins if they have none. */
export async function openTableFiller(options: TableFillerOptions): Promise<TableFiller> {
  const { store, log, topicPrefix, logId, epoch } = options
  const readRanges = () => readInputRanges(log, topicPrefix)
  const load = () => loadStorePositions(store, logId)
  const found = await load()
  if (found.positions.size === 0) await createEpochStarter(store, logId, epoch)(await readRanges())
  else if (found.epoch !== epoch)
    throw new Error(`the tables that were begun are of epoch ${found.epoch}, not of ${epoch}`)

  return {
    async readProgress() {
      const { positions } = await load()
      let [records, total] = [0, 0]
      for (const { low, high, ...partition } of await readRanges()) {
        records += Math.max(0, (positions.get(partitionKey(partition)) ?? 0) - low)
        total += high - low
      }
      return { records, total }
    },

    async fillToEnd(onWritten, signal) {
      const [partitions, { positions }] = [await readRanges(), await load()]
      const candles = new Map<number, number>()
      const projector = createFillProjector(options, positions, candles)
      const savePositions = async (rowPositions: readonly Position[]): Promise<void> => {
        const ofCandles = [...candles].map(([partition, offset]) => ({
          topic: candlePositions,
          partition,
          offset,
        }))
        candles.clear()
        await saveStorePositions(store, { logId, epoch }, [...rowPositions, ...ofCandles])
      }
      async function write({ records, positions: after, oldest, count }: FillBatch): Promise<void> {
        if (oldest.length > 0) await options.onOldestOffsets(oldest)
        if (records.length > 0) await projector.handle(records, signal)
        await savePositions([...after.values()])
        onWritten(count)
      }
      try {
        await projector.onPartitionsAssigned(partitions, signal)
        let writing: Promise<void> = Promise.resolve()
        for await (const batch of readBatches(options, partitions, positions, signal)) {
          await writing
          writing = write(batch)
          // `writing` is awaited when the next batch is read; until then a failure would have no handler
          writing.catch(() => undefined)
        }
        await writing
      } finally {
        await projector.stop()
      }
      await savePositions([])
    },

    raiseCandleMarks: (liveStore) => raiseCandleMarksAbove(liveStore, store),
  }
}

/** Creates the projector that fills the tables. It uses the positions of the tables as the positions of the group. */
function createFillProjector(
  options: TableFillerOptions,
  positions: ReadonlyMap<string, number>,
  candles: Map<number, number>,
): Projector {
  const tradesLog = createTradesLog({ ...options, group: roles.projector.group })
  return createProjector({
    ...options,
    tradesLog: {
      ...tradesLog,
      positions: async () =>
        new Map(
          [...positions].flatMap(([key, offset]) => {
            const { topic, partition } = parsePartitionKey(key)
            return topic === 'trades' ? [[partition, offset] as const] : []
          }),
        ),
    },
    onCandlesWritten(nextOffsets) {
      for (const [partition, offset] of nextOffsets) candles.set(partition, offset)
    },
    // the next batch, or stop(), reports the failure or writes the candles again
    onFlushFailed: () => undefined,
  })
}

interface FillBatch {
  readonly records: ProjectorRecord[]
  /** By partitionKey(): the positions after the records of the batch. */
  readonly positions: Map<string, Position>
  /** See TableFillerOptions. */
  readonly oldest: Position[]
  /** Number of offsets by which the positions advance. */
  count: number
}

const createEmptyBatch = (): FillBatch => ({
  records: [],
  positions: new Map(),
  oldest: [],
  count: 0,
})

/** Reads the records of all partitions from `positions` on, one partition after the other. */
async function* readBatches(
  { log, codec, topicPrefix, maxRecords }: TableFillerOptions,
  partitions: readonly PartitionRange[],
  positions: ReadonlyMap<string, number>,
  signal: AbortSignal,
): AsyncGenerator<FillBatch> {
  let batch = createEmptyBatch()
  for (const { topic, partition, high } of partitions) {
    const key = partitionKey({ topic, partition })
    let position = positions.get(key) ?? 0
    if (position >= high) continue
    let isBegun = position > 0
    const advanceTo = (offset: number): void => {
      if (!isBegun) batch.oldest.push({ topic, partition, offset: position })
      isBegun = true
      batch.count += offset - position
      position = offset
      batch.positions.set(key, { topic, partition, offset })
    }
    const from = position
    for await (const record of log.read({
      topic: topicPrefix + topic,
      partition,
      from,
      until: high,
    })) {
      if (batch.records.length % recordsPerYield === 0) await setImmediate()
      signal.throwIfAborted()
      if (!isBegun) position = record.offset
      const decoded = decodeTableRecord<InputTopicOf<'projector'>>(codec, topicPrefix, record)
      if (decoded !== null) batch.records.push(decoded)
      advanceTo(record.offset + 1)
      if (batch.records.length < maxRecords) continue
      yield batch
      batch = createEmptyBatch()
    }
    if (!isBegun) position = high
    advanceTo(high)
  }
  if (batch.positions.size > 0) yield batch
}
