// What an answer from memory lacks.
import type { CandlesAround } from './candle-cache.ts'

/** The series of a kind around a time. */
export type MissingPart =
  | {
      readonly kind: 'trades' | 'quotes'
      readonly ms: number
      /** Whether the ids of the rows are needed; false if omitted. */
      readonly needsIds?: boolean
    }
  | ({ readonly kind: 'candles' } & CandlesAround)

/** The parts that must be loaded first. */
export class MissingParts {
  readonly missing: readonly MissingPart[]
  constructor(missing: readonly MissingPart[]) {
    this.missing = missing
  }
}
