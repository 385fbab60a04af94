// The parts of the past of a market that must be loaded before memory can answer a question.
import type { CandlesAroundTime } from './candle-cache.ts'

/** Trades or quotes around a time, or candles around a time. */
export type UnloadedPart =
  | {
      readonly kind: 'trades' | 'quotes'
      readonly ms: number
      /**
       * Whether the ids of the rows are needed. Some segments in memory have no ids (light segments). False
       * if omitted.
       */
      readonly needsRowIds?: boolean
    }
  | ({ readonly kind: 'candles' } & CandlesAroundTime)

/** The parts that must be loaded first. */
export class UnloadedParts {
  readonly missing: readonly UnloadedPart[]
  constructor(missing: readonly UnloadedPart[]) {
    this.missing = missing
  }
}
