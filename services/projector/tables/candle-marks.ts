// candle_marks: how far candles and feeds are written, per partition of the trades topic. What makes
// it safe to let the group's position pass a trade whose candle is put off.
import type { Store } from '../../platform/store/port.ts'

/** A mark further behind is moved up, so that a start has little to read again. */
const maxBehind = 10_000

export interface CandleMarks {
  /** Partition -> position, as kept. */
  load(): Promise<ReadonlyMap<number, number>>
  /** Sees to it that no mark lies behind what is still to be written: the first such offset of each partition. */
  cover(firstOffsets: ReadonlyMap<number, number>): Promise<void>
  /** Sets the marks. */
  keep(positions: ReadonlyMap<number, number>): Promise<void>
}

export function createCandleMarks(store: Store): CandleMarks {
  const marks = new Map<number, { position: number; version: number }>()

  async function keep(positions: ReadonlyMap<number, number>): Promise<void> {
    const rows = [...positions]
      .filter(([partition, position]) => marks.get(partition)?.position !== position)
      .map(([partition, position]) => ({
        partition,
        position,
        // Grows by itself: a mark may have to go back, when the group was reset to replay.
        version: (marks.get(partition)?.version ?? 0) + 1,
      }))
    if (rows.length === 0) return
    await store.insert(
      'candle_marks',
      ['partition', 'position', 'version'],
      rows.map(({ partition, position, version }) => [partition, position, version]),
    )
    for (const { partition, ...mark } of rows) marks.set(partition, mark)
  }

  return {
    keep,
    async load() {
      const rows = await store.query<Record<'partition' | 'position' | 'version', number | string>>(
        'SELECT partition, position, version FROM candle_marks FINAL',
      )
      marks.clear()
      for (const { partition, position, version } of rows)
        marks.set(Number(partition), { position: Number(position), version: Number(version) })
      return new Map([...marks].map(([partition, { position }]) => [partition, position]))
    },
    async cover(firstOffsets) {
      const isDue = ([partition, first]: readonly [number, number]): boolean => {
        const position = marks.get(partition)?.position
        return position === undefined || position > first || first - position > maxBehind
      }
      if ([...firstOffsets].some(isDue)) await keep(firstOffsets)
    },
  }
}
