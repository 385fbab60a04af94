// Table candle_marks. It has one mark for each partition of the trades topic: an offset before which all
// candles and watermarks are in the store. The projector defers candles, so the group's committed offset
// can pass a trade whose candle is not written yet. After a crash, the next owner of the partition reads
// the records from the mark on again. projector.ts explains this protocol.
//
// Several processes may write marks of one partition, including a process that has lost the partition
// without noticing. Every mark that they write is true, so the largest offset is used: `version` grows with
// the offset. The exception is a replay that has reset the group to an offset before the mark. Then the
// smaller mark must replace the larger one. Therefore a new epoch begins, and its marks have higher
// versions than the marks of all earlier epochs.
import type { Store } from '../../lib/store/port.ts'
import { epochOf, toRowVersion } from '../../domain/epochs.ts'

/**
 * Maximum lag of a mark, in records. A mark that lags more is advanced, so that the next owner of the
 * partition has to read few records again.
 */
const maxMarkLag = 10_000

interface CandleMark {
  readonly position: number
  readonly epoch: number
}

type PartitionMark = readonly [partition: number, mark: CandleMark]

export interface CandleMarks {
  /** Reads the marks from the store. Returns the offset of each partition; 0 if it has no mark. */
  load(partitions: readonly number[]): Promise<ReadonlyMap<number, number>>
  /**
   * Moves marks if necessary, so that no mark is after the first record of its partition whose candles are not written
   * yet, or more than `maxMarkLag` before it. `firstOffsets` has the offsets of these records.
   */
  adjustMarks(firstOffsets: ReadonlyMap<number, number>): Promise<void>
  /** Moves the marks forward to the offsets in `positions`; never moves a mark back. */
  advance(positions: ReadonlyMap<number, number>): Promise<void>
}

export function createCandleMarks(store: Store): CandleMarks {
  const marks = new Map<number, CandleMark>()

  async function save(newMarks: readonly PartitionMark[]): Promise<void> {
    await insertMarks(store, newMarks)
    for (const [partition, mark] of newMarks) marks.set(partition, mark)
  }

  return {
    async load(partitions) {
      const rows = await store.query<Record<'partition' | 'position' | 'version', number | string>>(
        `SELECT partition, position, version FROM candle_marks FINAL
         WHERE partition IN {partitions:Array(UInt16)}`,
        { partitions },
      )
      for (const partition of partitions) marks.delete(partition)
      for (const { partition, position, version } of rows)
        marks.set(Number(partition), {
          position: Number(position),
          epoch: epochOf(Number(version)),
        })
      return new Map(partitions.map((p) => [p, marks.get(p)?.position ?? 0]))
    },

    async adjustMarks(firstOffsets) {
      const wanted = [...firstOffsets].map(([partition, position]) => {
        const current = marks.get(partition) ?? { position: Infinity, epoch: -1 }
        const epoch = position < current.position ? current.epoch + 1 : current.epoch
        return { partition, mark: { position, epoch }, distance: position - current.position }
      })
      if (wanted.some(({ distance }) => distance < 0 || distance > maxMarkLag))
        await save(
          wanted.flatMap(({ partition, mark, distance }) =>
            distance === 0 ? [] : [[partition, mark] as const],
          ),
        )
    },

    async advance(positions) {
      await save(
        [...positions].flatMap(([partition, position]) => {
          const current = marks.get(partition)
          return current && position > current.position
            ? [[partition, { position, epoch: current.epoch }] as const]
            : []
        }),
      )
    },
  }
}

/** Sets the marks of these partitions to 0, in a later epoch than all marks. */
export async function resetCandleMarks(store: Store, partitions: readonly number[]): Promise<void> {
  const epoch = (await newestEpoch(store)) + 1
  await insertMarks(
    store,
    partitions.map((partition) => [partition, { position: 0, epoch }]),
  )
}

/** Gives the marks in `store` a later epoch than all marks in `liveStore`, without changing their offsets. */
export async function raiseCandleMarksAbove(liveStore: Store, store: Store): Promise<void> {
  const epoch = Math.max(await newestEpoch(liveStore), await newestEpoch(store)) + 1
  const marks = await store.query<{ partition: number; position: number | string }>(
    'SELECT partition, position FROM candle_marks FINAL',
  )
  await insertMarks(
    store,
    marks.map(({ partition, position }) => [partition, { position: Number(position), epoch }]),
  )
}

async function newestEpoch(store: Store): Promise<number> {
  const [newest] = await store.query<{ version: number | string }>(
    'SELECT max(version) AS version FROM candle_marks',
  )
  return epochOf(Number(newest?.version ?? 0))
}

async function insertMarks(store: Store, marks: readonly PartitionMark[]): Promise<void> {
  await store.insert(
    'candle_marks',
    ['partition', 'position', 'version'],
    marks.map(([partition, { position, epoch }]) => [
      partition,
      position,
      toRowVersion(epoch, position),
    ]),
  )
}
