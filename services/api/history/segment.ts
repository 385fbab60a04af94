// A segment: the rows of one market in an interval of time, in columns, sorted by (time, id).
//
// If several records have the same (time, id), the segment has the one that the tables keep
// (infra/clickhouse/001_trades.sql): the record that was received first or, of records that were received at the same
// time, the one with the largest position. So the result depends neither on the order of put() calls nor on
// repetitions.
//
// A segment can be light: without ids and versions, which are three quarters of its memory. Prices and candles
// need neither. Rows of a light segment cannot be rendered, and no rows can be added to it.
import type { Decimal } from '../../domain/money.ts'
import { compareIds, type HistoryRow } from './row.ts'
import { RenderedBlock, type RenderedRows } from '../rendered-rows.ts'
import type { CacheItem } from '../../lib/run/sieve.ts'

/** Bytes per row: three columns of 8 bytes and one of 2 bytes. */
const rowBytes = 3 * 8 + 2
const versionBytes = 2 * 8
/** Estimated memory of a segment without rows, including its entries in maps and lists. */
const emptyBytes = 1_000
/** Number of rows that are rendered together. */
const blockRows = 64
/** Estimated memory of a string in addition to its characters, including the reference to it. */
const stringBytes = 24

/** Renders a row as JSON. */
export interface RowWriter {
  /** Two writers with the same key write the same JSON for a row. */
  readonly key: string
  row(segment: Segment, index: number): string
}

/**
 * The columns that a light segment lacks: the ids of the rows, and the values that decide which of two
 * records with the same (time, id) is kept.
 */
interface IdAndVersionColumns {
  readonly ids: string[]
  readonly received: Float64Array
  readonly positions: Float64Array
}

export class Segment implements CacheItem {
  isUsed = false
  /** The segment has every row of the market in the interval (fromMs, untilMs], Unix milliseconds. */
  fromMs: number
  untilMs: number
  size = 0
  onEvicted: () => void = () => undefined
  onResized: () => void = () => undefined
  private times: Float64Array
  private first: Float64Array
  private second: Float64Array
  private flags: Uint16Array
  /** Null if the segment is light. */
  private keys: IdAndVersionColumns | null
  /**
   * Decimals that a double cannot hold exactly. A column refers to such a decimal by the number -1 minus
   * its index in this list.
   */
  private texts: Decimal[] = []
  private stringsBytes = 0
  /** By block index: the JSON of `blockRows` rows, newest first; undefined if the block is not rendered. */
  private blocks: (RenderedBlock | undefined)[] = []
  private blocksBytes = 0
  /** The writer with which the blocks were rendered. */
  private renderedBy: RowWriter | null = null

  constructor(fromMs: number, untilMs: number, capacity: number) {
    this.fromMs = fromMs
    this.untilMs = untilMs
    this.times = new Float64Array(capacity)
    this.first = new Float64Array(capacity)
    this.second = new Float64Array(capacity)
    this.flags = new Uint16Array(capacity)
    this.keys = {
      ids: [],
      received: new Float64Array(capacity),
      positions: new Float64Array(capacity),
    }
  }

  get bytes(): number {
    const ofRow = rowBytes + (this.keys ? versionBytes : 0)
    return emptyBytes + ofRow * this.times.length + this.stringsBytes + this.blocksBytes
  }

  get lacksIds(): boolean {
    return this.keys === null
  }

  /** Makes the segment light. */
  dropIdsAndVersions(): void {
    for (const id of this.keys?.ids ?? []) this.stringsBytes -= stringBytes + id.length
    this.keys = null
    this.dropRenderedBlocks(0)
    this.times = this.times.slice(0, this.size)
    this.first = this.first.slice(0, this.size)
    this.second = this.second.slice(0, this.size)
    this.flags = this.flags.slice(0, this.size)
  }

  private get idsAndVersions(): IdAndVersionColumns {
    if (this.keys === null) throw new Error('the segment is light')
    return this.keys
  }

  timeAt(index: number): number {
    return this.times[index] as number
  }
  idAt(index: number): string {
    return this.idsAndVersions.ids[index] as string
  }
  priceOrBidAt(index: number): Decimal {
    return this.toDecimalText(this.first[index] as number)
  }
  sizeOrAskAt(index: number): Decimal {
    return this.toDecimalText(this.second[index] as number)
  }
  flagsAt(index: number): number {
    return this.flags[index] as number
  }

  /**
   * Returns the number of rows at or before the time; with `beforeId`, the number of rows before (time, id).
   */
  countUpTo(ms: number, beforeId: string | null = null): number {
    let [low, high] = [0, this.size]
    while (low < high) {
      const middle = (low + high) >>> 1
      const time = this.timeAt(middle)
      const isBefore =
        time < ms ||
        (time === ms && (beforeId === null || compareIds(this.idAt(middle), beforeId) < 0))
      if (isBefore) low = middle + 1
      else high = middle
    }
    return low
  }

  /**
   * Adds a row whose time is in the interval of the segment. Does nothing if the segment has the same row already, or
   * has a row with the same (time, id) that the tables prefer.
   */
  put(row: HistoryRow): void {
    const index = this.isAfterLast(row) ? this.size : this.countUpTo(row.ms, row.id)
    const isKnown =
      index < this.size && this.timeAt(index) === row.ms && this.idAt(index) === row.id
    if (isKnown) {
      if (!this.replacesRowAt(row, index)) return
      this.write(index, row)
      const number = Math.floor(index / blockRows)
      this.dropRenderedBlocks(number, number + 1)
      return
    }
    this.dropRenderedBlocks(Math.floor(index / blockRows))
    this.insertAt(index, row.id)
    this.write(index, row)
  }

  /** Adds the JSON of the rows with an index of at least `from` and less than `to` to `target`, newest first. */
  render(writer: RowWriter, from: number, to: number, target: RenderedRows): void {
    if (this.renderedBy?.key !== writer.key) this.dropRenderedBlocks(0)
    this.renderedBy = writer
    const lowest = Math.floor(from / blockRows)
    for (let number = Math.ceil(to / blockRows) - 1; number >= lowest; number -= 1) {
      const first = number * blockRows
      const end = Math.min(first + blockRows, this.size)
      const block = this.blocks[number] ?? this.renderBlock(writer, number)
      target.add(block, end - Math.min(to, end), end - Math.max(from, first))
    }
  }

  private renderBlock(writer: RowWriter, blockIndex: number): RenderedBlock {
    const rows: string[] = []
    const first = blockIndex * blockRows
    for (let i = Math.min(first + blockRows, this.size) - 1; i >= first; i -= 1)
      rows.push(writer.row(this, i))
    const block = new RenderedBlock(rows)
    this.blocks[blockIndex] = block
    this.blocksBytes += block.memoryBytes
    this.onResized()
    return block
  }

  private dropRenderedBlocks(from: number, to = this.blocks.length): void {
    for (let number = from; number < to; number += 1) {
      this.blocksBytes -= this.blocks[number]?.memoryBytes ?? 0
      this.blocks[number] = undefined
    }
  }

  /** Moves the newer half of the rows into a new segment; null if all rows have the same time. */
  split(capacity: number): Segment | null {
    let index = this.size >>> 1
    while (index < this.size && this.timeAt(index) === this.timeAt(index - 1)) index += 1
    if (index === this.size) return null
    const newer = new Segment(this.timeAt(index - 1), this.untilMs, capacity)
    for (let i = index; i < this.size; i += 1) newer.put(this.rowAt(i))
    newer.isUsed = this.isUsed
    for (let i = index; i < this.size; i += 1)
      this.stringsBytes -= stringBytes + this.idAt(i).length
    this.dropRenderedBlocks(Math.floor(index / blockRows))
    this.size = index
    this.idsAndVersions.ids.length = index
    this.untilMs = newer.fromMs
    return newer
  }

  private rowAt(index: number): HistoryRow {
    return {
      ms: this.timeAt(index),
      id: this.idAt(index),
      first: this.priceOrBidAt(index),
      second: this.sizeOrAskAt(index),
      flags: this.flagsAt(index),
      receivedMs: this.idsAndVersions.received[index] as number,
      position: this.idsAndVersions.positions[index] as number,
    }
  }

  /**
   * Whether the row comes after all rows of the segment. This is true for most rows: a load adds rows in order, and
   * new rows come last.
   */
  private isAfterLast({ ms }: HistoryRow): boolean {
    return this.size === 0 || this.timeAt(this.size - 1) < ms
  }

  private replacesRowAt({ receivedMs, position }: HistoryRow, index: number): boolean {
    const { received, positions } = this.idsAndVersions
    const known = received[index] as number
    if (receivedMs !== known) return receivedMs < known
    return position > (positions[index] as number)
  }

  private insertAt(index: number, id: string): void {
    if (this.size === this.times.length) this.grow()
    if (index < this.size) {
      for (const column of this.columns()) column.copyWithin(index + 1, index, this.size)
      this.idsAndVersions.ids.splice(index, 0, id)
    } else this.idsAndVersions.ids.push(id)
    this.size += 1
    this.stringsBytes += stringBytes + id.length
  }

  private write(index: number, row: HistoryRow): void {
    this.times[index] = row.ms
    this.first[index] = this.toNumber(row.first)
    this.second[index] = this.toNumber(row.second)
    this.flags[index] = row.flags
    this.idsAndVersions.received[index] = row.receivedMs
    this.idsAndVersions.positions[index] = row.position
  }

  private columns(): readonly (Float64Array | Uint16Array)[] {
    const { received, positions } = this.idsAndVersions
    return [this.times, this.first, this.second, this.flags, received, positions]
  }

  private grow(): void {
    const capacity = Math.max(16, 2 * this.times.length)
    const copyInto = <Column extends Float64Array | Uint16Array>(
      target: Column,
      source: Column,
    ): Column => {
      target.set(source)
      return target
    }
    this.times = copyInto(new Float64Array(capacity), this.times)
    this.first = copyInto(new Float64Array(capacity), this.first)
    this.second = copyInto(new Float64Array(capacity), this.second)
    this.flags = copyInto(new Uint16Array(capacity), this.flags)
    const { ids, received, positions } = this.idsAndVersions
    this.keys = {
      ids,
      received: copyInto(new Float64Array(capacity), received),
      positions: copyInto(new Float64Array(capacity), positions),
    }
  }

  /**
   * Returns the number that a column stores for a decimal: the decimal as a double if the double prints as the same
   * text, otherwise a reference to the decimal in `texts`. A reference is a negative number, so negative decimals are
   * always stored as references.
   */
  private toNumber(text: Decimal): number {
    const number = Number(text)
    if (number >= 0 && String(number) === text) return number
    this.stringsBytes += stringBytes + text.length
    return -this.texts.push(text)
  }

  private toDecimalText(number: number): Decimal {
    return number >= 0 ? String(number) : (this.texts[-number - 1] as Decimal)
  }
}
