// candle_marks: how far candles and feeds are written, per partition of the trades topic. What makes
// it safe to let the group's position pass a trade whose candle is put off.
//
// Several processes may write marks of one partition, some of them without knowing that it is no longer
// theirs. All their marks are true, so the largest is the best, and it wins: `version` grows with the
// position. Only a mark behind which the group has been set back to replay must give way to a smaller
// one: that begins a new age, in which those of the ages before no longer count.
import type { Store } from '../../platform/store/port.ts'

/** A mark further behind is moved up, so that who takes the partition has little to read again. */
const maxBehind = 10_000
/** Of positions; leaves 8,192 ages within the integers that a number holds. */
const ageSize = 2 ** 40

interface Mark {
  readonly position: number
  readonly age: number
}

export interface CandleMarks {
  /** Partition -> position, as kept; 0 where there is none. */
  load(partitions: readonly number[]): Promise<ReadonlyMap<number, number>>
  /** Sees to it that no mark lies behind what is still to be written: the first such offset of each partition. */
  cover(firstOffsets: ReadonlyMap<number, number>): Promise<void>
  /** Moves the marks up to there; none back. */
  advance(positions: ReadonlyMap<number, number>): Promise<void>
}

export function createCandleMarks(store: Store): CandleMarks {
  const marks = new Map<number, Mark>()

  async function keep(moves: readonly (readonly [partition: number, mark: Mark])[]): Promise<void> {
    if (moves.length === 0) return
    await store.insert(
      'candle_marks',
      ['partition', 'position', 'version'],
      moves.map(([partition, { position, age }]) => [
        partition,
        position,
        age * ageSize + position,
      ]),
    )
    for (const [partition, mark] of moves) marks.set(partition, mark)
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
          age: Math.floor(Number(version) / ageSize),
        })
      return new Map(partitions.map((p) => [p, marks.get(p)?.position ?? 0]))
    },

    async cover(firstOffsets) {
      const covering = [...firstOffsets].map(([partition, position]) => {
        const known = marks.get(partition) ?? { position: Infinity, age: -1 }
        const age = position < known.position ? known.age + 1 : known.age
        return { partition, mark: { position, age }, ahead: position - known.position }
      })
      if (covering.some(({ ahead }) => ahead < 0 || ahead > maxBehind))
        await keep(
          covering.flatMap(({ partition, mark, ahead }) =>
            ahead === 0 ? [] : [[partition, mark] as const],
          ),
        )
    },

    async advance(positions) {
      await keep(
        [...positions].flatMap(([partition, position]) => {
          const known = marks.get(partition)
          return known && position > known.position
            ? [[partition, { position, age: known.age }] as const]
            : []
        }),
      )
    },
  }
}
