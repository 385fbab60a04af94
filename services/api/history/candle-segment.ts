// A part of the candles of one market and interval: the candles with trades in an interval of time, as the JSON that
// the response has, without `is_final`. A candle that later records of the log may change has no JSON until it is
// computed again.
import type { SeriesPart } from './series.ts'

/** Estimated memory of a segment without candles, and of one candle. */
const emptyBytes = 1_000
const candleBytes = 220

export class CandleSegment implements SeriesPart {
  isUsed = false
  /** The starts of its buckets are in the interval (fromMs, untilMs], Unix milliseconds. */
  readonly fromMs: number
  untilMs: number
  onEvicted: () => void = () => undefined
  /** Unix seconds, ascending. */
  private starts: number[] = []
  private texts: (string | null)[] = []

  constructor(fromMs: number, untilMs: number) {
    this.fromMs = fromMs
    this.untilMs = untilMs
  }

  get size(): number {
    return this.starts.length
  }
  get bytes(): number {
    return emptyBytes + candleBytes * this.size
  }
  startAt(index: number): number {
    return this.starts[index] as number
  }
  /** null: it must be computed. */
  textAt(index: number): string | null {
    return this.texts[index] as string | null
  }
  setTextAt(index: number, text: string): void {
    this.texts[index] = text
  }

  /** The number of candles that start before the time, Unix seconds. */
  rank(startS: number): number {
    let [low, high] = [0, this.size]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.startAt(middle) < startS) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Sets the candle that starts at the time, if the segment covers it. `text`: null if it must be computed. */
  put(startS: number, text: string | null): void {
    if (startS * 1000 <= this.fromMs || startS * 1000 > this.untilMs) return
    const index = this.rank(startS)
    const isKnown = index < this.size && this.startAt(index) === startS
    this.starts.splice(index, isKnown ? 1 : 0, startS)
    this.texts.splice(index, isKnown ? 1 : 0, text)
  }

  /** Moves the newer half of the candles into a new segment. */
  split(): CandleSegment {
    const index = this.size >>> 1
    const newer = new CandleSegment(this.startAt(index) * 1000 - 1, this.untilMs)
    newer.starts = this.starts.splice(index)
    newer.texts = this.texts.splice(index)
    newer.isUsed = this.isUsed
    this.untilMs = newer.fromMs
    return newer
  }
}
