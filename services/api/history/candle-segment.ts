// A segment of the candles of one market, all of one length: the candles with trades in a time range. It has the JSON
// of each candle without `is_final`, and blocks of rendered candles with `is_final` as bytes. When a record of the
// log changes a candle, the segment removes the JSON of this candle until the candle is computed again.
import { withFinality } from '../candle-series.ts'
import type { Completeness } from '../catalog/feed-catalog.ts'
import { findFirstIndex } from '../../lib/run/binary-search.ts'
import { completenessWithin, isComplete } from '../completeness.ts'
import { RenderedBlock, type RenderedRows } from '../rendered-rows.ts'
import type { SeriesPart } from './series.ts'

/** Estimated memory in bytes: of a segment without candles, and of one candle. */
const emptyBytes = 1_000
const candleBytes = 220
/** Number of candles that are rendered together. */
const blockCandles = 64

/** What `is_final` depends on. */
export interface CandleFinalityInput {
  /** The completeness of the trades of the market. */
  readonly completeness: Completeness
  /** Length of a candle, seconds. */
  readonly stepS: number
}

/** Candles with `is_final`. */
interface RenderedCandles {
  readonly rendered: RenderedBlock
  /** `is_final` of each candle. */
  readonly isFinal: readonly boolean[]
  /** Whether all candles are final. */
  readonly areAllFinal: boolean
}

export class CandleSegment implements SeriesPart {
  isUsed = false
  /**
   * The segment has the candles that start in the interval (fromMs, untilMs], Unix milliseconds.
   */
  readonly fromMs: number
  untilMs: number
  onEvicted: () => void = () => undefined
  onResized: () => void = () => undefined
  /** Unix seconds, ascending. */
  private starts: number[] = []
  private texts: (string | null)[] = []
  /** Number of null values in `texts`: candles that must be computed again. */
  private staleCount = 0
  private blocks: (RenderedCandles | undefined)[] = []
  private blocksBytes = 0

  constructor(fromMs: number, untilMs: number) {
    this.fromMs = fromMs
    this.untilMs = untilMs
  }

  get size(): number {
    return this.starts.length
  }
  get bytes(): number {
    return emptyBytes + candleBytes * this.size + this.blocksBytes
  }
  /** Whether the JSON of any candle must be computed again. */
  get hasStaleCandles(): boolean {
    return this.staleCount > 0
  }
  startAt(index: number): number {
    return this.starts[index] as number
  }
  /** Returns the JSON of the candle; null if it must be computed. */
  textAt(index: number): string | null {
    return this.texts[index] as string | null
  }
  setTextAt(index: number, text: string): void {
    if (this.texts[index] === null) this.staleCount -= 1
    this.texts[index] = text
    const number = Math.floor(index / blockCandles)
    this.dropRenderedBlocks(number, number + 1)
  }

  /** Returns the number of candles that start before the time (Unix seconds). */
  countBefore(startS: number): number {
    return findFirstIndex(0, this.size, (i) => this.startAt(i) >= startS)
  }

  /**
   * Sets the JSON of the candle that starts at the time, if the segment covers this time. `text`: null if the JSON
   * must be computed.
   */
  put(startS: number, text: string | null): void {
    if (startS * 1000 <= this.fromMs || startS * 1000 > this.untilMs) return
    const index = this.countBefore(startS)
    const isKnown = index < this.size && this.startAt(index) === startS
    const number = Math.floor(index / blockCandles)
    this.dropRenderedBlocks(number, isKnown ? number + 1 : this.blocks.length)
    if (isKnown && this.texts[index] === null) this.staleCount -= 1
    if (text === null) this.staleCount += 1
    this.starts.splice(index, isKnown ? 1 : 0, startS)
    this.texts.splice(index, isKnown ? 1 : 0, text)
  }

  /** Moves the newer half of the candles into a new segment. */
  split(): CandleSegment {
    const index = this.size >>> 1
    const newer = new CandleSegment(this.startAt(index) * 1000 - 1, this.untilMs)
    newer.starts = this.starts.splice(index)
    newer.texts = this.texts.splice(index)
    const countStaleCandles = (texts: CandleSegment['texts']): number =>
      texts.filter((text) => text === null).length
    newer.staleCount = countStaleCandles(newer.texts)
    this.staleCount = countStaleCandles(this.texts)
    this.dropRenderedBlocks(Math.floor(index / blockCandles), this.blocks.length)
    newer.isUsed = this.isUsed
    this.untilMs = newer.fromMs
    return newer
  }

  /**
   * Adds the candles with an index of at least `from` and less than `to` to `target`, with `is_final`. The JSON of
   * each of these candles must have been computed.
   */
  render(finality: CandleFinalityInput, from: number, to: number, target: RenderedRows): void {
    for (let number = Math.floor(from / blockCandles); number * blockCandles < to; number += 1) {
      const first = number * blockCandles
      const start = Math.max(from, first)
      const end = Math.min(to, first + blockCandles)
      const { rendered } = this.renderCurrentBlock(finality, number, start, end)
      target.add(rendered, start - first, end - first)
    }
  }

  /**
   * Returns a rendered block of candles. Renders the block again if `is_final` has changed for a candle with an index
   * of at least `start` and less than `end`.
   */
  private renderCurrentBlock(
    finality: CandleFinalityInput,
    blockIndex: number,
    start: number,
    end: number,
  ) {
    const known = this.blocks[blockIndex]
    if (known && this.isCurrent(known, finality, blockIndex * blockCandles, start, end))
      return known
    this.dropRenderedBlocks(blockIndex, blockIndex + 1)
    const first = blockIndex * blockCandles
    const isFinal = this.areCandlesFinal(finality, first, Math.min(first + blockCandles, this.size))
    const rows = isFinal.map((one, i) => {
      const [startS, json] = [this.startAt(first + i), this.textAt(first + i)]
      // `json` is null for a candle that was not requested and must still be computed; setTextAt() drops this block
      // when the candle is computed
      return json === null ? '' : withFinality({ startS, json }, one)
    })
    const rendered = new RenderedBlock(rows)
    const block = { rendered, isFinal, areAllFinal: isFinal.every(Boolean) }
    this.blocks[blockIndex] = block
    this.blocksBytes += rendered.memoryBytes
    this.onResized()
    return block
  }

  private isCurrent(
    { isFinal, areAllFinal }: RenderedCandles,
    finality: CandleFinalityInput,
    first: number,
    start: number,
    end: number,
  ): boolean {
    const untilS = this.startAt(end - 1) + finality.stepS
    const { completeness } = finality
    // the common case: all candles of the block are final
    if (areAllFinal && isComplete(completeness, this.startAt(start) * 1000, untilS * 1000))
      return true
    return this.areCandlesFinal(finality, start, end).every(
      (one, i) => one === isFinal[start - first + i],
    )
  }

  private areCandlesFinal(
    { completeness, stepS }: CandleFinalityInput,
    start: number,
    end: number,
  ): readonly boolean[] {
    const untilS = this.startAt(end - 1) + stepS
    const known = completenessWithin(completeness, this.startAt(start) * 1000, untilS * 1000)
    return Array.from({ length: end - start }, (_, i) => {
      const startMs = this.startAt(start + i) * 1000
      return isComplete(known, startMs, startMs + stepS * 1000)
    })
  }

  private dropRenderedBlocks(from: number, to: number): void {
    for (let number = from; number < to; number += 1) {
      this.blocksBytes -= this.blocks[number]?.rendered.memoryBytes ?? 0
      this.blocks[number] = undefined
    }
  }
}
