// Rows of responses, as the bytes of their JSON. Blocks of rows are rendered once and kept. A response consists of
// slices of blocks, which are sent without being copied or parsed. The ETag of a response is computed from the digests
// of its rows, a few bytes per row, instead of all bytes. So the same rows have the same ETag, whatever blocks they are
// in.
import { hash } from 'node:crypto'

const digestBytes = 8
/** A body with fewer bytes than this is copied into one buffer, because each part of a body costs a write. */
const copiedBytes = 16_384

/** A block of rows. In its bytes, each row is followed by a comma. */
export class RenderedBlock {
  readonly bytes: Buffer
  private readonly ends: Uint32Array
  private readonly digests: Buffer

  constructor(rows: readonly string[]) {
    this.bytes = Buffer.from(rows.map((row) => `${row},`).join(''))
    this.ends = new Uint32Array(rows.length)
    this.digests = Buffer.allocUnsafeSlow(rows.length * digestBytes)
    let start = 0
    for (const [i, row] of rows.entries()) {
      const end = start + Buffer.byteLength(row) + 1
      const digest = hash('sha1', this.bytes.subarray(start, end), 'hex')
      this.digests.write(digest, i * digestBytes, digestBytes, 'hex')
      this.ends[i] = start = end
    }
  }

  /** Estimate of its memory. */
  get memoryBytes(): number {
    return 300 + this.bytes.length + this.ends.length * (digestBytes + 4)
  }

  byteStartOf(row: number): number {
    return row === 0 ? 0 : (this.ends[row - 1] as number)
  }
  digestsOf(from: number, to: number): Buffer {
    return this.digests.subarray(from * digestBytes, to * digestBytes)
  }
}

interface Slice {
  readonly block: RenderedBlock
  readonly from: number
  readonly to: number
}

export interface RenderedBody {
  readonly body: Buffer | readonly Buffer[]
  readonly tag: string
}

export class RenderedRows {
  private readonly slices: Slice[] = []

  static of(rows: readonly string[]): RenderedRows {
    const rendered = new RenderedRows()
    if (rows.length > 0) rendered.add(new RenderedBlock(rows), 0, rows.length)
    return rendered
  }

  /** Adds the rows of the block with an index of at least `from` and less than `to`. */
  add(block: RenderedBlock, from: number, to: number): void {
    if (from < to) this.slices.push({ block, from, to })
  }

  /** Returns a body that consists of the text `before`, the rows, separated by commas, and the text `after`. */
  toBody(before: string, after: string): RenderedBody {
    const body: Buffer[] = [Buffer.from(before)]
    const digests: Buffer[] = [Buffer.from(before)]
    let bytes = 0
    for (const [i, { block, from, to }] of this.slices.entries()) {
      const isLast = i === this.slices.length - 1
      const part = block.bytes.subarray(
        block.byteStartOf(from),
        block.byteStartOf(to) - (isLast ? 1 : 0),
      )
      body.push(part)
      bytes += part.length
      digests.push(block.digestsOf(from, to))
    }
    body.push(Buffer.from(after))
    digests.push(Buffer.from(after))
    return {
      body: bytes < copiedBytes ? Buffer.concat(body) : body,
      tag: hash('sha1', Buffer.concat(digests), 'base64url'),
    }
  }

  /** The JSON of each row. */
  texts(): readonly string[] {
    return this.slices.flatMap(({ block, from, to }) =>
      Array.from({ length: to - from }, (_, i) =>
        block.bytes.toString(
          'utf8',
          block.byteStartOf(from + i),
          block.byteStartOf(from + i + 1) - 1,
        ),
      ),
    )
  }
}
