// The parts of the past of a market that must be loaded before memory can answer a question.
import type { CandlesAroundTimeRequest } from './candle-cache.ts'

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
  | ({ readonly kind: 'candles' } & CandlesAroundTimeRequest)

/** The parts that must be loaded before memory can answer a question. */
export class UnloadedParts {
  readonly parts: readonly UnloadedPart[]
  constructor(parts: readonly UnloadedPart[]) {
    this.parts = parts
  }
}
