// Table store_positions: the identity of the log that the store belongs to, and for each partition the offset before
// which all records have their rows in the tables. Positions of candles state the same for candles
// (domain/store-positions.ts).
//
// Several processes may write positions of one partition, also a process that has lost the partition without noticing.
// All these positions are true (docs/decisions/005-deferred-candles.md), so the largest wins.
import { partitionKey, type Partition, type Position } from '../../lib/log/port.ts'
import type { Store } from '../../lib/store/port.ts'
import { epochOf, toRowVersion } from '../../domain/epochs.ts'
import { candlePositions } from '../../domain/store-positions.ts'
import { resetCandleMarks } from './candle-marks.ts'

/** Thrown if the store and the log do not belong together. The message says what to do. */
export class StoreMismatch extends Error {
  readonly retriable = false
  constructor(message: string) {
    super(message)
    this.name = 'StoreMismatch'
  }
}

/**
 * Thrown if a replay has truncated the tables, or a rebuild has replaced them, while the projector ran. A projector
 * that is opened again continues with the tables of the new epoch.
 */
export class EpochChanged extends StoreMismatch {
  constructor(message: string) {
    super(message)
    this.name = 'EpochChanged'
  }
}

export interface StorePositions {
  /** The epoch of the newest replay or rebuild; 0 if there was none. */
  readonly epoch: number
  /** Offsets by partitionKey(). Empty for a store without positions. */
  readonly positions: ReadonlyMap<string, number>
}

interface PositionRow {
  readonly topic: string
  readonly partition: number | string
  readonly log_id: string
  readonly position: number | string
  readonly version: number | string
}

const readPositions = (store: Store): Promise<PositionRow[]> =>
  store.query<PositionRow>(
    'SELECT topic, partition, log_id, position, version FROM store_positions FINAL',
  )

const newestEpoch = (rows: readonly PositionRow[]): number =>
  Math.max(0, ...rows.map(({ version }) => epochOf(Number(version))))

/** Reads the positions. Throws StoreMismatch if the store belongs to another log. */
export async function loadStorePositions(store: Store, logId: string): Promise<StorePositions> {
  const rows = await readPositions(store)
  const other = rows.find((row) => row.log_id !== logId)
  if (other)
    throw new StoreMismatch(
      `the store belongs to another log (${other.log_id}; this log is ${logId}). ` +
        'Use the log and the store that belong together (DATA_DIR, LOG_URL, STORE_URL), ' +
        'or rebuild the store from this log: npm start replay projector',
    )
  return {
    epoch: newestEpoch(rows),
    positions: new Map(
      rows.map((row) => [
        partitionKey({ topic: row.topic, partition: Number(row.partition) }),
        Number(row.position),
      ]),
    ),
  }
}

export async function saveStorePositions(
  store: Store,
  { logId, epoch }: { readonly logId: string; readonly epoch: number },
  positions: readonly Position[],
): Promise<void> {
  await store.insert(
    'store_positions',
    ['topic', 'partition', 'log_id', 'position', 'version'],
    positions.map(({ topic, partition, offset }) => [
      topic,
      partition,
      logId,
      offset,
      toRowVersion(epoch, offset),
    ]),
  )
}

/**
 * Returns a function that begins a new epoch: it sets all positions and candle marks to 0, which states that the store
 * has no row of this log. It also assigns a store of another log to this log. `newEpoch`: by default the epoch after
 * the newest one of the store.
 */
export function createEpochStarter(store: Store, logId: string, newEpoch?: number) {
  return async (partitions: readonly Partition[]): Promise<void> => {
    const epoch = newEpoch ?? newestEpoch(await readPositions(store)) + 1
    const ofTrades = partitions.filter(({ topic }) => topic === 'trades')
    const ofCandles = ofTrades.map(({ partition }) => ({ topic: candlePositions, partition }))
    const starts = [...partitions, ...ofCandles].map((partition) => ({ ...partition, offset: 0 }))
    await saveStorePositions(store, { logId, epoch }, starts)
    await resetCandleMarks(
      store,
      ofTrades.map(({ partition }) => partition),
    )
  }
}
